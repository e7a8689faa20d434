import { add, compare, multiply, type Rational, subtract, zero } from '../binding/rational.ts'
import { citFields, lossRows } from './cit-fields.ts'
import { adjustmentsOf } from './cit-adjustments.ts'
import { lastDayOf } from './year-field.ts'
import type { Words } from './law.ts'
import { amount, atLeastZero, type Calculator, least, percent, toFen, type Work, yuanText } from './work.ts'

type LossRow = { year: number; left: Rational; kind: string }

/** Losses that may still be used, oldest first; one that has run out is named. */
function usableLosses(work: Work, year: number, day: string): { rows: LossRow[]; lapsed: number[] } {
  const rows = work
    .rows()
    .map(({ ask }) => ({ year: ask.year('year'), left: ask.money('left'), kind: ask.choice('kind') }))
  const until = ({ year: of, kind }: LossRow) => {
    const years = work.figure('LOSS.years', day, kind)
    return of + Number(years.n / years.d)
  }
  const alive = rows.filter((row) => row.year < year && until(row) >= year)
  // 国家税务总局公告2018年第45号: what lapses first goes first, of those that lapse together the older
  const ordered = alive.toSorted((a, b) => until(a) - until(b) || a.year - b.year)
  return { rows: ordered, lapsed: rows.filter((row) => !alive.includes(row)).map((row) => row.year) }
}

/** 企业所得税速算: profit, adjustments, losses, reliefs, tax. */
export const citCalculator: Calculator = {
  code: 'citQuick',
  group: 'cit',
  rounding: { zh: '每格按分四舍五入', en: 'Each cell is rounded half up to the fen' },
  fields: citFields,
  rows: lossRows,
  compute(work) {
    const { ask, step, answer, note } = work
    const year = ask.year('year')
    const day = lastDayOf(year)
    const profit = ask.money('profit')
    const { up, down, rows } = adjustmentsOf(work, day, profit)
    const adjusted = subtract(add(profit, up), down)
    step(
      { zh: '纳税调整后所得', en: 'Income after adjustments' },
      `${amount(profit)} + ${amount(up)} − ${amount(down)}`,
      adjusted,
    )
    const { used, table } = useLosses(work, { year, day, adjusted })
    const taxable = atLeastZero(subtract(adjusted, used))
    const taxableWords: Words = { zh: '应纳税所得额', en: 'Taxable income' }
    step(taxableWords, `max(${amount(adjusted)} − ${amount(used)}, 0)`, taxable)
    const full = work.figure('CIT.rate', day)
    const small = isSmall(work, day, taxable)
    const kind = ask.choice('kind')
    const rate = small
      ? work.figure('SMALL_LOW_PROFIT.effective_rate', day)
      : kind === 'hnte'
        ? work.figure('HNTE.rate', day)
        : kind === 'west'
          ? work.figure('WEST.rate', day)
          : full
    const gross = toFen(multiply(taxable, full))
    const tax = toFen(multiply(taxable, rate))
    const grossWords: Words = { zh: '应纳所得税额', en: 'Tax before relief' }
    step(grossWords, `${amount(taxable)} × ${percent(full)}`, gross)
    const relief = subtract(gross, tax)
    if (rate !== full)
      step({ zh: '减免所得税额', en: 'Relief' }, `${amount(taxable)} × (${percent(full)} − ${percent(rate)})`, relief)
    const prepaid = ask.money('prepaid')
    const due = subtract(tax, prepaid)
    step({ zh: '本年应补（退）税额', en: 'Owed for the year' }, `${amount(tax)} − ${amount(prepaid)}`, due)
    answer('due', { zh: '本年应补（退为负）税额', en: 'Owed (refund below zero)' }, due)
    answer('tax', { zh: '应纳税额', en: 'Tax' }, tax)
    answer('taxable', taxableWords, taxable)
    answer('rate', { zh: '实际执行税率', en: 'Rate that applies' }, rate, 'percent')
    if (small)
      note({
        zh: '符合小型微利企业条件，按优惠后的实际税率计算。',
        en: 'A small low-profit company: the effective rate applies.',
      })
    if (compare(adjusted, zero) < 0)
      note({ zh: '本年亏损，可结转以后年度弥补。', en: 'A loss of the year: it is carried on.' })
    work.table({
      key: 'adjustments',
      title: { zh: '纳税调整明细（A105000 式）', en: 'Adjustments (like A105000)' },
      columns: adjustmentColumns,
      rows,
    })
    const summary = [
      [{ zh: '利润总额', en: 'Profit' }, profit],
      [{ zh: '加：纳税调整增加额', en: 'Add: adjustments up' }, up],
      [{ zh: '减：纳税调整减少额（含加计扣除）', en: 'Less: adjustments down, with super-deduction' }, down],
      [{ zh: '纳税调整后所得', en: 'Income after adjustments' }, adjusted],
      [{ zh: '减：弥补以前年度亏损', en: 'Less: losses used' }, used],
      [taxableWords, taxable],
      [grossWords, gross],
      [{ zh: '减：减免所得税额', en: 'Less: relief' }, relief],
      [{ zh: '应纳税额', en: 'Tax' }, tax],
      [{ zh: '减：已预缴税额', en: 'Less: prepaid' }, prepaid],
      [{ zh: '本年应补（退）税额', en: 'Owed for the year' }, due],
    ] satisfies [Words, Rational][]
    work.table({
      key: 'return',
      title: { zh: '计算表（A100000 式）', en: 'The return (like A100000)' },
      columns: [
        { key: 'item', label: { zh: '项目', en: 'Item' }, unit: 'text' },
        { key: 'value', label: { zh: '金额', en: 'Amount' }, unit: 'money' },
      ],
      rows: summary.map(([item, value]) => ({ item, value: yuanText(value) })),
    })
    if (table.length > 0)
      work.table({ key: 'losses', title: { zh: '弥补亏损', en: 'Losses' }, columns: lossColumns, rows: table })
  },
}

function useLosses(work: Work, { year, day, adjusted }: { year: number; day: string; adjusted: Rational }) {
  const { rows, lapsed } = usableLosses(work, year, day)
  let left = atLeastZero(adjusted)
  let used = zero
  const table = rows.map((row) => {
    const taken = least(left, row.left)
    left = subtract(left, taken)
    used = add(used, taken)
    return {
      year: String(row.year),
      before: yuanText(row.left),
      taken: yuanText(taken),
      after: yuanText(subtract(row.left, taken)),
    }
  })
  if (rows.length > 0)
    work.step(
      { zh: '弥补以前年度亏损', en: 'Losses used' },
      table.map(({ year, taken }) => `${year}: ${taken}`).join('; '),
      used,
    )
  if (lapsed.length > 0)
    work.note({
      zh: `${lapsed.join('、')} 年的亏损已过结转年限或不早于本年，未使用。`,
      en: `Losses of ${lapsed.join(', ')} have lapsed or are not earlier than the year: not used.`,
    })
  return { used, table }
}

/** Earlier years had two steps with rates of their own, later ones are not decided; neither is computed by guess. */
const smallUnknown = (day: string): Words => ({
  zh: `${day.slice(0, 4)} 年没有可用的小型微利企业税率：2023 年以前按所得分档减免，当年文件没有收录，2027 年以后尚无规定。请按该年度文件计算；清空从业人数和资产总额，则按法定税率计算。`,
  en: `There is no rate of small low-profit companies for ${day.slice(0, 4)}: years before 2023 had two steps whose documents are not held here, years after 2027 are not decided. Compute it by the documents of that year; without staff and assets the statutory rate applies.`,
})

function isSmall(work: Work, day: string, taxable: Rational): boolean {
  const { ask } = work
  if (ask.flag('restricted') || !ask.has('staff') || !ask.has('assets')) {
    work.note({
      zh: '没有填写从业人数和资产总额，或属限制、禁止行业，因此不按小型微利企业计算。',
      en: 'Staff and assets are not given, or the trade is restricted: not computed as a small low-profit company.',
    })
    return false
  }
  if (!work.holds('SMALL_LOW_PROFIT.effective_rate', day)) return work.refuse(smallUnknown(day))
  const within = (id: string, value: Rational) => compare(value, work.figure(id, day)) <= 0
  return (
    within('SMALL_LOW_PROFIT.taxable_cap', taxable) &&
    within('SMALL_LOW_PROFIT.staff_cap', ask.decimal('staff')) &&
    within('SMALL_LOW_PROFIT.asset_cap', ask.money('assets'))
  )
}

const adjustmentColumns = [
  { key: 'item', label: { zh: '项目', en: 'Item' }, unit: 'text' as const },
  { key: 'booked', label: { zh: '账载金额', en: 'Booked' }, unit: 'money' as const },
  { key: 'allowed', label: { zh: '税收金额', en: 'Allowed' }, unit: 'money' as const },
  { key: 'up', label: { zh: '调增', en: 'Up' }, unit: 'money' as const },
  { key: 'down', label: { zh: '调减', en: 'Down' }, unit: 'money' as const },
]
const lossColumns = [
  { key: 'year', label: { zh: '亏损年度', en: 'Year of loss' }, unit: 'text' as const },
  { key: 'before', label: { zh: '尚未弥补', en: 'Left before' }, unit: 'money' as const },
  { key: 'taken', label: { zh: '本年弥补', en: 'Used' }, unit: 'money' as const },
  { key: 'after', label: { zh: '结转以后', en: 'Carried on' }, unit: 'money' as const },
]
