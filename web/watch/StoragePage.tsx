import { useQuery } from '@tanstack/react-query'
import { storage } from '#contract/storage.ts'
import { pageQuery, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { sizeText } from '../ledger/size-text.ts'
import { StorageCare } from '../storage/StorageCare.tsx'
import { StoreList } from '../storage/StoreList.tsx'
import { StorageOrphans } from './StorageOrphans.tsx'
import { texts } from './storage-texts.ts'

/** /platform/storage: where files lie and how they fare, how much each tenant has, and what lies there for nobody. */
export function StoragePage() {
  const t = useTexts(texts)
  const info = useQuery(query(storage.info, {}))
  return (
    <Page title={t('storage')}>
      <h2 className="section-title">{t('place')}</h2>
      <StoreList />
      <StateView of={info}>
        {({ free, capacity }) => (
          <p className="third">
            {t('free')} {t('freeOf', { free: sizeText(free), all: sizeText(capacity) })} · {t('fromEnvironment')}
          </p>
        )}
      </StateView>
      <h2 className="section-title">{t('care')}</h2>
      <StorageCare />
      <h2 className="section-title">{t('orphans')}</h2>
      <StorageOrphans />
      <h2 className="section-title">{t('usage')}</h2>
      <UsageList />
    </Page>
  )
}

function UsageList() {
  const t = useTexts(texts)
  const view = useListView()
  const rows = useQuery(pageQuery(storage.usage, view.input))
  return (
    <List
      name={t('usage')}
      pageKey="storageUsage"
      view={view}
      rows={rows}
      rowKey={(row) => row.tenantId}
      columns={[
        { key: 'tenantId', title: t('tenantId'), width: 140 },
        { key: 'tenantName', title: t('tenantName'), cut: true },
        { key: 'files', title: t('files'), width: 110, align: 'right' },
        { key: 'bytes', title: t('bytes'), width: 130, align: 'right', render: (row) => sizeText(row.bytes) },
        { key: 'stored', title: t('stored'), width: 130, align: 'right', render: (row) => sizeText(row.stored) },
      ]}
      search={[
        { filter: 'tenantName', label: t('tenantName'), width: 200 },
        { filter: 'tenantId', label: t('tenantId'), width: 160 },
      ]}
    />
  )
}
