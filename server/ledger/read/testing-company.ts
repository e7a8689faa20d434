import {
  customer,
  customers,
  figuresOf,
  supplier,
  type ChartAccount,
  type Company,
  type Posting,
} from './testing-figures.ts'

const chartOf: [string, string][] = [
  ['1001', '库存现金'],
  ['1002', '银行存款'],
  ['100201', '宁州农商银行基本户'],
  ['100202', '临江城市银行一般户'],
  ['100210', '安阜银行美元户'],
  ['1122', '应收账款'],
  ['1403', '原材料'],
  ['1405', '库存商品'],
  ['1601', '固定资产'],
  ['1602', '累计折旧'],
  ['2202', '应付账款'],
  ['2211', '应付职工薪酬'],
  ['221101', '工资'],
  ['2221', '应交税费'],
  ['222101', '应交增值税'],
  ['22210101', '进项税额'],
  ['22210106', '销项税额'],
  ['222112', '应交所得税'],
  ['4001', '实收资本'],
  ['4103', '本年利润'],
  ['4104', '利润分配'],
  ['410415', '未分配利润'],
  ['6001', '主营业务收入'],
  ['600101', '设备销售'],
  ['600110', '安装服务'],
  ['6401', '主营业务成本'],
  ['6601', '销售费用'],
  ['660101', '广告费'],
  ['660120', '差旅费'],
  ['6602', '管理费用'],
  ['660201', '业务招待费'],
  ['660202', '折旧费'],
  ['660210', '工资'],
  ['6603', '财务费用'],
  ['660301', '汇兑损益'],
  ['660302', '手续费'],
]

export const randomOf = (seed: number) => {
  let state = (seed * 2_654_435_761) % 2_147_483_647 || 1
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** One year of books for a seed; `words` are the voucher words it uses. */
export function modelCompany(seed: number, perMonth = 14, words: readonly string[] = ['记']): Company {
  const random = randomOf(seed)
  const year = 2025
  const chart = chartOf.map(([code, name]): ChartAccount => {
    const parent = chartOf.findLast(([other]) => other !== code && code.startsWith(other))?.[0] ?? null
    const path = chartOf.filter(([other]) => code.startsWith(other)).map(([, one]) => one)
    return { code, name, path, parent, leaf: !chartOf.some(([other]) => other !== code && other.startsWith(code)) }
  })
  const postings: Posting[] = []
  const opening = new Map<string, bigint>([
    ['1001', 1_810_125n],
    ['100201', 469_932_207n + BigInt(random(100_000))],
    ['100202', 214_680_143n],
    ['100210', 71_234_50n],
    ['1122', 183_000_077n],
    ['1403', 50_000_000n],
    ['1405', 98_765_432n],
    ['1601', 300_000_000n],
    ['1602', -60_000_001n],
    ['2202', -77_000_099n],
    ['221101', -12_000_000n],
    ['222112', -3_000_000n],
  ])
  const rest = [...opening.values()].reduce((sum, one) => sum + one, 0n)
  opening.set('4001', -500_000_000n)
  opening.set('410415', 500_000_000n - rest)
  const dimensionOpening = new Map<string, bigint>([
    ['1122 C0001', 150_000_000n],
    ['1122 C0003', 33_000_077n],
    ['2202 S0001', -70_000_000n],
    ['2202 S0002', -7_000_099n],
  ])
  const counters = new Map<string, number>()
  type Part = [string, bigint, bigint, Posting['dimension']?, bigint?]
  const voucher = (month: number, day: number, summary: string, parts: Part[]) => {
    const word = words[random(words.length)] ?? '记'
    const key = `${month}${word}`
    const number = (counters.get(key) ?? 0) + 1
    counters.set(key, number)
    for (const [account, debit, credit, dimension, original] of parts) {
      const foreign = original !== undefined
      postings.push({
        month,
        day,
        word,
        number,
        summary,
        account,
        debit,
        credit,
        currency: foreign ? '美元' : '人民币',
        originalDebit: foreign && debit !== 0n ? original : foreign ? 0n : debit,
        originalCredit: foreign && credit !== 0n ? original : foreign ? 0n : credit,
        dimension: dimension ?? null,
        maker: '何俊杰',
        checker: '郑一鸣',
        posted: true,
        voided: false,
      })
    }
  }
  const cents = (most: number) => BigInt(random(most) + 101)
  for (let month = 1; month <= 12; month += 1) {
    const begun = postings.length
    for (let at = 0; at < perMonth; at += 1) {
      const day = 1 + Math.floor((at * 27) / perMonth)
      const one = cents(9_000_000)
      const tax = (one * 13n) / 100n
      const kind = at % 9
      if (kind === 0 || kind === 4)
        voucher(month, day, `销售设备给${customers[random(4)]}`, [
          ['1122', one + tax, 0n, customer(random(4))],
          [random(2) ? '600101' : '600110', 0n, one],
          ['22210106', 0n, tax],
        ])
      else if (kind === 1) {
        const half = one / 2n
        voucher(month, day, '收到货款', [
          [random(2) ? '100201' : '100202', one, 0n],
          ['1122', 0n, half, customer(random(4))],
          ['1122', 0n, one - half, customer(random(4))],
        ])
      } else if (kind === 2)
        voucher(month, day, '采购原材料"A级"', [
          ['1403', one, 0n],
          ['22210101', tax, 0n],
          ['2202', 0n, one + tax, supplier(random(3))],
        ])
      else if (kind === 3)
        voucher(month, day, '美元货款，结汇', [
          ['100210', one, 0n, null, (one * 100n) / 713n],
          ['1122', 0n, one, customer(random(4))],
        ])
      else if (kind === 5)
        voucher(month, day, '付款', [
          ['2202', one, 0n, supplier(random(3))],
          ['100201', 0n, one],
        ])
      else if (kind === 6)
        voucher(month, day, '报销招待费、差旅费合计', [
          ['660201', one / 9n, 0n],
          ['660120', one - one / 9n, 0n],
          ['1001', 0n, one],
        ])
      else if (kind === 7)
        voucher(month, day, '冲销多记广告费', [
          ['660101', -one, 0n],
          ['100202', 0n, -one],
        ])
      else
        voucher(month, day, '银行手续费', [
          ['660302', cents(9000), 0n],
          ['100201', 0n, 0n],
        ])
      // the last kind is put right: the bank line is the fee
      const last = postings.at(-1)
      const before = postings.at(-2)
      if (kind === 8 && last && before) {
        last.credit = before.debit
        last.originalCredit = before.debit
      }
    }
    const wages = cents(8_000_000)
    voucher(month, 28, '计提工资', [
      ['660210', wages, 0n],
      ['221101', 0n, wages],
    ])
    const worn = cents(600_000)
    voucher(month, 28, '计提折旧', [
      ['660202', worn, 0n],
      ['1602', 0n, worn],
    ])
    const cost = cents(3_000_000)
    voucher(month, 28, '结转成本', [
      ['6401', cost, 0n],
      ['1405', 0n, cost],
    ])
    const net = new Map<string, bigint>()
    for (const { account, debit, credit } of postings.slice(begun))
      if (account.startsWith('6')) net.set(account, (net.get(account) ?? 0n) + debit - credit)
    const closing: Part[] = []
    for (const [account, sum] of [...net].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      if (sum !== 0n) closing.push(account.startsWith('60') ? [account, -sum, 0n] : [account, 0n, sum])
    const profit = -[...net.values()].reduce((sum, one) => sum + one, 0n)
    closing.push(['4103', 0n, profit])
    voucher(month, 28, '结转本期损益', closing)
  }
  const profit = postings.reduce(
    (sum, { account, debit, credit }) => (account === '4103' ? sum + credit - debit : sum),
    0n,
  )
  voucher(12, 31, '结转本年利润', [
    ['4103', profit, 0n],
    ['410415', 0n, profit],
  ])
  return {
    name: '宁州示范机电设备有限公司',
    year,
    chart,
    postings,
    ...figuresOf(chart, postings, opening, dimensionOpening),
  }
}
