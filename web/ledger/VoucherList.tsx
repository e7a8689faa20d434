import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { z } from 'zod'
import { ledger } from '#contract/ledger.ts'
import { voucherAttachment } from '#contract/voucher-attachment.ts'
import { pageQuery, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { type Sort, sortText } from '#web/kit/list-view.ts'
import { Money } from '#web/kit/Money.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useListExport } from '#web/kit/use-list-export.ts'
import { texts as attachmentTexts } from '#web/voucher/texts.ts'
import { AmountField, MonthField, WordsField } from './BookFields.tsx'
import { useBookPlace, useShownVoucher } from './book-place.ts'
import { bookTexts } from './book-texts.ts'
import { Pages } from './Pages.tsx'
import { useProjectId } from './project-place.tsx'
import { RowCount } from './RowCount.tsx'
import { texts } from './texts.ts'
import { askedVouchers, noFilters, voucherFilters, type VoucherFilters } from './voucher-filters.ts'

const PAGE = 50
const months = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))
type Row = z.output<typeof ledger.vouchers.output>['records'][number]

/** 凭证列表: every voucher of the version with its amount; one opens beside the list. */
export function VoucherList({ datasetId }: { datasetId: string }) {
  const t = useTexts(texts)
  const b = useTexts(bookTexts)
  const projectId = useProjectId()
  const shown = useShownVoucher()
  const { values, page, set, turn } = useBookPlace('vouchers', [...voucherFilters, 'sort'])
  const sort: Sort | undefined = values.sort
    ? { field: values.sort.replace(/^-/, ''), down: values.sort.startsWith('-') }
    : undefined
  const asked = { datasetId, ...askedVouchers(values), ...(sort && { [sort.down ? 'descs' : 'ascs']: sort.field }) }
  const rows = useQuery(pageQuery(ledger.vouchers, { ...asked, current: page, size: PAGE }))
  const keys = rows.data?.records.map(({ key }) => key) ?? []
  const counts = useQuery({
    ...query(voucherAttachment.counts, { projectId, keys }),
    enabled: keys.length > 0 && projectId !== '',
  })
  const order = useListExport()
  const narrowed = voucherFilters.some((name) => values[name] !== '')
  /** A list that grows may hold more than the server sorts. */
  const filter = (patch: Partial<VoucherFilters>) =>
    set({ ...patch, ...(Object.values(patch).includes('') && { sort: '' }) })
  return (
    <>
      <div className="list-search book-search">
        <MonthField value={values.month} periods={months} onSet={(month) => filter({ month })} />
        <WordsField label={b('voucherNo')} value={values.number} width={230} onSet={(number) => filter({ number })} />
        <WordsField
          label={t('findAccount')}
          value={values.account}
          width={150}
          onSet={(account) => filter({ account })}
        />
        <WordsField
          label={t('findSummary')}
          value={values.summary}
          width={180}
          onSet={(summary) => filter({ summary })}
        />
        <AmountField label={b('amountFrom')} value={values.from} width={120} onSet={(from) => filter({ from })} />
        <AmountField label={b('amountTo')} value={values.to} width={120} onSet={(to) => filter({ to })} />
        {narrowed && <Button onClick={() => filter(noFilters)}>{b('clear')}</Button>}
        <Button
          className="book-export"
          loading={order.busy}
          disabled={!rows.data?.total}
          onClick={() =>
            void order.start({ name: 'vouchers', input: { ...asked, current: '1', size: '1' }, columns: [] })
          }
        >
          {b('export')}
        </Button>
      </div>
      <div className="book-facts">
        <RowCount of={rows.data} what="vouchers" />
      </div>
      <DataTable<Row>
        name={b('vouchers')}
        rows={rows.data?.records}
        rowKey={({ key }) => key}
        // beyond what is counted the server does not sort
        columns={useVoucherColumns(rows.data?.atLeast !== true, counts.data ?? {})}
        fault={rows.error}
        retry={rows.refetch}
        empty={{ says: b('noVouchers') }}
        onOpen={({ key }) => shown.show(key)}
        selected={shown.voucher ?? ''}
        sort={sort}
        onSort={(by) => set({ sort: sortText(by) })}
        dense
      />
      <Pages of={rows.data} onTurn={turn} />
    </>
  )
}

function useVoucherColumns(sortable: boolean, attachments: Record<string, number>): Column<Row>[] {
  const t = useTexts(texts)
  const b = useTexts(bookTexts)
  const ta = useTexts(attachmentTexts)
  return [
    { key: 'date', title: t('date'), width: 110, sortable },
    { key: 'key', title: t('voucher'), width: 130 },
    {
      key: 'summary',
      title: t('summary'),
      render: ({ summary, closing }) => (
        <>
          {summary} {closing && <StatusTag tone="waiting">{t('closingVoucher')}</StatusTag>}
        </>
      ),
    },
    { key: 'lines', title: b('linesOf'), width: 80, align: 'right' },
    {
      key: 'amount',
      title: b('amount') + t('yuan'),
      amount: true,
      width: 150,
      sortable,
      render: ({ amount }) => <Money value={amount} />,
    },
    {
      key: 'attachments',
      title: ta('attachments'),
      width: 80,
      align: 'right',
      render: ({ key }) => attachments[key] ?? '',
    },
  ]
}
