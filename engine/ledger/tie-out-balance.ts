import type { Fen } from '../money.ts'
import { accountClass, creditNormal, rootDigits, rootName, type AccountClass } from './account-class.ts'
import type { Account, Standard } from './model.ts'
import { checked, compare, finding, measures, skipped, type Check, type Difference } from './tie-out-report.ts'
import type { Subtotal } from './trial-balance.ts'

/** A trial balance to check: only accounts that a file prints (an inferred parent is its children by construction). */
export type BalanceInput = {
  accounts: readonly Account[]
  prior: readonly Account[]
  subtotals: readonly Subtotal[]
  standard: Standard
  /** Sums of the journal by account, if there is a journal: they tell which of two rows is wrong. */
  posted: ReadonlyMap<string, { debit: Fen; credit: Fen }> | null
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
    closed(input),
    normalSides(input),
    carried(input),
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

/** T02: opening + debit − credit = closing, in every printed row. */
function rows({ accounts }: BalanceInput): Check {
  const printed = accounts.filter(isPrinted)
  const differences = printed.map(({ code, opening, debit, credit, closing, origin }) =>
    compare(
      { account: code, measure: 'closing' },
      { expected: opening + debit - credit, actual: closing },
      { class: 'edited_row', cause: 'causeRowNotClosed', rows: [origin] },
    ),
  )
  return checked('T02', printed.length, present(differences))
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
    for (const measure of measures) {
      compared += 1
      const expected = total(below, (one) => one[measure])
      const actual = parent[measure]
      if (expected === actual) continue
      // Where the journal agrees with the parent, a row below it is missing or changed.
      const movement = measure === 'debit' || measure === 'credit'
      const byJournal = movement && posted ? postedBelow(parent.code, accounts, posted, measure) : undefined
      const missing = byJournal !== undefined && byJournal === actual
      const difference = compare(
        { account: parent.code, measure },
        { expected, actual },
        {
          class: missing ? 'missing_child' : 'edited_total',
          cause: missing ? 'causeMissingChild' : 'causeEditedTotal',
          params: { account: parent.code, name: parent.name },
          rows: [parent.origin, ...below.map(({ origin }) => origin)],
        },
      )
      if (difference) differences.push(difference)
    }
  }
  return compared === 0 ? skipped('T03', 'skippedNoParents') : checked('T03', compared, differences)
}

function postedBelow(
  code: string,
  accounts: readonly Account[],
  posted: ReadonlyMap<string, { debit: Fen; credit: Fen }>,
  measure: 'debit' | 'credit',
): Fen {
  const parentOf = new Map(accounts.map((account) => [account.code, account.parent]))
  let sum = 0n
  for (const [account, sums] of posted) {
    for (let at: string | null = account; at !== null; at = parentOf.get(at) ?? null) {
      if (at !== code) continue
      sum += sums[measure]
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

/** T04: printed subtotals are the sums of their leaves, debit and credit balances apart. */
function subtotals({ accounts, subtotals, standard }: BalanceInput): Check {
  if (subtotals.length === 0) return skipped('T04', 'skippedNoSubtotals')
  const leaves = leavesOf(accounts)
  const differences: Difference[] = []
  let compared = 0
  for (const row of subtotals) {
    const inside = rowsOf(row.label, leaves, standard)
    if (!inside) continue
    const computed: [
      keyof Subtotal & ('openingDebit' | 'openingCredit' | 'debit' | 'credit' | 'closingDebit' | 'closingCredit'),
      Fen,
    ][] = [
      ['openingDebit', total(inside, ({ opening }) => (opening > 0n ? opening : 0n))],
      ['openingCredit', total(inside, ({ opening }) => (opening < 0n ? -opening : 0n))],
      ['debit', total(inside, ({ debit }) => debit)],
      ['credit', total(inside, ({ credit }) => credit)],
      ['closingDebit', total(inside, ({ closing }) => (closing > 0n ? closing : 0n))],
      ['closingCredit', total(inside, ({ closing }) => (closing < 0n ? -closing : 0n))],
    ]
    for (const [measure, expected] of computed) {
      const actual = row[measure]
      if (actual === null) continue
      compared += 1
      const difference = compare(
        { label: row.label },
        { expected, actual },
        {
          class: 'edited_total',
          cause: 'causeSubtotal',
          params: { label: row.label, measure },
          rows: [row.origin],
        },
      )
      if (difference) differences.push(difference)
    }
  }
  return compared === 0 ? skipped('T04', 'skippedNoSubtotals') : checked('T04', compared, differences)
}

/** The leaves a subtotal's words speak of; undefined if they name nothing known. */
function rowsOf(label: string, leaves: readonly Account[], standard: Standard): Account[] | undefined {
  if (/^(?:合计|总计|grand total|total)/i.test(label)) return [...leaves]
  const group = subtotalClasses.find(([words]) => words.test(label))?.[1]
  return group && leaves.filter((leaf) => accountClass(leaf, standard) === group)
}

/** T05: at the year's end profit and loss is closed to 本年利润, all of it or none, and 本年利润 to 利润分配. */
function closed({ accounts, standard }: BalanceInput): Check {
  const leaves = leavesOf(accounts)
  const profitLoss = leaves.filter((leaf) => accountClass(leaf, standard) === 'profit_loss')
  const open = profitLoss.filter(({ closing }) => closing !== 0n)
  const differences = open.map(({ code, name, closing, origin }) =>
    compare(
      { account: code, measure: 'closing' },
      { expected: 0n, actual: closing },
      {
        class: 'not_closed',
        cause: open.length < profitLoss.length ? 'causeSomeNotClosed' : 'causeNotClosed',
        params: { account: code, name },
        rows: [origin],
      },
    ),
  )
  for (const { fullName, code, closing, origin } of leaves) {
    if (rootName(fullName) !== '本年利润' || open.length > 0) continue
    const what = { class: 'profit_not_transferred', cause: 'causeProfitNotTransferred', rows: [origin] } as const
    differences.push(compare({ account: code, measure: 'closing' }, { expected: 0n, actual: closing }, what))
  }
  return checked('T05', profitLoss.length, present(differences), { profitLoss: profitLoss.length, open: open.length })
}

/** T06: first-level balances on the side that is not theirs; cash and bank also account by account; 待处理财产损溢 not zero. */
function normalSides({ accounts, standard }: BalanceInput): Check {
  const differences: Difference[] = []
  let compared = 0
  for (const account of accounts) {
    const group = accountClass(account, standard)
    const cash = ['1001', '1002', '1012'].includes(rootDigits(account.code)) && account.leaf
    if (account.level !== 1 && !cash) continue
    const suspense = account.fullName.startsWith('待处理财产损溢')
    if (
      !suspense &&
      (!['asset', 'liability', 'equity'].includes(group) || /^(?:本年利润|利润分配)$/.test(rootName(account.fullName)))
    )
      continue
    compared += 1
    const abnormal = creditNormal(account, standard) ? account.closing > 0n : account.closing < 0n
    if (!(suspense ? account.closing !== 0n : abnormal)) continue
    differences.push({
      ...finding(
        { account: account.code, measure: 'closing' },
        {
          class: 'abnormal_side',
          cause: suspense ? 'causeSuspense' : 'causeAbnormalSide',
          params: { account: account.code, name: account.name },
          rows: [account.origin],
        },
      ),
      actual: account.closing,
    })
  }
  return checked('T06', compared, differences)
}

/** T07: this year's opening is last year's closing, leaf by leaf. */
function carried({ accounts, prior }: BalanceInput): Check {
  if (prior.length === 0) return skipped('T07', 'skippedNoPrior')
  const before = new Map(prior.map((account) => [account.code, account]))
  const now = new Map(accounts.map((account) => [account.code, account]))
  const differences: (Difference | undefined)[] = []
  let compared = 0
  const put = ({ code, name }: Account, expected: Fen, actual: Fen, rows: Account[]) => {
    compared += 1
    const what = { class: 'carried_forward', cause: 'causeCarriedForward', params: { account: code, name } } as const
    differences.push(
      compare(
        { account: code, measure: 'opening' },
        { expected, actual },
        { ...what, rows: rows.map(({ origin }) => origin) },
      ),
    )
  }
  for (const account of accounts) {
    if (!account.leaf) continue
    const last = before.get(account.code)
    put(account, last?.closing ?? 0n, account.opening, last ? [account, last] : [account])
  }
  for (const last of prior) {
    const account = now.get(last.code)
    if (!last.leaf || account?.leaf) continue
    put(last, last.closing, account?.opening ?? 0n, account ? [account, last] : [last])
  }
  return checked('T07', compared, present(differences))
}
