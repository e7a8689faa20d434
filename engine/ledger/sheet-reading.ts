import type { Remark } from './cell.ts'
import type { ColumnQuestion } from './column-questions.ts'
import type { ColumnReading } from './column-reading.ts'
import type { Header } from './header.ts'
import type { SheetKind } from './model.ts'
import type { Period, PeriodVote } from './period.ts'
import type { Multiplier, SaidOfSheet, SheetQuestion } from './sheet-answers.ts'

/** How a table shows that a balance is on the credit side. */
export type BalanceStyle = 'split' | 'direction' | 'signed' | 'normal_side'

/** How a journal shows the side of a line: two columns, one amount with a side (signed or not), or a signed amount alone. */
export type AmountStyle = 'split' | 'side_signed' | 'side_positive' | 'signed'

export type KindScore = { kind: SheetKind; score: number }

/** Everything that was understood of a sheet before its rows are read, with the reasons. */
export type SheetReading = {
  file: string
  sheet: string
  kind: SheetKind
  /** Score of the kind minus the score of the next best one. */
  margin: number
  runnerUp: KindScore | null
  evidence: Remark[]
  header: Header | null
  columns: ColumnReading[]
  balanceStyle: BalanceStyle | null
  amountStyle: AmountStyle | null
  /** Yuan per unit of the table. */
  multiplier: Multiplier
  company: string | null
  period: Period | null
  periodVotes: PeriodVote[]
  /** The vendor whose words these are, only to be shown; nothing is decided by it. */
  vendor: string | null
  /** The layout's name for remembered answers (`layoutSignature`). */
  signature: string
  /** Columns that only a person can decide; while there are any, the sheet is not read. */
  questions: ColumnQuestion[]
  /** What only a person can decide about the whole sheet; while there is any, it is not read. */
  asks: SheetQuestion[]
  /** What a person said about the whole sheet. */
  said: SaidOfSheet
  /** The account a 明细账 names in its title or sheet name. */
  accountTitle: string | null
}
