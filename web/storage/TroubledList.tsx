import type { TroubledBlob } from '#contract/storage-care.ts'
import { useTexts } from '#web/kernel/language.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { sizeText } from '../ledger/size-text.ts'
import { texts } from './texts.ts'

/** Content that is not handed out any more: whose, what is wrong with it, where it lies. */
export function TroubledList({ rows, count }: { rows: TroubledBlob[]; count: number }) {
  const t = useTexts(texts)
  return (
    <>
      <h3 className="store-subtitle">{t('troubled')}</h3>
      {count > rows.length && <p className="second">{t('troubledMore', { count, shown: rows.length })}</p>}
      <DataTable
        name={t('troubled')}
        rows={rows}
        rowKey={(row) => `${row.tenantId} ${row.sha256}`}
        dense
        columns={[
          {
            key: 'trouble',
            title: t('trouble'),
            width: 200,
            render: (row) => <StatusTag tone="bad">{t(row.trouble, { virus: row.virus })}</StatusTag>,
          },
          { key: 'names', title: t('file'), cut: true, render: (row) => row.names.join(t('wordJoin')) || t('noFile') },
          { key: 'size', title: t('size'), width: 100, align: 'right', render: (row) => sizeText(row.size) },
          { key: 'tenantName', title: t('tenant'), width: 180, cut: true },
          { key: 'storeName', title: t('store'), width: 140, cut: true, render: (row) => row.storeName || t('home') },
          { key: 'foundTime', title: t('found'), width: 170 },
        ]}
      />
    </>
  )
}
