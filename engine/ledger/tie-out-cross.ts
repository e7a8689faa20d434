import type { Fen } from '../money.ts'
import { accountClass } from './account-class.ts'
import type { JournalColumns, Sums } from './journal-columns.ts'
import type { Account, DimensionBalance, Ledger, Standard, StatementFigure } from './model.ts'
import { explain, type Gap } from './tie-out-explain.ts'
import { postedByAccount, type JournalFindings } from './tie-out-journal.ts'
import { checked, compare, measures, rowsShown, skipped, type Check, type Difference } from './tie-out-report.ts'

/** X01: the movement of every leaf is the sum of its journal lines, closing vouchers included. */
export function checkPostings(
  accounts: readonly Account[],
  journal: JournalColumns,
  all: JournalFindings,
  months: readonly string[],
): Check {
  if (accounts.length === 0) return skipped('X01', 'skippedNoTrialBalance')
  if (journal.size === 0) return skipped('X01', 'skippedNoJournal')
  // A table of some months is compared with the journal of those months.
  const findings = months.length < 12 ? { ...all, posted: postedByAccount(journal, new Set(months)) } : all
  const leaves = accounts.filter(({ leaf }) => leaf)
  const sums = rolledUp(leaves, findings.posted)
  const gaps: Gap[] = []
  for (const account of leaves) {
    const posted = sums.get(account.code)
    const debit = (posted?.debit ?? 0n) - account.debit
    const credit = (posted?.credit ?? 0n) - account.credit
    if (debit !== 0n || credit !== 0n) gaps.push({ account, debit, credit })
  }
  const byCode = new Map(leaves.map((account) => [account.code, account]))
  const differences = explain(gaps, journal, findings).map((piece): Difference => {
    const expected = byCode.get(piece.account)?.[piece.side] ?? 0n
    return {
      where: { account: piece.account, measure: piece.side },
      expected,
      actual: sums.get(piece.account)?.[piece.side] ?? 0n,
      difference: piece.amount,
      class: piece.class,
      cause: piece.cause,
      rows: piece.rows.slice(0, rowsShown),
    }
  })
  return checked('X01', leaves.length * 2, differences)
}

/** Journal sums per leaf; what is posted below a leaf (a trial balance that stops at an upper level) counts for it. */
function rolledUp(leaves: readonly Account[], posted: ReadonlyMap<string, Sums>): Map<string, Sums> {
  const known = new Set(leaves.map(({ code }) => code))
  const sums = new Map<string, Sums>()
  for (const [code, amounts] of posted) {
    let at = code
    while (at.length > 2 && !known.has(at)) at = at.slice(0, -1).replace(/[.\-_/\\]$/, '')
    const target = known.has(at) ? at : code
    const sum = sums.get(target) ?? { debit: 0n, credit: 0n, lines: 0 }
    sums.set(target, {
      debit: sum.debit + amounts.debit,
      credit: sum.credit + amounts.credit,
      lines: sum.lines + amounts.lines,
    })
  }
  return sums
}

const figure = (statements: readonly StatementFigure[], kind: StatementFigure['kind'], words: RegExp) =>
  statements.find((one) => one.kind === kind && words.test(one.name.replaceAll(/\s/g, '')))

/**
 * X02, the part that needs no mapping: net profit is what profit and loss accounts earned without closing vouchers;
 * owners' equity is the sum of the equity accounts and of profit and loss not yet closed. `postings` is X01: where the
 * journal's own differences add up to the profit's, the statement follows the trial balance and says so.
 */
export function checkStatements(ledger: Ledger, standard: Standard, postings: Check): Check {
  const { statements, accounts, journal } = ledger
  const differences: (Difference | undefined)[] = []
  let compared = 0
  const classOf = new Map(accounts.map((account) => [account.code, accountClass(account, standard)]))
  const profit = figure(statements, 'income_statement', /^(?:[四五]、)?净利润/)
  if (profit && profit.current !== null && journal.size > 0) {
    const isProfitLoss = journal.accountCodes.map((code) => classOf.get(code) === 'profit_loss')
    let earned = 0n
    for (let index = 0; index < journal.size; index += 1) {
      if (!isProfitLoss[journal.account[index] ?? 0] || journal.vouchers[journal.voucher[index] ?? 0]?.closing) continue
      earned += (journal.credit[index] ?? 0n) - (journal.debit[index] ?? 0n)
    }
    compared += 1
    const follows = postings.differences.reduce((sum, { where, difference }) => {
      if (classOf.get(where.account ?? '') !== 'profit_loss') return sum
      return where.measure === 'debit' ? sum + (difference ?? 0n) : sum - (difference ?? 0n)
    }, 0n)
    const cause = follows !== 0n && profit.current - earned === follows ? 'causeStatementFollows' : 'causeStatementLine'
    differences.push(statementLine(profit, profit.current, earned, cause))
  }
  const equity = figure(statements, 'balance_sheet', /^(?:所有者权益|股东权益).*合计$/)
  if (equity && accounts.length > 0) {
    const own = accounts.filter(({ leaf, code }) => leaf && ['equity', 'profit_loss'].includes(classOf.get(code) ?? ''))
    const sum = (measure: 'opening' | 'closing') => own.reduce((total, account) => total - account[measure], 0n)
    for (const [printed, computed] of [
      [equity.current, sum('closing')],
      [equity.prior, sum('opening')],
    ] as const) {
      if (printed === null) continue
      compared += 1
      differences.push(statementLine(equity, printed, computed, 'causeStatementLine'))
    }
  }
  if (compared === 0) return skipped('X02', 'skippedNoStatements')
  return checked(
    'X02',
    compared,
    differences.filter((one) => one !== undefined),
  )
}

const statementLine = ({ name, origin }: StatementFigure, printed: Fen, computed: Fen, cause: string) =>
  compare(
    { label: name },
    { expected: computed, actual: printed },
    {
      class: 'statement',
      cause,
      params: { label: name },
      rows: [origin],
    },
  )

/** X03: balances by customer, supplier … add up to their account, one kind of dimension at a time. */
export function checkDimensions(accounts: readonly Account[], dimensions: readonly DimensionBalance[]): Check {
  if (dimensions.length === 0) return skipped('X03', 'skippedNoDimensions')
  const chart = new Map(accounts.map((account) => [account.code, account]))
  const differences: (Difference | undefined)[] = []
  let compared = 0
  for (const group of Map.groupBy(dimensions, ({ account, kind }) => `${account} ${kind}`).values()) {
    const code = group[0]?.account ?? ''
    const account = chart.get(code)
    for (const measure of measures) {
      compared += 1
      const actual = group.reduce((sum, one) => sum + one[measure], 0n)
      const expected = account?.[measure] ?? 0n
      const double = expected !== 0n && actual === expected * 2n
      differences.push(
        compare(
          { account: code, measure, label: group[0]?.kind ?? '' },
          { expected, actual },
          {
            class: double ? 'dimension_double' : 'dimension',
            cause: double ? 'causeDimensionDouble' : 'causeDimension',
            params: { account: code, name: account?.name ?? '' },
            rows: [...(account ? [account.origin] : []), ...group.map(({ origin }) => origin)],
          },
        ),
      )
    }
  }
  return checked(
    'X03',
    compared,
    differences.filter((one) => one !== undefined),
  )
}

/** X05: the client's own balance sheet balances, at both dates. */
export function checkOwnBalance(statements: readonly StatementFigure[]): Check {
  const assets = figure(statements, 'balance_sheet', /^资产(?:总计|合计)$/)
  const claims = figure(statements, 'balance_sheet', /^负债(?:和|及)(?:所有者|股东)权益.*(?:总计|合计)$/)
  if (!assets || !claims) return skipped('X05', 'skippedNoStatements')
  const what = { class: 'statement', cause: 'causeOwnBalance', rows: [assets.origin, claims.origin] } as const
  const differences = [
    compare(
      { label: assets.name, measure: 'closing' },
      { expected: assets.current ?? 0n, actual: claims.current ?? 0n },
      what,
    ),
    compare(
      { label: assets.name, measure: 'opening' },
      { expected: assets.prior ?? 0n, actual: claims.prior ?? 0n },
      what,
    ),
  ]
  return checked(
    'X05',
    2,
    differences.filter((one) => one !== undefined),
  )
}
