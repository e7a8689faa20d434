import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { storage, StorageTest } from '#contract/storage.ts'
import { pageQuery, query, useCommand } from '#web/kernel/api.ts'
import { isRunning, useJob } from '#web/kernel/jobs.ts'
import { useTexts } from '#web/kernel/language.ts'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { sizeText } from '../ledger/size-text.ts'
import { Facts } from './Facts.tsx'
import { StorageOrphans } from './StorageOrphans.tsx'
import { texts } from './storage-texts.ts'

const stepTexts = { put: 'put', get: 'get', delete: 'remove' } as const

/** /platform/storage: where files lie, whether that works, how much each tenant has, and what lies there for nobody. */
export function StoragePage() {
  const t = useTexts(texts)
  const info = useQuery(query(storage.info, {}))
  const test = useCommand(storage.test)
  const [jobId, setJobId] = useState<string | undefined>()
  const job = useJob(jobId)
  const busy = test.isPending || isRunning(job)
  const tried = StorageTest.safeParse(job?.result)
  const begin = () =>
    test.mutateAsync({}).then(
      (started) => setJobId(started.jobId),
      () => undefined,
    )
  const outcome = tried.success && !busy && (
    <StatusTag tone={tried.data.ok ? 'good' : 'bad'}>
      {tried.data.step === ''
        ? t('testOk', { took: tried.data.took })
        : t('testFailed', { step: t(stepTexts[tried.data.step]), error: tried.data.error })}
    </StatusTag>
  )
  return (
    <Page
      title={t('storage')}
      state={outcome}
      action={
        <Button type="primary" loading={busy} onClick={() => void begin()}>
          {t('test')}
        </Button>
      }
    >
      <div className="store-facts">
        <StateView of={info}>
          {(data) => (
            <Facts
              rows={{
                [t('place')]: t(data.kind),
                [t('bucket')]: data.bucket,
                [t('endpoint')]: data.endpoint,
                [t('region')]: data.region,
                [t('key')]: data.accessKeyId,
                [t('secret')]: data.kind === 's3' && t(data.secretSet ? 'secretSet' : 'secretUnset'),
                [t('free')]: t('freeOf', { free: sizeText(data.free), all: sizeText(data.capacity) }),
                '': <span className="third">{t('fromEnvironment')}</span>,
              }}
            />
          )}
        </StateView>
      </div>
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
