import { appendFileSync, writeFileSync } from 'node:fs'
import { type CellValue, XlsxStreamWriter } from 'hucre'
import type { Account } from '#engine/ledger/model.ts'
import { readFixture } from '#facts/testing/fixture-ledger.ts'
import { encodeGb18030 } from './gb18030.ts'

/**
 * A large ledger of true structure: one company's year, booked many times over, each time multiplied by a factor of its own.
 * So each voucher balances, each month closes, and the trial balance, multiplied by their sum, ties to the journal to the fen.
 */
export type LedgerSource = { lines: number; trialBalance: CellValue[][]; journal: () => Generator<CellValue[]> }

const titles = ['科目编码', '科目名称', '期初余额', null, '本期发生', null, '期末余额', null]
const sides = [null, null, '借方', '贷方', '借方', '贷方', '借方', '贷方']
const columns = '日期 凭证字号 摘要 科目编码 科目名称 往来单位 币种 借方本位币 贷方本位币 制单人 审核人 记账人'.split(
  ' ',
)
/** Above the journal's lines: title, company, header. */
export const headRows = 3

/** Factors 1 to 9, the same on every machine: a linear congruential generator (Knuth, MMIX). */
function factorsFrom(seed: bigint): () => bigint {
  let state = seed
  return () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn
    return ((state >> 33n) % 9n) + 1n
  }
}

/** At least `lines` journal lines, in whole years. */
export function ledgerSource(lines: number, seed = 20_250_101n): LedgerSource {
  const { ledger } = readFixture('yonyou-u8')
  const { journal, accounts } = ledger
  const next = factorsFrom(seed)
  const factors = Array.from({ length: Math.ceil(lines / journal.size) }, next)
  const sum = factors.reduce((total, factor) => total + factor, 0n)
  const names = new Map(accounts.map(({ code, name }) => [code, name]))
  const rows = Map.groupBy(
    Array.from(journal.voucher, (_, row) => row),
    (row) => journal.voucher[row] ?? 0,
  )
  const months = Map.groupBy(rows.keys(), (voucher) => journal.vouchers[voucher]?.period ?? '')

  function* lineOf(voucher: number, copy: number, factor: bigint): Generator<CellValue[]> {
    const { date = '', word = '', number = 0, period = '' } = journal.vouchers[voucher] ?? {}
    // numbers run on through the month without a gap
    const label = `${word}-${String(number + copy * (months.get(period)?.length ?? 0)).padStart(5, '0')}`
    for (const row of rows.get(voucher) ?? []) {
      const code = journal.accountCodes[journal.account[row] ?? 0] ?? ''
      const [debit, credit] = [(journal.debit[row] ?? 0n) * factor, (journal.credit[row] ?? 0n) * factor]
      const summary = `${journal.summary[row] ?? ''} 第${copy + 1}组`
      yield [
        date,
        label,
        summary,
        code,
        names.get(code) ?? '',
        null,
        '人民币',
        yuan(debit),
        yuan(credit),
        '何俊杰',
        '郑一鸣',
        '郑一鸣',
      ]
    }
  }

  return {
    lines: journal.size * factors.length,
    trialBalance: [
      ['科目余额表'],
      ['单位:东桥南溟精密机械有限公司', null, null, '月份:2025.01-2025.12', null, null, '金额单位:元'],
      titles,
      sides,
      ...accounts.map((account) => balanceRow(account, sum)),
    ],
    *journal() {
      yield ['序时账']
      yield ['单位名称:东桥南溟精密机械有限公司', null, null, '期间:2025.01-2025.12', null, '单位:元']
      yield columns
      for (const [, vouchers] of [...months].toSorted(([one], [other]) => one.localeCompare(other)))
        for (const [copy, factor] of factors.entries())
          for (const voucher of vouchers) yield* lineOf(voucher, copy, factor)
    },
  }
}

function balanceRow({ code, name, opening, debit, credit }: Account, times: bigint): CellValue[] {
  const side = (balance: bigint) => [balance > 0n ? yuan(balance) : null, balance < 0n ? yuan(-balance) : null]
  const closing = opening + debit - credit
  return [code, name, ...side(opening * times), yuan(debit * times), yuan(credit * times), ...side(closing * times)]
}

const yuan = (fen: bigint): number | null => (fen === 0n ? null : Number(fen) / 100)

/** Writes rows as one sheet. */
export async function writeXlsx(path: string, name: string, rows: Iterable<CellValue[]>): Promise<void> {
  const writer = new XlsxStreamWriter({ name })
  for (const row of rows) writer.addRow(row)
  writeFileSync(path, await writer.finish())
}

/** Writes rows as GB18030 text, as Chinese programs export it; piece by piece, for a year of a million lines is long. */
export function writeCsv(path: string, rows: Iterable<CellValue[]>): void {
  writeFileSync(path, '')
  let lines: string[] = []
  const write = () => {
    if (lines.length > 0) appendFileSync(path, encodeGb18030(`${lines.join('\r\n')}\r\n`))
    lines = []
  }
  for (const row of rows) {
    lines.push(row.map(csvField).join(','))
    if (lines.length === PIECE) write()
  }
  write()
}

const PIECE = 100_000

function csvField(cell: CellValue): string {
  if (typeof cell === 'number') return cell.toFixed(2)
  const text = String(cell ?? '')
  return text.includes(',') ? `"${text}"` : text
}
