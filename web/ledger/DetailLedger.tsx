import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import type { z } from 'zod'
import { ledger } from '#contract/ledger.ts'
import { detailRows, type DetailRow } from '#engine/ledger/detail-rows.ts'
import { fenOf, yuan } from '#engine/money.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { CallError } from '#web/kernel/transport.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { Money } from '#web/kit/Money.tsx'
import { moneyText } from '#web/kit/money-text.ts'
import { Bones, Empty, Failing } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useListExport } from '#web/kit/use-list-export.ts'
import { AccountChooser } from './AccountChooser.tsx'
import { Balance } from './Balance.tsx'
import { AmountField, MonthField, WordsField } from './BookFields.tsx'
import { useBookPlace, useShownVoucher } from './book-place.ts'
import { bookTexts } from './book-texts.ts'
import { Pages } from './Pages.tsx'
import { RowCount } from './RowCount.tsx'
import { texts } from './texts.ts'

const PAGE = 100
const closings = ['', 'only', 'without'] as const
const filters = ['month', 'summary', 'from', 'to', 'closing'] as const
const cleared = { month: '', summary: '', from: '', to: '', closing: '' }

type Detail = z.output<typeof ledger.accountDetail.output>
type Row = DetailRow<Detail['lines']['records'][number]>

/** 明细账: an account with those below it, line by line with the running balance and the sums of each month. */
export function DetailLedger({ datasetId }: { datasetId: string }) {
  const b = useTexts(bookTexts)
  const { values, page, set, turn } = useBookPlace('detail', ['account', ...filters])
  const asked = {
    datasetId,
    account: values.account,
    period: values.month,
    summary: values.summary,
    amountFrom: values.from,
    amountTo: values.to,
    closing: closings.find((one) => one === values.closing) ?? '',
  }
  const found = useQuery({
    ...pageQuery(ledger.accountDetail, { ...asked, current: page, size: PAGE }),
    enabled: values.account !== '',
  })
  // another account's ledger is not kept on screen while this one comes
  const detail = found.data?.account.code === values.account ? found.data : undefined
  const order = useListExport()
  const gone = found.error instanceof CallError && found.error.code === 404
  const account = values.account === '' ? undefined : { code: values.account, name: detail?.account.fullName ?? '' }
  const narrowed = filters.some((name) => values[name] !== '')
  return (
    <>
      <div className="list-search book-search">
        <AccountChooser datasetId={datasetId} value={account} onChoose={(code) => set({ ...cleared, account: code })} />
        {account && (
          <>
            <MonthField
              value={values.month}
              periods={detail?.months.map(({ period }) => period) ?? (values.month ? [values.month] : [])}
              onSet={(month) => set({ month })}
            />
            <Select
              style={{ width: 110 }}
              aria-label={b('closings')}
              value={asked.closing}
              onChange={(closing) => set({ closing })}
              options={[
                { value: '', label: b('withClosings') },
                { value: 'without', label: b('withoutClosings') },
                { value: 'only', label: b('onlyClosings') },
              ]}
            />
            <DetailWords values={values} set={set} />
            {narrowed && <Button onClick={() => set(cleared)}>{b('clear')}</Button>}
            <Button
              className="book-export"
              loading={order.busy}
              disabled={!detail}
              onClick={() =>
                void order.start({ name: 'detailLedger', input: { ...asked, current: '1', size: '1' }, columns: [] })
              }
            >
              {b('export')}
            </Button>
          </>
        )}
      </div>
      {!account ? (
        <Empty says={b('noAccountChosen')} />
      ) : gone ? (
        <Empty says={b('noSuchAccount', { account: account.code })} />
      ) : found.error && !detail ? (
        <Failing fault={found.error} retry={found.refetch} />
      ) : detail ? (
        <Ledger of={detail} period={asked.period} onTurn={turn} />
      ) : (
        <Bones lines={12} />
      )}
    </>
  )
}

function DetailWords({
  values,
  set,
}: {
  values: Record<'summary' | 'from' | 'to', string>
  set: (patch: Partial<typeof cleared>) => void
}) {
  const t = useTexts(texts)
  const b = useTexts(bookTexts)
  return (
    <>
      <WordsField label={t('findSummary')} value={values.summary} width={200} onSet={(summary) => set({ summary })} />
      <AmountField label={b('amountFrom')} value={values.from} width={120} onSet={(from) => set({ from })} />
      <AmountField label={b('amountTo')} value={values.to} width={120} onSet={(to) => set({ to })} />
    </>
  )
}

function Ledger({ of, period, onTurn }: { of: Detail; period: string; onTurn: (page: number) => void }) {
  const b = useTexts(bookTexts)
  const { account, months, lines, found } = of
  const shown = useShownVoucher()
  const columns = useDetailColumns(account.code)
  const rows: Row[] = found
    ? lines.records.map((line) => ({ kind: 'line', line }))
    : detailRows({ opening: account.opening, months, period, page: lines })
  const marked = lines.records.find(({ voucherKey, line }) => voucherKey === shown.voucher && line === shown.line)
  return (
    <>
      <div className="book-facts">
        <AccountFacts of={account} months={months} />
        <RowCount of={lines} />
      </div>
      {found && <p className="second book-note">{b('narrowed')}</p>}
      <DataTable<Row>
        name={b('detail')}
        rows={rows}
        rowKey={keyOf}
        columns={columns}
        empty={{ says: b('noLinesLeft') }}
        onOpen={(row) => row.kind === 'line' && shown.show(row.line.voucherKey, row.line.line)}
        selected={marked ? String(marked.ordinal) : ''}
        dense
        {...(found &&
          lines.total > 0 && {
            totals: { debit: <Money value={found.debit} strong />, credit: <Money value={found.credit} strong /> },
          })}
      />
      {!found && months.length === 0 && <p className="second book-note">{b('noPostings')}</p>}
      <Pages of={lines} onTurn={onTurn} />
    </>
  )
}

const keyOf = (row: Row) => (row.kind === 'line' ? String(row.line.ordinal) : `${row.kind}-${row.period}`)

/** The account's own row of the trial balance, and whether its postings end there. */
function AccountFacts({ of, months }: { of: Detail['account']; months: Detail['months'] }) {
  const t = useTexts(texts)
  const b = useTexts(bookTexts)
  const ends = fenOf(months.at(-1)?.closing ?? of.opening) ?? 0n
  const apart = ends - (fenOf(of.closing) ?? 0n)
  return (
    <>
      <span>
        {t('opening')} <Balance value={of.opening} />
      </span>
      <span>
        {t('debit')} <Money value={of.debit} />
      </span>
      <span>
        {t('credit')} <Money value={of.credit} />
      </span>
      <span>
        {t('closing')} <Balance value={of.closing} />
      </span>
      {apart === 0n ? (
        <StatusTag tone="good">{b('tied')}</StatusTag>
      ) : (
        <StatusTag tone="bad">{b('apart', { amount: moneyText(yuan(apart)).text })}</StatusTag>
      )}
    </>
  )
}

const sumNames = { opening: 'opening', month: 'monthSum', year: 'yearSum' } as const

function useDetailColumns(own: string): Column<Row>[] {
  const t = useTexts(texts)
  const b = useTexts(bookTexts)
  const side = (of: 'debit' | 'credit'): Column<Row> => ({
    key: of,
    title: t(of) + t('yuan'),
    amount: true,
    width: 130,
    render: (row) =>
      row.kind === 'line' ? (
        <Money value={row.line[of]} />
      ) : row.kind === 'opening' ? null : (
        <Money value={row[of]} strong />
      ),
  })
  return [
    { key: 'date', title: t('date'), width: 96, render: (row) => (row.kind === 'line' ? row.line.date : null) },
    {
      key: 'voucher',
      title: t('voucher'),
      width: 112,
      render: (row) =>
        row.kind === 'line' && (
          <>
            {row.line.voucherKey} {row.line.closing && <span className="third">{t('closingVoucher')}</span>}
          </>
        ),
    },
    {
      key: 'summary',
      title: t('summary'),
      render: (row) =>
        row.kind === 'line' ? (
          <>
            {row.line.summary}
            {row.line.account !== own && <div className="third">{`${row.line.account} ${row.line.accountName}`}</div>}
            {row.line.dimension && <div className="third">{row.line.dimension}</div>}
          </>
        ) : (
          <strong className="book-sum">
            {row.kind !== 'opening' && `${b('monthOf', { month: Number(row.period) || row.period })} `}
            {b(sumNames[row.kind])}
          </strong>
        ),
    },
    side('debit'),
    side('credit'),
    {
      key: 'balance',
      title: b('balance') + t('yuan'),
      amount: true,
      width: 150,
      render: (row) => <Balance value={row.kind === 'line' ? row.line.balance : row.balance} />,
    },
  ]
}
