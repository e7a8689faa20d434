import type { Fen } from '../money.ts'
import { accountClass, type AccountClass } from './account-class.ts'
import type { Account, MonthBalance, Standard } from './model.ts'
import { checked, compare, measures, skipped, type Check, type Difference } from './tie-out-report.ts'
import { checkCarried, checkClosed, checkSides, type PreviousBooks } from './tie-out-year.ts'
import type { Subtotal } from './trial-balance.ts'

/** A trial balance to check: only accounts that a file prints (an inferred parent is its children by construction). */
export type BalanceInput = {
  accounts: readonly Account[]
  prior: readonly Account[]
  subtotals: readonly Subtotal[]
  standard: Standard
  /** Sums of the journal by account, if there is a journal: they tell which of two rows is wrong. */
  posted: ReadonlyMap<string, { debit: Fen; credit: Fen }> | null
  months?: readonly MonthBalance[]
  /** Closing balances of the client's project of the year before, if the firm has one. */
  previous?: PreviousBooks | null
}

/** T01 to T07: a trial balance against itself, its subtotals and last year's. */
export function checkBalance(input: BalanceInput): Check[] {
  if (input.accounts.length === 0) {
    return (['T01', 'T02', 'T03', 'T04', 'T05', 'T06', 'T07'] as const).map((id) =>
      skipped(id, 'skippedNoTrialBalance'),
    )
  }
  return [
    sides(input),
    rows(input),
    parents(input),
    subtotals(input),
    checkClosed(input),
    checkSides(input),
    checkCarried(input),
  ]
}

const leavesOf = (accounts: readonly Account[]) => accounts.filter(({ leaf }) => leaf)
const isPrinted = ({ printed }: Account) => printed !== ''
const total = (accounts: readonly Account[], measure: (account: Account) => Fen) =>
  accounts.reduce((sum, account) => sum + measure(account), 0n)

/** T01: leaves balance, debit against credit, at opening, in movement, at closing. */
function sides({ accounts }: BalanceInput): Check {
  const leaves = leavesOf(accounts)
  const debitOf = (measure: 'opening' | 'closing') => total(leaves, (one) => (one[measure] > 0n ? one[measure] : 0n))
  const creditOf = (measure: 'opening' | 'closing') => total(leaves, (one) => (one[measure] < 0n ? -one[measure] : 0n))
  const what = { class: 'unbalanced_table', cause: 'causeTableUnbalanced', rows: [] } as const
  const differences = [
    compare({ measure: 'opening' }, { expected: debitOf('opening'), actual: creditOf('opening') }, what),
    compare(
      { measure: 'debit' },
      { expected: total(leaves, (one) => one.debit), actual: total(leaves, (one) => one.credit) },
      what,
    ),
    compare({ measure: 'closing' }, { expected: debitOf('closing'), actual: creditOf('closing') }, what),
  ]
  return checked('T01', 3, present(differences))
}

const present = (differences: readonly (Difference | undefined)[]) => differences.filter((one) => one !== undefined)

/** T02: opening + debit − credit = closing, in every printed row; a month opens with what the month before left. */
function rows({ accounts, months = [] }: BalanceInput): Check {
  const printed = accounts.filter(isPrinted)
  const differences = printed.map(({ code, opening, debit, credit, closing, origin }) =>
    compare(
      { account: code, measure: 'closing' },
      { expected: opening + debit - credit, actual: closing },
      { class: 'edited_row', cause: 'causeRowNotClosed', rows: [origin] },
    ),
  )
  return checked('T02', printed.length + months.length, [...present(differences), ...monthRows(months)])
}

function monthRows(months: readonly MonthBalance[]): Difference[] {
  const differences: (Difference | undefined)[] = []
  for (const [account, own] of Map.groupBy(months, (one) => one.account)) {
    let last: MonthBalance | undefined
    for (const month of own.toSorted((one, other) => (one.period < other.period ? -1 : 1))) {
      const { period, opening, debit, credit, closing, origin } = month
      const what = { class: 'edited_row', rows: [origin] } as const
      const where = { account, period }
      differences.push(
        compare(
          { ...where, measure: 'closing' },
          { expected: opening + debit - credit, actual: closing },
          { ...what, cause: 'causeRowNotClosed' },
        ),
      )
      if (last && Number(period) === Number(last.period) + 1) {
        const cause = { cause: 'causeMonthOpening', params: { month: period, before: last.period } }
        const amounts = { expected: last.closing, actual: opening }
        differences.push(compare({ ...where, measure: 'opening' }, amounts, { ...what, ...cause }))
      }
      last = month
    }
  }
  return present(differences)
}

/** T03: a parent is the sum of its children, in each measure. */
function parents({ accounts, posted }: BalanceInput): Check {
  const children = Map.groupBy(
    accounts.filter(({ parent }) => parent !== null),
    ({ parent }) => parent ?? '',
  )
  const differences: Difference[] = []
  let compared = 0
  for (const parent of accounts.filter((account) => !account.leaf && isPrinted(account))) {
    const below = children.get(parent.code) ?? []
    const off = measures.filter((measure) => total(below, (one) => one[measure]) !== parent[measure])
    const double = off.length > 0 ? doubled(parent, below) : undefined
    for (const measure of measures) {
      compared += 1
      const expected = total(below, (one) => one[measure])
      const actual = parent[measure]
      if (expected === actual) continue
      // Where the journal agrees with the parent, a row below it is missing or changed; without one, a whole row is off.
      const byJournal = posted && isMovement(measure) ? postedBelow(parent.code, accounts, posted, measure) : undefined
      const missing = byJournal === undefined ? off.length > 2 : byJournal === actual
      const [kind, cause] = double
        ? (['double_child', 'causeDoubleChild'] as const)
        : missing
          ? (['missing_child', 'causeMissingChild'] as const)
          : (['edited_total', 'causeEditedTotal'] as const)
      const difference = compare(
        { account: parent.code, measure },
        { expected, actual },
        {
          class: kind,
          cause,
          params: { account: parent.code, name: parent.name, child: double?.code ?? '' },
          rows: [parent.origin, ...(double ? [double] : below).map(({ origin }) => origin)],
        },
      )
      if (difference) differences.push(difference)
    }
  }
  return compared === 0 ? skipped('T03', 'skippedNoParents') : checked('T03', compared, differences)
}

const isMovement = (measure: string) => measure === 'debit' || measure === 'credit'

/** A child whose amounts are what the children have too much of: it is printed a second time under another code. */
const doubled = (parent: Account, below: readonly Account[]): Account | undefined =>
  below.find((child) => {
    const twin = below.some((other) => other !== child && other.name === child.name)
    return twin && measures.every((measure) => total(below, (one) => one[measure]) - parent[measure] === child[measure])
  })

function postedBelow(
  code: string,
  accounts: readonly Account[],
  posted: ReadonlyMap<string, { debit: Fen; credit: Fen }>,
  measure: string,
): Fen {
  const parentOf = new Map(accounts.map((account) => [account.code, account.parent]))
  // What the table does not print lies below the nearest printed account that its code begins with.
  const known = (account: string): string | null => {
    for (let at = account; at.length > 2; at = at.slice(0, -1)) if (parentOf.has(at)) return at
    return null
  }
  let sum = 0n
  for (const [account, sums] of posted) {
    for (let at: string | null = known(account); at !== null; at = parentOf.get(at) ?? null) {
      if (at !== code) continue
      sum += measure === 'debit' ? sums.debit : sums.credit
      break
    }
  }
  return sum
}

const subtotalClasses: [RegExp, AccountClass][] = [
  [/资产/, 'asset'],
  [/负债/, 'liability'],
  [/共同/, 'common'],
  [/权益/, 'equity'],
  [/成本/, 'cost'],
  [/损益/, 'profit_loss'],
]

type SubtotalMeasure = Exclude<keyof Subtotal, 'label' | 'origin'>

const sumsOf = (inside: readonly Account[]): [SubtotalMeasure, Fen][] => [
  ['openingDebit', total(inside, ({ opening }) => (opening > 0n ? opening : 0n))],
  ['openingCredit', total(inside, ({ opening }) => (opening < 0n ? -opening : 0n))],
  ['debit', total(inside, ({ debit }) => debit)],
  ['credit', total(inside, ({ credit }) => credit)],
  ['closingDebit', total(inside, ({ closing }) => (closing > 0n ? closing : 0n))],
  ['closingCredit', total(inside, ({ closing }) => (closing < 0n ? -closing : 0n))],
]

/**
 * T04: printed subtotals are the sums of their accounts, debit and credit balances apart. Programs sum the leaves or the
 * first-level accounts, whose sides cancel out inside them: a subtotal is right by either.
 */
function subtotals({ accounts, subtotals, standard }: BalanceInput): Check {
  if (subtotals.length === 0) return skipped('T04', 'skippedNoSubtotals')
  const ways = [leavesOf(accounts), accounts.filter(({ parent }) => parent === null)]
  const differences: Difference[] = []
  let compared = 0
  for (const row of subtotals) {
    const tried = ways.flatMap((way) => {
      const inside = rowsOf(row.label, way, standard)
      return inside ? [subtotalDifferences(row, sumsOf(inside))] : []
    })
    if (tried.length === 0) continue
    compared += sumsOf([]).filter(([measure]) => row[measure] !== null).length
    const [best] = tried.toSorted((one, other) => one.length - other.length)
    differences.push(...(best ?? []))
  }
  return compared === 0 ? skipped('T04', 'skippedNoSubtotals') : checked('T04', compared, differences)
}

const subtotalDifferences = (row: Subtotal, sums: readonly [SubtotalMeasure, Fen][]): Difference[] =>
  sums.flatMap(([measure, expected]) => {
    const actual = row[measure]
    if (actual === null) return []
    const difference = compare(
      { label: row.label },
      { expected, actual },
      { class: 'edited_total', cause: 'causeSubtotal', params: { label: row.label, measure }, rows: [row.origin] },
    )
    return difference ? [difference] : []
  })

/** The accounts a subtotal's words speak of; undefined if they name nothing known. */
function rowsOf(label: string, leaves: readonly Account[], standard: Standard): Account[] | undefined {
  if (/^(?:合计|总计|grand total|total)/i.test(label)) return [...leaves]
  const group = subtotalClasses.find(([words]) => words.test(label))?.[1]
  return group && leaves.filter((leaf) => accountClass(leaf, standard) === group)
}
