import type { Fen } from '../money.ts'
import { accountClass, creditNormal, rootDigits, rootName } from './account-class.ts'
import type { Account, Origin, Standard } from './model.ts'
import { checked, compare, finding, skipped, type Check, type Difference } from './tie-out-report.ts'

/** The books of the client's previous project: its name, and each account's closing. */
export type PreviousBooks = { name: string; accounts: readonly Closing[] }
type Closing = { code: string; name: string; fullName: string; leaf: boolean; closing: Fen; origin?: Origin }

/** This year's printed accounts, and the same client's a year ago. */
export type YearInput = {
  accounts: readonly Account[]
  prior: readonly Account[]
  standard: Standard
  previous?: PreviousBooks | null
}

/** T05: at the year's end profit and loss is closed to 本年利润, all of it or none, and 本年利润 to 利润分配. */
export function checkClosed({ accounts, standard }: YearInput): Check {
  const leaves = accounts.filter(({ leaf }) => leaf)
  const profitLoss = leaves.filter((leaf) => accountClass(leaf, standard) === 'profit_loss')
  const open = profitLoss.filter(({ closing }) => closing !== 0n)
  // A year of which nothing is closed yet is a state, not a fault: only a mixed one is.
  const moved = profitLoss.filter(({ debit, credit }) => debit !== 0n || credit !== 0n)
  const mixed = moved.some(({ closing }) => closing === 0n)
  const differences = (mixed ? open : []).map(({ code, name, closing, origin }) =>
    compare(
      { account: code, measure: 'closing' },
      { expected: 0n, actual: closing },
      {
        class: 'not_closed',
        cause: 'causeSomeNotClosed',
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
  return checked(
    'T05',
    profitLoss.length,
    differences.filter((one) => one !== undefined),
    { profitLoss: profitLoss.length, open: open.length },
  )
}

/** Accounts whose balance may be on either side: overpaid tax (留抵), differences, settlements under way. */
const eitherSide =
  /^(?:应交税费|应交税金|材料成本差异|商品进销差价|固定资产清理|合同结算|工程结算|其他综合收益|内部往来|清算资金往来|未确认融资费用)$/

/** T06: first-level balances on the side that is not theirs; cash and bank also account by account; 待处理财产损溢 not zero. */
export function checkSides({ accounts, standard }: YearInput): Check {
  const differences: Difference[] = []
  let compared = 0
  for (const account of accounts) {
    const group = accountClass(account, standard)
    const cash = ['1001', '1002', '1012'].includes(rootDigits(account.code)) && account.leaf
    if (account.level !== 1 && !cash) continue
    const suspense = account.fullName.startsWith('待处理财产损溢')
    if (eitherSide.test(rootName(account.fullName))) continue
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

/** T07: this year's opening is last year's closing, leaf by leaf: the client's own table, and the firm's previous project. */
export function checkCarried({ accounts, prior, previous, standard }: YearInput): Check {
  const sources: { name: string | null; accounts: readonly Closing[] }[] = []
  if (prior.length > 0) sources.push({ name: null, accounts: prior })
  if (previous && previous.accounts.length > 0) sources.push(previous)
  if (sources.length === 0) return skipped('T07', 'skippedNoPrior')
  const differences: Difference[] = []
  let compared = 0
  for (const source of sources) {
    const found = carriedFrom(source, accounts, standard)
    compared += found.compared
    // The same difference against both is told once.
    const told = new Set(differences.map(({ where, difference }) => `${where.account} ${difference}`))
    differences.push(
      ...found.differences.filter(({ where, difference }) => !told.has(`${where.account} ${difference}`)),
    )
  }
  return checked('T07', compared, differences, { sources: sources.length })
}

function carriedFrom(
  source: { name: string | null; accounts: readonly Closing[] },
  accounts: readonly Account[],
  standard: Standard,
) {
  const before = new Map(source.accounts.map((account) => [account.code, account]))
  const now = new Map(accounts.map((account) => [account.code, account]))
  const differences: Difference[] = []
  // Profit and loss that was not closed last year, and 本年利润, open this year inside 利润分配: together they are carried.
  const retained: Difference[] = []
  let compared = 0
  const put = (one: Closing, expected: Fen, actual: Fen) => {
    compared += 1
    const account = now.get(one.code)
    const rows = [account?.origin, before.get(one.code)?.origin].filter((row) => row !== undefined)
    const params = { account: one.code, name: one.name, project: source.name ?? '' }
    const cause = source.name === null ? 'causeCarriedForward' : 'causePreviousProject'
    const what = { class: 'carried_forward', cause, params, rows } as const
    const difference = compare({ account: one.code, measure: 'opening' }, { expected, actual }, what)
    if (difference) (isRetained(one, standard) ? retained : differences).push(difference)
  }
  for (const account of accounts) {
    if (account.leaf) put(account, before.get(account.code)?.closing ?? 0n, account.opening)
  }
  for (const last of source.accounts) {
    const account = now.get(last.code)
    if (last.leaf && !account?.leaf) put(last, last.closing, account?.opening ?? 0n)
  }
  const carried = retained.reduce((sum, { difference }) => sum + (difference ?? 0n), 0n) === 0n
  return { compared, differences: carried ? differences : [...differences, ...retained] }
}

const isRetained = (account: Closing, standard: Standard) =>
  /^(?:本年利润|利润分配|未分配利润)$/.test(rootName(account.fullName)) ||
  accountClass(account, standard) === 'profit_loss'
