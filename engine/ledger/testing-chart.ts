import type { Account, Asset, DimensionBalance, JournalLine, MonthBalance, StatementFigure } from './model.ts'
import type { Subtotal } from './trial-balance.ts'

/** An account of made-up books; `role` is what it is for, '' for a parent. */
export type SeededAccount = { code: string; name: string; role: string; profitLoss: boolean; equity: boolean }

const rows: [cas: string, small: string, name: string, role: string][] = [
  ['1001', '1001', '库存现金', 'cash'],
  ['1002', '1002', '银行存款', ''],
  ['100201', '100201', '工商银行', 'bank'],
  ['100202', '100202', '中国银行美元户', 'usd'],
  ['1122', '1122', '应收账款', ''],
  ['112201', '112201', '甲公司', 'customer1'],
  ['112202', '112202', '乙公司', 'customer2'],
  ['1403', '1403', '原材料', 'material'],
  ['1405', '1405', '库存商品', 'goods'],
  ['1601', '1601', '固定资产', 'assets'],
  ['1602', '1602', '累计折旧', 'worn'],
  ['2202', '2202', '应付账款', 'supplier'],
  ['2211', '2211', '应付职工薪酬', 'wages'],
  ['2221', '2221', '应交税费', ''],
  ['222101', '222101', '应交增值税', ''],
  ['22210101', '22210101', '进项税额', 'vatIn'],
  ['22210102', '22210102', '销项税额', 'vatOut'],
  ['222102', '222102', '应交企业所得税', 'taxDue'],
  ['2241', '2241', '其他应付款', 'accrued'],
  ['4001', '3001', '实收资本', 'capital'],
  ['4101', '3101', '盈余公积', 'surplus'],
  ['4103', '3103', '本年利润', 'profit'],
  ['4104', '3104', '利润分配', ''],
  ['410401', '310401', '未分配利润', 'retained'],
  ['410402', '310402', '提取法定盈余公积', 'toSurplus'],
  ['6001', '5001', '主营业务收入', 'sales'],
  ['6401', '5401', '主营业务成本', 'cost'],
  ['6602', '5602', '管理费用', ''],
  ['660201', '560201', '办公费', 'office'],
  ['660202', '560202', '差旅费', 'travel'],
  ['660203', '560203', '业务招待费', 'meals'],
  ['660204', '560204', '工资', 'wagesCost'],
  ['660205', '560205', '折旧费', 'wear'],
  ['660206', '560206', '咨询费', 'services'],
  ['6603', '5603', '财务费用', 'fees'],
  ['6801', '5801', '所得税费用', 'incomeTax'],
]

/** The chart of made-up books in one of the standards. */
export const chartOf = (standard: 'cas' | 'small'): SeededAccount[] =>
  rows.map(([cas, small, name, role]) => {
    const code = standard === 'cas' ? cas : small
    const profitLoss = code.startsWith(standard === 'cas' ? '6' : '5')
    return { code, name, role, profitLoss, equity: code.startsWith(standard === 'cas' ? '4' : '3') }
  })

/** Books that a test may spoil. `chart` and `openings` are what `recount` makes the tables of. */
export type SeededBooks = {
  standard: 'cas' | 'small'
  chart: readonly SeededAccount[]
  openings: Map<string, bigint>
  lines: JournalLine[]
  accounts: Account[]
  subtotals: Subtotal[]
  prior: Account[]
  dimensions: DimensionBalance[]
  months: MonthBalance[]
  assets: Asset[]
  statements: StatementFigure[]
}

/** A place in a file that was never read. */
export const placeOf = (sheet: string, row: number) => ({ file: sheet === '余额表' ? 0 : 1, sheet, row })

/** The code of the account that plays a role. */
export const codeOf = (chart: readonly SeededAccount[], role: string): string =>
  chart.find((account) => account.role === role)?.code ?? role
