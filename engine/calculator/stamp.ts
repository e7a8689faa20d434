import { add, compare, decimal, decimalText, multiply, type Rational, subtract, zero } from '../binding/rational.ts'
import { partsOf } from './days.ts'
import { amount, type Calculator, type Field, one, percent, toFen, type Work, yuanText } from './work.ts'

const kinds = [
  ['sale', '买卖合同', 'Sale'],
  ['loan', '借款合同', 'Loan'],
  ['finance_lease', '融资租赁合同', 'Finance lease'],
  ['work', '承揽合同', 'Contract work'],
  ['construction', '建设工程合同', 'Construction'],
  ['transport', '运输合同', 'Transport'],
  ['technology', '技术合同', 'Technology'],
  ['lease', '租赁合同', 'Lease'],
  ['storage', '保管合同', 'Storage'],
  ['warehousing', '仓储合同', 'Warehousing'],
  ['property_insurance', '财产保险合同', 'Property insurance'],
  ['land_use', '土地使用权转让书据', 'Transfer of land use'],
  ['building', '房屋等建筑物转让书据', 'Transfer of buildings'],
  ['equity', '股权转让书据', 'Transfer of equity'],
  ['ip', '商标、著作、专利、专有技术转让书据', 'Transfer of intellectual property'],
  ['capital', '营业账簿（实收资本、资本公积增加）', 'Capital accounts, increase'],
  ['securities', '证券交易', 'Securities'],
] as const

const rowFields: readonly Field[] = [
  { key: 'name', label: { zh: '合同', en: 'Contract' }, kind: 'text' },
  {
    key: 'kind',
    label: { zh: '税目', en: 'Item' },
    kind: 'choice',
    start: 'sale',
    options: kinds.map(([value, zh, en]) => ({ value, label: { zh, en } })),
  },
  { key: 'day', label: { zh: '书立日期', en: 'Signed on' }, kind: 'day', needed: true },
  { key: 'amount', label: { zh: '合同金额', en: 'Amount' }, kind: 'money', needed: true },
  { key: 'vat', label: { zh: '其中列明增值税', en: 'of which VAT shown' }, kind: 'money' },
]

/** The duty of one contract by the law of the day it was signed. */
function dutyOf(work: Work, row: ReturnType<Work['rows']>[number]) {
  const { ask } = row
  const [kind, day, whole, vat] = [ask.choice('kind'), ask.day('day'), ask.money('amount'), ask.money('vat')]
  if (compare(vat, whole) > 0)
    ask.refuse('vat', { zh: '增值税不能多于合同金额', en: 'The VAT must not exceed the amount' })
  const base = subtract(whole, vat)
  const rate = work.figure('stamp.rate', day, kind)
  const halved = kind === 'securities' && work.holds('stamp.securities_half', day)
  const share = halved ? work.figure('stamp.securities_half', day) : one
  // six taxes and two fees: stamp duty without that on securities
  const relieved = work.ask.flag('half') && kind !== 'securities'
  const relief = relieved ? work.figure('surcharge.half', day) : one
  const full = toFen(multiply(multiply(base, rate), share))
  const tax = toFen(multiply(full, relief))
  return { kind, day, base, rate, full, tax }
}

const of = (text: string): Rational => decimal(text) ?? zero

/** 印花税: a list of contracts, each by its day and kind, summed by quarter. */
export const stampCalculator: Calculator = {
  code: 'stampDuty',
  group: 'levy',
  rounding: { zh: '逐份按分四舍五入', en: 'Each contract is rounded half up to the fen' },
  fields: [
    {
      key: 'half',
      label: { zh: '享受六税两费减半', en: 'Six taxes and two fees at half' },
      kind: 'flag',
      hint: { zh: '证券交易除外', en: 'Not for securities' },
    },
  ],
  rows: {
    title: { zh: '合同', en: 'Contracts' },
    fields: rowFields,
    start: [{ kind: 'sale', day: 'today' }],
    max: 5000,
  },
  compute(work) {
    const quarters = new Map<string, { count: number; base: Rational; tax: Rational }>()
    let [all, fullTax] = [zero, zero]
    const table = work.rows().map((row) => {
      const { kind, day, base, rate, full, tax } = dutyOf(work, row)
      const parts = partsOf(day)
      const quarter = `${day.slice(0, 4)} Q${Math.ceil((parts?.month ?? 1) / 3)}`
      const sum = quarters.get(quarter) ?? { count: 0, base: zero, tax: zero }
      quarters.set(quarter, { count: sum.count + 1, base: add(sum.base, base), tax: add(sum.tax, tax) })
      all = add(all, tax)
      fullTax = add(fullTax, full)
      const named = kinds.find(([value]) => value === kind)
      return {
        name: row.ask.text('name') || String(row.at + 1),
        kind: named ? { zh: named[1], en: named[2] } : kind,
        day,
        base: yuanText(base),
        rate: decimalText(rate),
        tax: yuanText(tax),
      }
    })
    if (table.length === 0) return work.refuse({ zh: '请至少填写一份合同', en: 'Fill in at least one contract' })
    work.answer('tax', { zh: '应纳印花税', en: 'Stamp duty' }, all)
    work.answer('relief', { zh: '减征税额', en: 'Relief' }, subtract(fullTax, all))
    work.say('count', { zh: '合同份数', en: 'Contracts' }, String(table.length))
    for (const { name, base, rate, tax } of table.slice(0, 20))
      work.step({ zh: name, en: name }, `${amount(of(base))} × ${percent(of(rate))}`, of(tax))
    if (table.length > 20)
      work.note({
        zh: '步骤只列前 20 份，其余见合同明细。',
        en: 'The steps show the first 20 contracts; the rest is in the list.',
      })
    work.note({
      zh: '计税依据不含合同中单独列明的增值税；未单独列明的按合同金额全额计税（印花税法第五条）。',
      en: 'The base leaves out VAT that the contract shows apart; where it is not shown the whole amount counts (article 5).',
    })
    work.table({
      key: 'quarters',
      title: { zh: '按季汇总', en: 'By quarter' },
      columns: [
        { key: 'quarter', label: { zh: '季度', en: 'Quarter' }, unit: 'text' },
        { key: 'count', label: { zh: '份数', en: 'Contracts' }, unit: 'count' },
        { key: 'base', label: { zh: '计税依据', en: 'Base' }, unit: 'money' },
        { key: 'tax', label: { zh: '税额', en: 'Duty' }, unit: 'money' },
      ],
      rows: [...quarters]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([quarter, { count, base, tax }]) => ({
          quarter,
          count: String(count),
          base: yuanText(base),
          tax: yuanText(tax),
        })),
    })
    work.table({ key: 'contracts', title: { zh: '合同明细', en: 'Contracts' }, columns: contractColumns, rows: table })
  },
}

const contractColumns = [
  { key: 'name', label: { zh: '合同', en: 'Contract' }, unit: 'text' as const },
  { key: 'kind', label: { zh: '税目', en: 'Item' }, unit: 'text' as const },
  { key: 'day', label: { zh: '书立日期', en: 'Signed on' }, unit: 'day' as const },
  { key: 'base', label: { zh: '计税依据', en: 'Base' }, unit: 'money' as const },
  { key: 'rate', label: { zh: '税率', en: 'Rate' }, unit: 'percent' as const },
  { key: 'tax', label: { zh: '税额', en: 'Duty' }, unit: 'money' as const },
]
