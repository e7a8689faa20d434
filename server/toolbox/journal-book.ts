import { say, type TextKey } from '#contract/errors.ts'
import type { Language } from '#contract/texts.ts'
import type { JournalBalance } from '#engine/ledger/journal-balance.ts'
import type { Fen } from '#engine/money.ts'
import { safeText } from '../list/safe-text.ts'
import { tableSheet } from './bank-book.ts'

/** Two sums that should be the same; `gap` in fen. */
export type BalanceTie = { what: string; one: Fen | null; other: Fen | null; gap: Fen }

const money = (fen: Fen | null) => (fen === null ? null : Number(fen) / 100)
const side = (fen: Fen, debit: boolean) => (debit === fen > 0n && fen !== 0n ? Math.abs(Number(fen)) / 100 : null)

const head: readonly (readonly [TextKey, number])[] = [
  ['toolBalanceCode', 16],
  ['toolBalanceName', 44],
  ['toolBalanceOpeningDebit', 18],
  ['toolBalanceOpeningCredit', 18],
  ['toolBalanceDebit', 18],
  ['toolBalanceCredit', 18],
  ['toolBalanceClosingDebit', 18],
  ['toolBalanceClosingCredit', 18],
]

/** The balance as it is written, and beside it how it ties; without openings the closing is the year’s movement alone. */
export function balanceBook(
  { balance, ties, opened }: { balance: JournalBalance; ties: readonly BalanceTie[]; opened: boolean },
  language: Language,
) {
  const rows = balance.rows.map((row) => [
    safeText(row.code),
    safeText(`${'  '.repeat(row.level - 1)}${row.name}`),
    side(row.opening, true),
    side(row.opening, false),
    money(row.debit),
    money(row.credit),
    side(row.closing, true),
    side(row.closing, false),
  ])
  const notes = opened ? [] : [[say('toolBalanceNoOpening', language), null, null, null, null]]
  const tied = ties.map(({ what, one, other, gap }) => [
    safeText(what),
    money(one),
    money(other),
    money(gap),
    say(gap === 0n ? 'toolTieYes' : 'toolTieNo', language),
  ])
  return {
    sheets: [
      tableSheet({ name: 'toolBalanceBook', head, rows, money: [2, 3, 4, 5, 6, 7] }, language),
      tableSheet(
        {
          name: 'toolTieSheet',
          head: [
            ['toolTieWhat', 60],
            ['toolTieOne', 20],
            ['toolTieOther', 20],
            ['toolBankGap', 18],
            ['toolBankWhat', 14],
          ],
          rows: [...notes, ...tied],
          money: [1, 2, 3],
        },
        language,
      ),
    ],
    defaultFont: { name: '微软雅黑', size: 10 },
  }
}
