import { add, compare, multiply, type Rational, subtract, zero } from '../binding/rational.ts'
import type { Words } from './law.ts'
import { amount, atLeastZero, least, percent, toFen, type Work, yuanText } from './work.ts'

type Line = { item: Words; booked: Rational; allowed: Rational }

/** The adjustments of the year: their rows, and their sums up and down. */
export function adjustmentsOf(work: Work, day: string, profit: Rational) {
  const { ask } = work
  const lines: Line[] = [
    entertainment(work, day),
    advertising(work, day),
    ...wageShares(work, day),
    donation(work, day, profit),
    {
      item: { zh: '罚款、滞纳金、赞助等不得扣除', en: 'Fines, surcharges, sponsorship' },
      booked: ask.money('disallowed'),
      allowed: zero,
    },
    { item: { zh: '资产减值准备', en: 'Provisions' }, booked: ask.money('provisions'), allowed: zero },
    {
      item: { zh: '资产折旧、摊销', en: 'Depreciation' },
      booked: ask.money('bookDepreciation'),
      allowed: ask.money('taxDepreciation'),
    },
    { item: { zh: '其他调增', en: 'Other, up' }, booked: ask.money('otherUp'), allowed: zero },
    { item: { zh: '其他调减', en: 'Other, down' }, booked: zero, allowed: ask.money('otherDown') },
    { item: { zh: '免税、不征税收入', en: 'Exempt income' }, booked: zero, allowed: ask.money('exemptIncome') },
    research(work, day),
  ]
  const shown = lines.filter(({ booked, allowed }) => booked.n !== 0n || allowed.n !== 0n)
  const upOf = ({ booked, allowed }: Line) => atLeastZero(subtract(booked, allowed))
  const downOf = ({ booked, allowed }: Line) => atLeastZero(subtract(allowed, booked))
  return {
    up: shown.map(upOf).reduce(add, zero),
    down: shown.map(downOf).reduce(add, zero),
    rows: shown.map((line) => ({
      item: line.item,
      booked: yuanText(line.booked),
      allowed: yuanText(line.allowed),
      up: yuanText(upOf(line)),
      down: yuanText(downOf(line)),
    })),
  }
}

function entertainment({ ask, figure, step }: Work, day: string): Line {
  const item = { zh: '业务招待费', en: 'Entertainment' }
  const booked = ask.money('entertainment')
  if (booked.n === 0n) return { item, booked, allowed: zero }
  const [share, ofSales, sales] = [
    figure('ENTERTAIN.actual_rate', day),
    figure('ENTERTAIN.revenue_rate', day),
    ask.money('revenue'),
  ]
  const allowed = toFen(least(multiply(booked, share), multiply(sales, ofSales)))
  step(
    { zh: '业务招待费扣除限额', en: 'Entertainment allowed' },
    `min(${amount(booked)} × ${percent(share)}, ${amount(sales)} × ${percent(ofSales)})`,
    allowed,
  )
  return { item, booked, allowed }
}

/** What is over a limit is carried on; what came in from before is used as far as the limit leaves room. */
function limited(booked: Rational, prior: Rational, limit: Rational): Rational {
  return compare(booked, limit) > 0 ? limit : add(booked, least(prior, subtract(limit, booked)))
}

function advertising({ ask, figure, step }: Work, day: string): Line {
  const item = { zh: '广告费和业务宣传费', en: 'Advertising' }
  const [booked, prior, sales] = [ask.money('advertising'), ask.money('advertisingPrior'), ask.money('revenue')]
  if (booked.n === 0n && prior.n === 0n) return { item, booked, allowed: zero }
  const rate = figure('ADVERT.rate', day, ask.choice('trade'))
  const limit = toFen(multiply(sales, rate))
  const allowed = limited(booked, prior, limit)
  step({ zh: '广宣费扣除限额', en: 'Limit of advertising' }, `${amount(sales)} × ${percent(rate)}`, limit)
  step(
    { zh: '广宣费结转以后年度', en: 'Advertising carried on' },
    `${amount(booked)} + ${amount(prior)} − ${amount(allowed)}`,
    subtract(add(booked, prior), allowed),
  )
  return { item, booked, allowed }
}

function wageShares({ ask, figure, step }: Work, day: string): Line[] {
  const wages = ask.money('wages')
  const kinds = [
    { key: 'welfare', id: 'WELFARE.rate', item: { zh: '职工福利费', en: 'Welfare' }, prior: zero },
    {
      key: 'education',
      id: 'EDU.rate',
      item: { zh: '职工教育经费', en: 'Staff education' },
      prior: ask.money('educationPrior'),
    },
    { key: 'union', id: 'UNION.rate', item: { zh: '工会经费', en: 'Union' }, prior: zero },
  ]
  return kinds.map(({ key, id, item, prior }) => {
    const booked = ask.money(key)
    if (booked.n === 0n && prior.n === 0n) return { item, booked, allowed: zero }
    const rate = figure(id, day)
    const limit = toFen(multiply(wages, rate))
    step({ zh: `${item.zh}扣除限额`, en: `Limit: ${item.en}` }, `${amount(wages)} × ${percent(rate)}`, limit)
    return { item, booked, allowed: limited(booked, prior, limit) }
  })
}

/** Donations carried in go first (财税〔2018〕15号). */
function donation({ ask, figure, step }: Work, day: string, profit: Rational): Line {
  const item = { zh: '公益性捐赠', en: 'Donations' }
  const [booked, prior] = [ask.money('donation'), ask.money('donationPrior')]
  if (booked.n === 0n && prior.n === 0n) return { item, booked, allowed: zero }
  const rate = figure('DONATION_LIMIT.rate', day)
  const limit = toFen(multiply(atLeastZero(profit), rate))
  const fromBefore = least(prior, limit)
  step({ zh: '公益性捐赠扣除限额', en: 'Limit of donations' }, `max(${amount(profit)}, 0) × ${percent(rate)}`, limit)
  return { item, booked, allowed: add(fromBefore, least(booked, subtract(limit, fromBefore))) }
}

function research({ ask, figure, step }: Work, day: string): Line {
  const item = { zh: '研发费用加计扣除', en: 'R&D super-deduction' }
  const spent = ask.money('research')
  if (spent.n === 0n) return { item, booked: zero, allowed: zero }
  const rate = figure('RD_SUPER.rate', day, ask.choice('researchCase'))
  const allowed = toFen(multiply(spent, rate))
  step(item, `${amount(spent)} × ${percent(rate)}`, allowed)
  return { item, booked: zero, allowed }
}
