import type { Fen } from '../money.ts'
import { accountClass, rootName } from './account-class.ts'
import type { Account, Ledger, Standard, StatementFigure } from './model.ts'
import { lineName } from './tie-out-statements.ts'
import { checked, compare, skipped, type Check, type Difference } from './tie-out-report.ts'

/** Sums that the client's own statements print, by words: the total, then its parts with their signs. */
const inside: readonly { kind: StatementFigure['kind']; total: RegExp; parts: readonly [RegExp, 1 | -1][] }[] = [
  {
    kind: 'balance_sheet',
    total: /^资产(?:总计|合计)$/,
    parts: [
      [/^流动资产合计$/, 1],
      [/^非流动资产合计$/, 1],
    ],
  },
  {
    kind: 'balance_sheet',
    total: /^负债合计$/,
    parts: [
      [/^流动负债合计$/, 1],
      [/^非流动负债合计$/, 1],
    ],
  },
  {
    kind: 'balance_sheet',
    total: /^负债(?:和|及)(?:所有者|股东)权益(?:总计|合计)$/,
    parts: [
      [/^负债合计$/, 1],
      [/^(?:所有者|股东)权益合计$/, 1],
    ],
  },
  {
    kind: 'income_statement',
    total: /^利润总额$/,
    parts: [
      [/^营业利润$/, 1],
      [/^营业外收入$/, 1],
      [/^营业外支出$/, -1],
    ],
  },
  {
    kind: 'income_statement',
    total: /^净利润$/,
    parts: [
      [/^利润总额$/, 1],
      [/^所得税费用$/, -1],
    ],
  },
]

/**
 * X05: the client's own balance sheet balances at both dates, its totals and those of the income statement add up, net
 * profit leads to 未分配利润 (`earned` is the profit of the books, null if they cannot tell; what else moved 利润分配 is allowed), and a
 * cash flow statement ends with the balance sheet's cash.
 */
export function checkOwnStatements(
  { statements, accounts }: Pick<Ledger, 'statements' | 'accounts'>,
  standard: Standard,
  earned: Fen | null,
): Check {
  if (statements.length === 0) return skipped('X05', 'skippedNoStatements')
  const differences: (Difference | undefined)[] = []
  let compared = 0
  const named = (kind: StatementFigure['kind'], words: RegExp) =>
    statements.find((one) => one.kind === kind && words.test(lineName(one.name)))
  type Sum = { line: StatementFigure; instant: 'current' | 'prior'; expected: Fen | null; others: StatementFigure[] }
  const put = ({ line, instant, expected, others }: Sum, cause: string) => {
    const actual = line[instant]
    if (actual === null || expected === null) return
    compared += 1
    const rows = [line, ...others].map(({ origin }) => origin)
    const what = { class: 'statement_sum', cause, params: { label: line.name }, rows } as const
    const where = { label: line.name, measure: instant === 'current' ? 'closing' : 'opening' } as const
    differences.push(compare(where, { expected, actual }, what))
  }
  const assets = named('balance_sheet', /^资产(?:总计|合计)$/)
  const claims = named('balance_sheet', /^负债(?:和|及)(?:所有者|股东)权益(?:总计|合计)$/)
  for (const instant of ['current', 'prior'] as const) {
    if (assets && claims) put({ line: claims, instant, expected: assets[instant], others: [assets] }, 'causeOwnBalance')
    for (const { kind, total, parts } of inside) {
      const line = named(kind, total)
      const found = parts.map(([words, sign]) => ({ figure: named(kind, words), sign }))
      const sum = found.reduce<Fen | null>((so, { figure: part, sign }) => {
        const amount = part?.[instant] ?? null
        return so === null || amount === null ? null : so + BigInt(sign) * amount
      }, 0n)
      const others = found.flatMap(({ figure: part }) => part ?? [])
      if (line) put({ line, instant, expected: sum, others }, 'causeStatementSum')
    }
  }
  const retained = named('balance_sheet', /^未分配利润$/)
  const profit = named('income_statement', /^净利润$/)
  const moved = appropriated(accounts, standard, earned)
  if (retained && profit && retained.prior !== null && profit.current !== null && moved !== null) {
    const expected = retained.prior + profit.current + moved
    put({ line: retained, instant: 'current', expected, others: [profit] }, 'causeRetained')
  }
  const cash = named('balance_sheet', /^货币资金$/)
  const end = statements.find(({ name }) => /期末现金及现金等价物余额/.test(name))
  if (cash && end) put({ line: end, instant: 'current', expected: cash.current, others: [cash] }, 'causeCashFlow')
  return compared === 0
    ? skipped('X05', 'skippedNoStatementLines')
    : checked(
        'X05',
        compared,
        differences.filter((one) => one !== undefined),
      )
}

/**
 * What moved 未分配利润 beside the year's profit (提取盈余公积, 分配股利, 以前年度损益调整), signed as it changes it: the change
 * of 本年利润, 利润分配 and what profit and loss still holds, without the profit earned. Null where the books cannot tell.
 */
function appropriated(accounts: readonly Account[], standard: Standard, earned: Fen | null): Fen | null {
  const own = accounts.filter(
    (account) =>
      account.leaf &&
      (/^(?:利润分配|未分配利润|本年利润)$/.test(rootName(account.fullName)) ||
        accountClass(account, standard) === 'profit_loss'),
  )
  if (earned === null || own.length === 0) return null
  return own.reduce((sum, { opening, closing }) => sum - (closing - opening), 0n) - earned
}
