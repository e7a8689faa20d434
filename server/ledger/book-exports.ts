import { ledger } from '#contract/ledger.ts'
import type { Text } from '#contract/texts.ts'
import { detailRowCount, detailRows, type DetailRow } from '#engine/ledger/detail-rows.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { parseInput } from '#server/kernel/input.ts'
import type { Context } from '#server/kernel/service.ts'
import { inLanguage } from '../list/export-job.ts'
import { type ExportColumn, exportOf, type ListExport } from '../list/list-export.ts'
import { ledgerService } from './service.ts'

const amount = (key: string, zh: string, en: string) => ({ key, title: { zh, en }, width: 18, money: true })
const summary = { key: 'summary', title: { zh: '摘要', en: 'Summary' }, width: 44 }
const date = { key: 'date', title: { zh: '日期', en: 'Date' }, width: 12 }

/** The trial balance as read; balances are debit positive. */
const trialBalance = exportOf(ledger.accounts, {
  name: 'trialBalance',
  title: { zh: '科目余额表', en: 'Trial balance' },
  rows: ledgerService.accounts,
  columns: [
    { key: 'code', title: { zh: '科目编码', en: 'Code' }, width: 16 },
    { key: 'fullName', title: { zh: '科目名称', en: 'Account' }, width: 40 },
    amount('opening', '期初余额（元，贷方为负）', 'Opening (CNY, credit negative)'),
    amount('debit', '本期借方（元）', 'Debit (CNY)'),
    amount('credit', '本期贷方（元）', 'Credit (CNY)'),
    amount('closing', '期末余额（元，贷方为负）', 'Closing (CNY, credit negative)'),
  ],
})

type Detail = Awaited<ReturnType<(typeof ledgerService)['accountDetail']>>
type DetailLine = Detail['lines']['records'][number]
type Row = DetailRow<DetailLine>

const sums: Record<Exclude<Row['kind'], 'line'>, Text> = {
  opening: { zh: '期初余额', en: 'Opening balance' },
  month: { zh: '本月合计', en: 'Total of the month' },
  year: { zh: '本年累计', en: 'Total of the year' },
}
const ofLine = (pick: (line: DetailLine) => unknown) => (row: Row) => (row.kind === 'line' ? pick(row.line) : '')

const side = (of: 'debit' | 'credit') => (row: Row) =>
  row.kind === 'line' ? row.line[of] : row.kind === 'opening' ? '' : row[of]

const detailColumns: readonly ExportColumn<Row>[] = [
  { ...date, value: ofLine((line) => line.date) },
  { key: 'voucherKey', title: { zh: '凭证', en: 'Voucher' }, width: 14, value: ofLine((line) => line.voucherKey) },
  {
    ...summary,
    value: (row, language) => (row.kind === 'line' ? row.line.summary : inLanguage(sums[row.kind], language)),
  },
  {
    key: 'account',
    title: { zh: '科目', en: 'Account' },
    width: 40,
    value: ofLine((line) => `${line.account} ${line.accountName}`),
  },
  { ...amount('debit', '借方（元）', 'Debit (CNY)'), value: side('debit') },
  { ...amount('credit', '贷方（元）', 'Credit (CNY)'), value: side('credit') },
  {
    ...amount('balance', '余额（元，贷方为负）', 'Balance (CNY, credit negative)'),
    value: (row) => (row.kind === 'line' ? row.line.balance : row.balance),
  },
]

/** A detail ledger as it is printed, with opening balance and sums by month; narrowed, only the lines that are left. */
const detailLedger: ListExport = {
  name: 'detailLedger',
  may: ledger.accountDetail.may,
  title: { zh: '明细账', en: 'Detail ledger' },
  async rows(context, query) {
    const input = parseInput(ledger.accountDetail.input, query, context.language)
    const { account, lines, found, ...detail } = await ledgerService.accountDetail(context, input)
    const months = detail.months.map((month) => Object.assign(month, { lines: Number(month.lines) }))
    if (found) return { records: lines.records.map((line) => ({ kind: 'line', line })), total: lines.total }
    const records = detailRows({ opening: account.opening, months, period: input.period, page: lines })
    return { records, total: detailRowCount(months, input.period, lines.total) }
  },
  columns: detailColumns as readonly ExportColumn<unknown>[],
}

/** Vouchers as they are filtered; refused where counting stopped, so that no file is a silent part of the list. */
const vouchers = exportOf(ledger.vouchers, {
  name: 'vouchers',
  title: { zh: '凭证列表', en: 'Vouchers' },
  rows: async (context: Context, paging) => {
    const found = await ledgerService.vouchers(context, paging)
    if (found.atLeast) throw new Refusal('vouchersTooManyToExport', { limit: found.total })
    return found
  },
  columns: [
    date,
    { key: 'key', title: { zh: '凭证', en: 'Voucher' }, width: 14 },
    { key: 'word', title: { zh: '字', en: 'Word' }, width: 8 },
    { key: 'number', title: { zh: '号', en: 'Number' }, width: 10 },
    summary,
    { key: 'lines', title: { zh: '分录数', en: 'Lines' }, width: 10 },
    amount('amount', '金额（元）', 'Amount (CNY)'),
    { key: 'closing', title: { zh: '结转损益', en: 'Closing' }, width: 10 },
  ],
})

/** The books of a dataset version that can be written as a file. */
export const bookExports: readonly ListExport[] = [trialBalance, detailLedger, vouchers]
