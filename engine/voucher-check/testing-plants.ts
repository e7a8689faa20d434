import { journalBuilder } from '../ledger/journal-columns.ts'
import type { Account, DimensionBalance, JournalLine } from '../ledger/model.ts'
import { weekday } from './calendar.ts'
import { type CheckBooks, textColumn } from './check-books.ts'
import { type CheckSettings, runChecks } from './run-checks.ts'

/** Books for voucher checks that a test may spoil. */
type PlantedBooks = {
  lines: JournalLine[]
  accounts: Account[]
  dimensions: DimensionBalance[]
  mapped: Map<string, { standard: string; nature: string | null }>
  related: string[]
  attached: Set<string>
}

const origin = { file: 0, sheet: '序时账', row: 1 }
const chart: [code: string, name: string, standard: string, nature: string | null, opening: bigint][] = [
  ['1001', '库存现金', '1001', null, 500_000n],
  ['100201', '银行存款/工商银行', '1002', null, 90_000_000n],
  ['112201', '应收账款/甲公司', '1122', null, 0n],
  ['122101', '其他应收款/押金', '1221', null, 0n],
  ['1405', '库存商品', '1405', null, 5_000_000n],
  ['220201', '应付账款/丙公司', '2202', null, 0n],
  ['220202', '应付账款/暂估', '2202', null, 0n],
  ['2203', '预收账款', '2203', null, 0n],
  ['2211', '应付职工薪酬', '2211', null, 0n],
  ['2241', '其他应付款', '2241', null, 0n],
  ['4001', '实收资本', '4001', null, -95_500_000n],
  ['4103', '本年利润', '4103', null, 0n],
  ['6001', '主营业务收入', '6001', null, 0n],
  ['6602', '管理费用', '6602', null, 0n],
  ['660201', '管理费用/办公费', '6602', 'office', 0n],
  ['660202', '管理费用/工资', '6602', 'payroll', 0n],
  ['660203', '管理费用/业务招待费', '6602', 'entertainment', 0n],
]

/** Adds a voucher; amounts in fen, debit positive. Answers its key. */
function voucher(
  books: PlantedBooks,
  date: string,
  rows: readonly [account: string, net: bigint, party?: string][],
  over: Partial<JournalLine> = {},
): string {
  const period = date.slice(5, 7)
  const word = over.word ?? '记'
  const used = books.lines.filter((line) => line.period === period && line.word === word).map(({ number }) => number)
  const number = over.number ?? Math.max(0, ...used) + 1
  for (const [at, [account, net, dimension = '']] of rows.entries())
    books.lines.push({
      date, period, word, number, line: at + 1, summary: '购办公用品一批', account,
      debit: net > 0n ? net : 0n, credit: net < 0n ? -net : 0n, dimension,
      maker: '甲', checker: '乙', posted: true, voided: false, origin, ...over,
    }) // prettier-ignore
  return `${period}-${word}-${number}`
}

/** A year of sales, receipts, expenses and wages in which nothing is unusual. */
export function cleanBooks(): PlantedBooks {
  const books: PlantedBooks = {
    lines: [],
    accounts: chart.map(([code, fullName, , , opening]) => ({
      code,
      printed: code,
      name: fullName.split('/').at(-1) ?? '',
      fullName,
      level: fullName.split('/').length,
      parent: code === '660201' || code === '660202' || code === '660203' ? '6602' : null,
      leaf: code !== '6602',
      opening,
      debit: 0n,
      credit: 0n,
      closing: opening,
      origin,
    })),
    dimensions: [],
    mapped: new Map(chart.map(([code, , standard, nature]) => [code, { standard, nature }])),
    related: [],
    attached: new Set(),
  }
  for (let month = 1; month <= 12; month += 1) {
    const at = BigInt(month)
    const day = (date: number) => workday(month, date)
    const sale = 1_234_567n + at * 1111n
    voucher(
      books,
      day(9),
      [
        ['112201', sale, '甲公司'],
        ['6001', -sale],
      ],
      { summary: '销售商品给甲公司' },
    )
    voucher(
      books,
      day(15),
      [
        ['100201', sale],
        ['112201', -sale, '甲公司'],
      ],
      { summary: '收到甲公司货款' },
    )
    voucher(books, day(16), [
      ['660201', 45_678n + at * 91n],
      ['100201', -(45_678n + at * 91n)],
    ])
    voucher(
      books,
      day(20),
      [
        ['660202', 300_123n + at * 7n],
        ['2211', -(300_123n + at * 7n)],
      ],
      { summary: '计提职工工资' },
    )
    voucher(
      books,
      day(22),
      [
        ['2211', 300_123n + at * 7n],
        ['100201', -(300_123n + at * 7n)],
      ],
      { summary: '发放职工工资' },
    )
  }
  return books
}

/** The first day from a date on that is no weekend; the days asked for are no holidays of 2025. */
function workday(month: number, date: number): string {
  for (let at = date; ; at += 1) {
    const day = `2025-${String(month).padStart(2, '0')}-${String(at).padStart(2, '0')}`
    if (weekday(day) < 5) return day
  }
}

const settings: CheckSettings = {
  V12: { enabled: true, values: { k: '0' } },
  V14: { enabled: true, values: { limit: '5000' } },
  V15: { enabled: true, values: { limit: '5000' } },
  V16: { enabled: true, values: { p: '0.02' } },
  V36: { enabled: true, values: {} },
}

type Facts = Pick<CheckBooks, 'days' | 'years' | 'sideOf' | 'words'>

/** Runs all checks over the books, performance materiality 100,000 yuan. */
export function found(books: PlantedBooks, facts: Facts) {
  const builder = journalBuilder()
  const [maker, checker, party] = [1, 2, 3].map(() => textColumn(books.lines.length))
  for (const [at, line] of books.lines.entries()) {
    builder.add(line)
    maker?.set(at, line.maker)
    checker?.set(at, line.checker)
    party?.set(at, line.dimension)
  }
  const blank = textColumn(0).done()
  const input: CheckBooks = {
    ledger: {
      year: 2025, accounts: books.accounts, dimensions: books.dimensions, journal: builder.finish(),
      statements: [], prior: [], assets: [], priorReturn: [], months: [],
    }, // prettier-ignore
    mapped: books.mapped,
    maker: maker?.done() ?? blank,
    checker: checker?.done() ?? blank,
    party: party?.done() ?? blank,
    materiality: 10_000_000n,
    related: books.related,
    attached: books.attached,
    ...facts,
  }
  return runChecks(input, settings)
}

const office = (books: PlantedBooks, date: string, fen: bigint, over: Partial<JournalLine> = {}) =>
  voucher(
    books,
    date,
    [
      ['660201', fen],
      ['100201', -fen],
    ],
    over,
  )
const account = (books: PlantedBooks, code: string, change: Partial<Account>) => {
  const one = books.accounts.find((each) => each.code === code)
  Object.assign(one ?? {}, change)
  return code
}

/** One fault each: what it spoils, and the subject of the hit it must make. */
export const plants: readonly { check: string; name: string; plant: (books: PlantedBooks) => string }[] = [
  { check: 'V01', name: '借方多一分', plant: (books) => voucher(books, '2025-05-13', [['660201', 10_001n], ['100201', -10_000n]]) },
  { check: 'V02', name: '六月缺 6 至 8 号', plant: (books) => (office(books, '2025-06-25', 7_700n, { number: 9 }), '06-记-6~8') },
  { check: 'V03', name: '同号两张', plant: (books) => {
    const key = office(books, '2025-05-13', 33_300n)
    office(books, '2025-05-14', 44_100n)
    office(books, '2025-05-15', 12_300n, { number: Number(key.split('-')[2]) })
    return key
  } },
  { check: 'V04', name: '两天内同样的报销', plant: (books) => {
    office(books, '2025-05-13', 87_654n, { summary: '购打印机一台' })
    return office(books, '2025-05-14', 87_654n, { summary: '购打印机一台' })
  } },
  { check: 'V05', name: '只有借方', plant: (books) => voucher(books, '2025-05-13', [['660201', 9_900n]]) },
  { check: 'V06', name: '摘要只写调整', plant: (books) => office(books, '2025-05-13', 66_600n, { summary: '调整' }) },
  { check: 'V07', name: '自制自审', plant: (books) => office(books, '2025-05-13', 31_200n, { checker: '甲' }) },
  { check: 'V08', name: '国庆节报销', plant: (books) => office(books, '2025-10-02', 31_250n) },
  { check: 'V10', name: '年末大额费用', plant: (books) => office(books, '2025-12-30', 20_000_123n) },
  { check: 'V11', name: '入账去年的费用', plant: (books) => office(books, '2025-05-13', 31_290n, { summary: '付2024年11月房租' }) },
  { check: 'V12', name: '达到重要性', plant: (books) => office(books, '2025-05-13', 10_000_000n) },
  { check: 'V13', name: '整十万', plant: (books) => voucher(books, '2025-05-13', [['660201', 10_000_000n], ['220201', -10_000_000n]]) },
  { check: 'V14', name: '三天三笔拆分', plant: (books) => {
    const key = voucher(books, '2025-05-12', [['660201', 234_500n], ['100201', -234_500n, '钱多多']])
    voucher(books, '2025-05-13', [['660201', 245_600n], ['100201', -245_600n, '钱多多']])
    voucher(books, '2025-05-14', [['660201', 256_700n], ['100201', -256_700n, '钱多多']])
    return key
  } },
  { check: 'V15', name: '四笔略低于五千', plant: (books) => {
    for (const fen of [498_001n, 499_002n, 497_003n]) office(books, '2025-05-13', fen, { summary: `购耗材${fen}` })
    return office(books, '2025-06-12', 496_004n)
  } },
  { check: 'V16', name: '费用对收入', plant: (books) => voucher(books, '2025-05-13', [['660201', 30_100n], ['6001', -30_100n]]) },
  { check: 'V17', name: '付给张伟', plant: (books) => voucher(books, '2025-05-13', [['660201', 30_100n], ['100201', -30_100n, '张伟']]) },
  { check: 'V18', name: '商品送客户', plant: (books) => voucher(books, '2025-05-13', [['660203', 30_100n], ['1405', -30_100n]], { summary: '客户招待领用商品' }) },
  { check: 'V19', name: '收款冲费用', plant: (books) => voucher(books, '2025-05-13', [['100201', 30_100n], ['660201', -30_100n]], { summary: '收到废品款' }) },
  { check: 'V20', name: '押金一年没动', plant: (books) => `${account(books, '122101', { opening: 770_000n, closing: 770_000n })} 押金` },
  { check: 'V21', name: '股东未还', plant: (books) => {
    books.dimensions.push({ account: '122101', kind: '个人', code: '1', name: '张伟', opening: 0n, debit: 5_000_000n, credit: 0n, closing: 5_000_000n, origin })
    return '122101 张伟'
  } },
  { check: 'V22', name: '预收一年不转', plant: (books) => account(books, '2203', { opening: -880_000n, closing: -880_000n }) },
  { check: 'V23', name: '暂估未回票', plant: (books) => `${account(books, '220202', { closing: -123_400n })} 暂估` },
  { check: 'V24', name: '招待记办公费', plant: (books) => office(books, '2025-05-13', 30_100n, { summary: '宴请客户' }) },
  { check: 'V25', name: '红字无蓝字', plant: (books) => {
    const key = voucher(books, '2025-05-13', [['660201', 1n], ['220201', -1n]], { debit: -55_500n, credit: 0n })
    for (const line of books.lines.slice(-1)) Object.assign(line, { debit: 0n, credit: -55_500n })
    return key
  } },
  { check: 'V26', name: '记入上级科目', plant: (books) => voucher(books, '2025-05-13', [['6602', 30_100n], ['100201', -30_100n]]) },
  { check: 'V27', name: '现金付两千', plant: (books) => voucher(books, '2025-05-13', [['660201', 200_100n], ['1001', -200_100n]]) },
  { check: 'V28', name: '现金付成负数', plant: (books) => voucher(books, '2025-05-13', [['660201', 600_100n], ['1001', -600_100n]]) },
  { check: 'V29', name: '银行透支', plant: (books) => voucher(books, '2025-01-06', [['660201', 99_000_100n], ['100201', -99_000_100n]], { number: 6 }) },
  { check: 'V30', name: '金额都以七开头', plant: (books) => {
    for (let at = 0; at < 1200; at += 1) office(books, '2025-05-13', 7_000_000n + BigInt(at * 801))
    return '660201'
  } },
  { check: 'V31', name: '五个人同一金额', plant: (books) => {
    for (const name of ['王一', '王二', '王三', '王四', '王五']) voucher(books, '2025-05-13', [['2241', 88_800n, name], ['100201', -88_800n]])
    return '88800'
  } },
  { check: 'V32', name: '八月办公费陡增', plant: (books) => (office(books, '2025-08-13', 5_000_100n), '660201 08') },
  { check: 'V33', name: '同一张发票报销两次', plant: (books) => {
    voucher(books, '2025-05-13', [['660201', 30_100n], ['100201', -30_100n]], { summary: '办公用品 发票号码：12345678' })
    return voucher(books, '2025-08-13', [['660201', 30_100n], ['100201', -30_100n]], { summary: '补报办公用品，发票12345678' })
  } },
  { check: 'V34', name: '大额没有附件', plant: (books) => {
    books.attached.add('01-记-1')
    return office(books, '2025-05-13', 10_000_000n)
  } },
  { check: 'V35', name: '与关联方的费用', plant: (books) => {
    books.related.push('丁集团')
    return voucher(books, '2025-05-13', [['660201', 30_100n], ['100201', -30_100n, '丁集团']])
  } },
  { check: 'V36', name: '只用一次的凭证字', plant: (books) => office(books, '2025-05-13', 30_100n, { word: '特' }) },
] // prettier-ignore
