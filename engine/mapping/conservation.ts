import type { Account } from '../ledger/model.ts'
import { counts, type StatementLine, type StatementSet } from '../taxlaw/statement.ts'
import { type Charts, isProfitOrLoss } from './chart.ts'
import type { MappedAccount } from './relation.ts'

/** A leaf without exactly one statement line, or one that leaves its parent; `lines` are the names of those that take it. */
export type Gap = { kind: 'unmapped' | 'nowhere' | 'twice' | 'strays'; code: string; lines: readonly string[] }

type Holding = Pick<Account, 'code' | 'leaf' | 'parent' | 'opening' | 'closing' | 'debit' | 'credit'>
type Tie = Pick<MappedAccount, 'code' | 'standard' | 'tags'>

const ownLines = (lines: readonly StatementLine[]) => lines.filter(({ memo, terms }) => !memo && terms.length > 0)

/** The lines that take a leaf of this standard account, whose balance stands on one side: memo lines (其中) take nothing. */
function linesTaking(set: StatementSet, { standard, tags }: Tie, debit: boolean): string[] {
  const taking = (lines: readonly StatementLine[]) => {
    const terms = lines.flatMap((line) =>
      line.terms.filter(({ account }) => account === standard).map((term) => ({ term, line: line.name })),
    )
    const beside = terms.map(({ term }) => term)
    const fits = terms.filter(({ term }) => counts(term, tags, beside))
    const side = debit ? 'dr_detail' : 'cr_detail'
    const onSide = fits.filter(({ term }) => !term.measure.endsWith('_detail') || term.measure === side)
    // a detail on the side that no line claims stays where its account belongs, as a deduction
    return [...new Set((onSide.length > 0 ? onSide : fits).map(({ line }) => line))]
  }
  return [...taking(ownLines(set.balanceSheet)), ...taking(ownLines(set.incomeStatement))]
}

/** 以前年度损益调整 goes to 利润分配 within the year; no line of the year's income statement takes it, by law. */
const offStatements: ReadonlySet<string> = new Set(['6901'])

/**
 * Conservation: every client leaf that holds money belongs to exactly one line of the statements of its standard, else money is lost
 * or counted twice: balances at either end of the year, and what moved on profit and loss.
 */
export function conservation(
  accounts: readonly Holding[],
  ties: readonly Tie[],
  set: StatementSet,
  charts: Charts,
): Gap[] {
  const profit = new Set([...charts.cas, ...charts.small].filter(isProfitOrLoss).map(({ key }) => key))
  const holds = ({ opening, closing, debit, credit }: Holding, standard: string) =>
    opening !== 0n ||
    closing !== 0n ||
    (profit.has(standard) && !offStatements.has(standard) && (debit !== 0n || credit !== 0n))
  const byCode = new Map(ties.map((tie) => [tie.code, tie]))
  const gaps: Gap[] = []
  for (const account of accounts) {
    const { code, leaf, parent, opening, closing } = account
    const tie = byCode.get(code)
    if (leaf && !tie?.standard) gaps.push({ kind: 'unmapped', code, lines: [] })
    if (!tie?.standard) continue
    const above = parent === null ? undefined : byCode.get(parent)
    if (above?.standard && above.standard !== tie.standard) gaps.push({ kind: 'strays', code, lines: [above.code] })
    if (!leaf || !holds(account, tie.standard)) continue
    const lines = linesTaking(set, tie, (closing === 0n ? opening : closing) >= 0n)
    if (lines.length === 0) gaps.push({ kind: 'nowhere', code, lines: [] })
    if (lines.length > 1) gaps.push({ kind: 'twice', code, lines })
  }
  return gaps
}
