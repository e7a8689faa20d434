import { type Cell, plain } from '../ledger/cell.ts'

/** What a column of a bank statement says. `in` and `out` are from the account holder’s side. */
export const bankRoles = [
  'date',
  'time',
  'in',
  'out',
  'amount',
  'side',
  'balance',
  'party',
  'partyAccount',
  'summary',
  'account',
  'state',
] as const
export type BankRole = (typeof bankRoles)[number]
/** A role, or '' for a column that is not read, for each column from the left. */
export type ColumnRoles = readonly (BankRole | '')[]

/** The words of a heading as layouts know them: plain letters, no blanks. */
export const headingOf = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? '' : plain(String(cell)).replaceAll(' ', '').slice(0, 80)

/** A statement whose columns are known: every heading named here must stand in one row. */
type Known = { code: string; columns: Readonly<Record<string, BankRole>> }

/** Exports as the banks and payment houses write them; each was read from a real file. */
const known: readonly Known[] = [
  {
    code: 'icbc',
    columns: {
      交易日期: 'date',
      摘要: 'summary',
      交易场所: 'summary',
      '记账金额(收入)': 'in',
      '记账金额(支出)': 'out',
      余额: 'balance',
      对方户名: 'party',
      对方账户: 'partyAccount',
    },
  },
  {
    code: 'ccb',
    columns: {
      交易日期: 'date',
      交易时间: 'time',
      支出: 'out',
      收入: 'in',
      账户余额: 'balance',
      摘要: 'summary',
      对方账号: 'partyAccount',
      对方户名: 'party',
      交易地点: 'summary',
    },
  },
  {
    code: 'cmb',
    columns: {
      记账日期: 'date',
      交易金额: 'amount',
      联机余额: 'balance',
      交易摘要: 'summary',
      对手信息: 'party',
      客户摘要: 'summary',
    },
  },
  {
    code: 'alipay',
    columns: {
      交易时间: 'date',
      交易对方: 'party',
      对方账号: 'partyAccount',
      商品说明: 'summary',
      '收/支': 'side',
      金额: 'amount',
      交易状态: 'state',
      备注: 'summary',
    },
  },
  {
    code: 'wechat',
    columns: {
      交易时间: 'date',
      交易类型: 'summary',
      交易对方: 'party',
      商品: 'summary',
      '收/支': 'side',
      '金额(元)': 'amount',
      当前状态: 'state',
      备注: 'summary',
    },
  },
]

/** Words by which a heading is taken for a role where no layout is known; the first that fits counts. */
const words: readonly [BankRole, RegExp][] = [
  [
    'partyAccount',
    /^(?:对方|对手|收付款人|交易对手|收\/付方)(?:的)?(?:账号|帐号|账户|帐户|卡号)|counterparty.?account/i,
  ],
  ['party', /^(?:对方|对手|交易对手|收付款人|收\/付方)(?:户名|名称|姓名|信息|单位|账户名称|帐户名称)?$|^counterparty/i],
  ['balance', /余额|balance/i],
  ['in', /^(?:收入|贷方|存入|转入|入账|收款|贷记)(?:金额|发生额|额)?|[(]收入[)]|[(]贷[)]|^credit/i],
  ['out', /^(?:支出|借方|支取|转出|出账|付款|借记)(?:金额|发生额|额)?|[(]支出[)]|[(]借[)]|^debit|^withdraw/i],
  ['side', /^(?:收\/支|借贷(?:标志|标识|方向)?|借\/贷|收支(?:标志|类型|方向)?|交易方向)$/],
  ['amount', /^(?:交易|发生)?(?:金额|发生额)(?:[(]元[)])?$|^amount$/i],
  ['time', /^(?:交易|记账|入账)?时间$|^time$/i],
  ['date', /日期|^(?:记账|交易|入账)日$|^date$/i],
  ['summary', /摘要|用途|附言|备注|说明|^remark|^description/i],
  ['account', /^(?:本方|我方)?(?:账号|帐号|卡号|账户)$/],
  ['state', /^(?:交易|当前)?状态$/],
]

const roleOf = (heading: string): BankRole | '' => words.find(([, fits]) => fits.test(heading))?.[0] ?? ''

/** Roles taken from the words of headings: an offer to a person, or to be proved by the balances. */
export function guessedRoles(headings: readonly string[]): ColumnRoles {
  const roles = headings.map(roleOf)
  // 交易时间 alone carries the day as well
  if (!roles.includes('date')) {
    const at = roles.indexOf('time')
    if (at >= 0) roles[at] = 'date'
  }
  // of two columns that say the same only the first is read; words may stand in several
  return roles.map((role, at) => (role === 'summary' || roles.indexOf(role) === at ? role : ''))
}

/** The known layout of a row of headings, with the role of each column. */
export function knownLayout(headings: readonly string[]): { code: string; roles: ColumnRoles } | undefined {
  const found = known.find(({ columns }) => Object.keys(columns).every((heading) => headings.includes(heading)))
  return found && { code: found.code, roles: headings.map((heading) => found.columns[heading] ?? '') }
}

/** How far down headings are looked for: statements begin with the account, notes and totals. */
const DEEPEST = 80
const figure = /^[-+¥￥]?[\d,]+(?:\.\d+)?$/

/** The row of headings among the first rows, by its place in them; -1 where none looks like one. */
export function headingRow(rows: readonly (readonly Cell[])[]): number {
  let best = -1
  let most = 0
  for (const [at, cells] of rows.slice(0, DEEPEST).entries()) {
    const headings = cells.map(headingOf)
    const filled = headings.filter((heading) => heading !== '')
    if (filled.length < 3 || filled.some((heading) => figure.test(heading))) continue
    if (knownLayout(headings)) return at
    const roles = headings.map(roleOf).filter((role) => role !== '')
    const score = roles.length * 10 + filled.length
    if (score > most) [best, most] = [at, score]
  }
  return best
}
