import { add, compare, multiply, type Rational, subtract, zero } from '../binding/rational.ts'
import { type FeeKind, type FeeLaw, grossOf, withholdFee } from './iit-rules.ts'
import { lastDayOf, yearField } from './year-field.ts'
import { amount, atLeastZero, type Calculator, one, onScale, percent, toFen, type Work } from './work.ts'
import { roundsToFen } from './words.ts'

const feeLaw = (work: Work, day: string): FeeLaw => ({
  scale: work.scale('iit.labour', day),
  fixed: work.figure('iit.fixed_deduction', day),
  fixedLimit: work.figure('iit.fixed_limit', day),
  costShare: work.figure('iit.cost_share', day),
  authorShare: work.figure('iit.author_share', day),
  royaltyRate: work.figure('iit.royalty_rate', day),
})

/** 劳务报酬、稿酬、特许权使用费: withholding on one payment, both ways. */
export const iitFee: Calculator = {
  code: 'iitFee',
  group: 'iit',
  rounding: roundsToFen,
  personal: true,
  fields: [
    { key: 'name', label: { zh: '姓名', en: 'Name' }, kind: 'text' },
    { key: 'day', label: { zh: '支付日', en: 'Day of payment' }, kind: 'day', start: 'today', needed: true },
    {
      key: 'kind',
      label: { zh: '所得', en: 'Income' },
      kind: 'choice',
      start: 'labour',
      options: [
        { value: 'labour', label: { zh: '劳务报酬', en: 'Labour' } },
        { value: 'author', label: { zh: '稿酬', en: 'Author’s remuneration' } },
        { value: 'royalty', label: { zh: '特许权使用费', en: 'Royalty' } },
      ],
    },
    {
      key: 'given',
      label: { zh: '金额是', en: 'Amount is' },
      kind: 'choice',
      start: 'gross',
      options: [
        { value: 'gross', label: { zh: '税前', en: 'Gross' } },
        { value: 'net', label: { zh: '税后', en: 'Net' } },
      ],
    },
    { key: 'amount', label: { zh: '金额（不含增值税）', en: 'Amount, without VAT' }, kind: 'money', needed: true },
  ],
  compute(work) {
    const { ask, step, answer } = work
    const [day, given] = [ask.day('day'), ask.money('amount')]
    const kind: FeeKind =
      ask.choice('kind') === 'labour' ? 'labour' : ask.choice('kind') === 'author' ? 'author' : 'royalty'
    const law = feeLaw(work, day)
    const gross = ask.choice('given') === 'gross' ? given : grossOf(given, (value) => withholdFee(law, kind, value).tax)
    if (!gross)
      return ask.refuse('amount', {
        zh: '没有税前金额正好剩下这个数，请改用略高或略低的金额',
        en: 'No gross leaves exactly this: try a little more or less',
      })
    const { deduction, taxable, rate, quick, tax } = withholdFee(law, kind, gross)
    const share = kind === 'author' ? ` × ${percent(law.authorShare)}` : ''
    const over = compare(gross, law.fixedLimit) > 0
    step(
      { zh: '减除费用', en: 'Deduction' },
      over
        ? `${amount(gross)} × ${percent(law.costShare)}`
        : `${amount(gross)} ≤ ${amount(law.fixedLimit)}: ${amount(law.fixed)}`,
      deduction,
    )
    step(
      { zh: '预扣预缴应纳税所得额', en: 'Taxable for withholding' },
      `(${amount(gross)} − ${amount(deduction)})${share}`,
      taxable,
    )
    step({ zh: '预扣税额', en: 'To be withheld' }, `${amount(taxable)} × ${percent(rate)} − ${amount(quick)}`, tax)
    answer('tax', { zh: '预扣税额', en: 'To be withheld' }, tax)
    answer('gross', { zh: '税前金额', en: 'Gross' }, gross)
    answer('net', { zh: '税后金额', en: 'Net' }, subtract(gross, tax))
    const yearShare = multiply(subtract(one, law.costShare), kind === 'author' ? law.authorShare : one)
    answer(
      'counted',
      { zh: '计入年度综合所得的收入额', en: 'Counts in the year’s income' },
      toFen(multiply(gross, yearShare)),
    )
  },
}

/** 综合所得年度汇算. */
export const iitAnnual: Calculator = {
  code: 'iitAnnual',
  group: 'iit',
  rounding: roundsToFen,
  personal: true,
  fields: [
    { key: 'name', label: { zh: '姓名', en: 'Name' }, kind: 'text' },
    yearField,
    { key: 'salary', label: { zh: '工资薪金收入', en: 'Salary' }, kind: 'money' },
    { key: 'labour', label: { zh: '劳务报酬收入', en: 'Labour' }, kind: 'money' },
    { key: 'author', label: { zh: '稿酬收入', en: 'Author’s remuneration' }, kind: 'money' },
    { key: 'royalty', label: { zh: '特许权使用费收入', en: 'Royalties' }, kind: 'money' },
    { key: 'exempt', label: { zh: '免税收入', en: 'Exempt income' }, kind: 'money' },
    { key: 'social', label: { zh: '专项扣除（三险一金）', en: 'Social insurance and housing fund' }, kind: 'money' },
    { key: 'special', label: { zh: '专项附加扣除', en: 'Special additional deductions' }, kind: 'money' },
    { key: 'other', label: { zh: '其他扣除', en: 'Other deductions' }, kind: 'money' },
    { key: 'donation', label: { zh: '准予扣除的公益捐赠', en: 'Deductible donations' }, kind: 'money' },
    { key: 'withheld', label: { zh: '已预缴税额', en: 'Tax withheld' }, kind: 'money' },
  ],
  compute(work) {
    const { ask, step, answer, note } = work
    const day = lastDayOf(ask.year('year'))
    const [salary, labour, author, royalty] = ['salary', 'labour', 'author', 'royalty'].map((key) => ask.money(key))
    const [s, l, a, r] = [salary ?? zero, labour ?? zero, author ?? zero, royalty ?? zero]
    const left = subtract(one, work.figure('iit.cost_share', day))
    const authorShare = work.figure('iit.author_share', day)
    const income = toFen(add(add(s, multiply(add(l, r), left)), multiply(multiply(a, left), authorShare)))
    step(
      { zh: '综合所得收入额', en: 'Comprehensive income' },
      `${amount(s)} + (${amount(l)} + ${amount(r)}) × ${percent(left)} + ${amount(a)} × ${percent(left)} × ${percent(authorShare)}`,
      income,
    )
    const basic = work.figure('iit.basic_year', day)
    const deductions = ['exempt', 'social', 'special', 'other', 'donation'].map((key) => ask.money(key))
    const taxable = atLeastZero([basic, ...deductions].reduce(subtract, income))
    const taxableLabel = { zh: '应纳税所得额', en: 'Taxable income' }
    step(taxableLabel, [income, basic, ...deductions].map(amount).join(' − '), taxable)
    const found = onScale(work.scale('iit.comprehensive', day), taxable)
    const tax = toFen(found.tax)
    const taxLabel = { zh: '全年应纳税额', en: 'Tax of the year' }
    step(taxLabel, `${amount(taxable)} × ${percent(found.rate)} − ${amount(found.quick)}`, tax)
    const withheld = ask.money('withheld')
    const due = subtract(tax, withheld)
    const owes = compare(due, zero) >= 0
    const dueLabel = owes ? { zh: '应补税额', en: 'Owed' } : { zh: '应退税额', en: 'Refund' }
    step(
      dueLabel,
      owes ? `${amount(tax)} − ${amount(withheld)}` : `${amount(withheld)} − ${amount(tax)}`,
      owes ? due : subtract(zero, due),
    )
    answer('due', { zh: '应补（退为负）税额', en: 'Owed (refund below zero)' }, due)
    answer('tax', taxLabel, tax)
    answer('taxable', taxableLabel, taxable)
    answer('rate', { zh: '税率', en: 'Rate' }, found.rate, 'percent')
    if (owes && compare(due, zero) > 0 && mayStay(work, day, [s, l, a, r].reduce(add), due))
      note({
        zh: '综合所得收入或补税额在规定限额以内，且已依法预扣，可免于办理汇算补税。',
        en: 'Income or the tax owed is within the limit and tax was withheld: no settlement is needed.',
      })
  },
}

function mayStay(work: Work, day: string, income: Rational, due: Rational): boolean {
  if (!work.holds('iit.settle_income', day)) return false
  return (
    compare(income, work.figure('iit.settle_income', day)) <= 0 || compare(due, work.figure('iit.settle_tax', day)) <= 0
  )
}
