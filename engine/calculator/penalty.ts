import { compare, multiply, rational, type Rational } from '../binding/rational.ts'
import { addDays, addMonths, daysBetween, isWorkday, workdayFrom } from './days.ts'
import type { Words } from './law.ts'
import { amount, type Calculator, percent, toFen, type Work } from './work.ts'
import { roundsToFen, words } from './words.ts'

const acts = [
  ['late_return', '逾期申报', 'Late return'],
  ['late_return_grave', '逾期申报，情节严重', 'Late return, grave'],
  ['false_base', '编造虚假计税依据', 'False tax base'],
  ['evade', '偷税', 'Evasion'],
  ['no_return', '不申报，不缴或少缴', 'No return, tax not paid'],
  ['unpaid', '责令限期缴纳后仍未缴', 'Not paid after an order'],
  ['withhold', '扣缴义务人应扣未扣', 'Tax not withheld'],
] as const
const byAmount: ReadonlySet<string> = new Set(['late_return', 'late_return_grave', 'false_base'])

/** A whole number of the law as a number. */
const whole = ({ n, d }: Rational) => Number(n / d)

/** A term from the day after `from`; its last day moves to the next working day. */
function termOf(work: Work, from: string, { id, unit }: { id: string; unit: 'days' | 'months' | 'years' }): string {
  const count = whole(work.figure(id, from))
  const last = unit === 'days' ? addDays(from, count) : addMonths(from, unit === 'months' ? count : count * 12)
  work.noteDay(last)
  return workdayFrom(work.law.holidays, last)
}

/** Until when unpaid tax may be recovered, and overpaid tax asked back. */
function recovery(work: Work, act: string, { due, tax }: { due: string; tax: Rational }) {
  const until = (id: string) => addMonths(due, 12 * whole(work.figure(id, due)))
  const grave = compare(tax, work.figure('limit.recover_amount', due)) >= 0
  if (act === 'evade')
    work.note({
      zh: '偷税的追征不受期限限制（征管法第五十二条第三款）。',
      en: 'Evasion may be recovered without limit of time (article 52).',
    })
  else
    work.say(
      'recover',
      { zh: '追征期末日（计算错误等失误）', en: 'Recovery until (mistakes)' },
      until(grave ? 'limit.recover_long' : 'limit.recover'),
      'day',
    )
  const refund = { zh: '多缴退税申请末日（自缴纳日）', en: 'Refund of overpaid tax until (from payment)' }
  work.say('refund', refund, until('limit.refund'), 'day')
}

/** 处罚幅度与期限: the range of a fine, and the days until when. */
export const penaltyCalculator: Calculator = {
  code: 'penaltyTerms',
  group: 'levy',
  rounding: roundsToFen,
  fields: [
    {
      key: 'act',
      label: { zh: '行为', en: 'Act' },
      kind: 'choice',
      start: 'late_return',
      options: acts.map(([value, zh, en]) => ({ value, label: { zh, en } })),
    },
    { key: 'tax', label: { zh: '未缴、少缴税款', en: 'Tax not paid' }, kind: 'money' },
    {
      key: 'due',
      label: { zh: '税款应缴日（行为日）', en: 'Day the tax was due (of the act)' },
      kind: 'day',
      needed: true,
    },
    { key: 'served', label: { zh: '处罚决定书收到日', en: 'Day the decision was received' }, kind: 'day' },
    { key: 'reviewed', label: { zh: '复议决定书收到日', en: 'Day the review decision was received' }, kind: 'day' },
  ],
  compute(work) {
    const { ask, step, answer, say, note } = work
    const [act, tax, due] = [ask.choice('act'), ask.money('tax'), ask.day('due')]
    const high: Words = { zh: '罚款上限', en: 'Highest fine' }
    const low: Words = { zh: '罚款下限', en: 'Lowest fine' }
    if (byAmount.has(act)) {
      answer('high', high, work.figure('penalty.amount', due, act))
      if (act === 'late_return_grave') answer('low', low, work.figure('penalty.amount_low', due, act))
      note({
        zh: '幅度内可以处罚，也可以只责令限期改正。',
        en: 'Within the range a fine may be imposed, or only an order to mend.',
      })
    } else {
      const [from, to] = [work.figure('penalty.low', due, act), work.figure('penalty.high', due, act)]
      answer('high', high, step(high, `${amount(tax)} × ${percent(to)}`, toFen(multiply(tax, to))))
      answer('low', low, step(low, `${amount(tax)} × ${percent(from)}`, toFen(multiply(tax, from))))
    }
    if (tax.n > 0n) recovery(work, act, { due, tax })
    const penaltyUntil = addMonths(due, 12 * whole(work.figure('limit.penalty', due)))
    say('penaltyUntil', { zh: '处罚时效末日', en: 'May be fined until' }, penaltyUntil, 'day')
    if (ask.has('reviewed')) {
      const after = { id: 'limit.sue_after_review', unit: 'days' } as const
      say(
        'sueAfter',
        { zh: '复议后起诉末日', en: 'Suit after review until' },
        termOf(work, ask.day('reviewed'), after),
        'day',
      )
    }
    if (!ask.has('served')) return
    const served = ask.day('served')
    say(
      'payBy',
      { zh: '罚款缴纳末日', en: 'Fine to be paid by' },
      termOf(work, served, { id: 'limit.pay_fine', unit: 'days' }),
      'day',
    )
    say(
      'review',
      { zh: '申请行政复议末日', en: 'Administrative review until' },
      termOf(work, served, { id: 'limit.review', unit: 'days' }),
      'day',
    )
    say(
      'sue',
      { zh: '直接起诉末日', en: 'Suit until' },
      termOf(work, served, { id: 'limit.sue', unit: 'months' }),
      'day',
    )
    const daily = work.figure('limit.fine_daily', served)
    note({
      zh: `逾期不缴罚款，每日按罚款的 ${percent(daily)} 加处，不超过罚款数额；对纳税争议须先缴税或担保并先复议（征管法第八十八条）。`,
      en: `A fine not paid in time grows by ${percent(daily)} of it a day, up to its own amount; disputes over tax go to review first, after payment or security (article 88).`,
    })
    note({
      zh: '末日为休假日的顺延到次一工作日；时效按违法行为终了之日计算，连续行为另定。',
      en: 'A last day on a rest moves to the next working day; limits run from the end of the act.',
    })
  },
}

/** 工作日与期限: working days between two days, and a day so many days on. */
export const workdayCalculator: Calculator = {
  code: 'workdays',
  group: 'levy',
  rounding: { zh: '整日', en: 'Whole days' },
  fields: [
    { key: 'from', label: { zh: '起日', en: 'From' }, kind: 'day', start: 'today', needed: true },
    {
      key: 'kind',
      label: { zh: '推算', en: 'Find' },
      kind: 'choice',
      start: 'between',
      options: [
        { value: 'between', label: { zh: '到某日的天数', en: 'Days to another day' } },
        { value: 'days', label: { zh: '若干日后', en: 'Some days on' } },
        { value: 'workdays', label: { zh: '若干工作日后', en: 'Some working days on' } },
        { value: 'months', label: { zh: '若干月后', en: 'Some months on' } },
      ],
    },
    { key: 'to', label: { zh: '止日', en: 'To' }, kind: 'day', when: { field: 'kind', is: ['between'] } },
    {
      key: 'count',
      label: { zh: '数量', en: 'How many' },
      kind: 'count',
      start: '15',
      when: { field: 'kind', is: ['days', 'workdays', 'months'] },
    },
  ],
  compute(work) {
    const { ask, answer, say, law } = work
    const [from, kind] = [ask.day('from'), ask.choice('kind')]
    const count = kind === 'between' ? 0 : ask.count('count', 0, 3660)
    const to = kind === 'between' ? ask.day('to') : endOf(work, { from, kind, count })
    if (to === '') ask.refuse('to', words.needed)
    if (to < from) ask.refuse('to', { zh: '不能早于起日', en: 'Not before the first day' })
    const days = daysBetween(from, to)
    let workdays = 0
    for (let at = from; at < to;) {
      at = addDays(at, 1)
      if (isWorkday(law.holidays, at)) workdays += 1
    }
    if (kind !== 'between') say('end', { zh: '期限末日', en: 'Last day' }, workdayFrom(law.holidays, to), 'day')
    answer(
      'workdays',
      { zh: '工作日（不含起日）', en: 'Working days, without the first' },
      rational(BigInt(workdays)),
      'count',
    )
    answer(
      'days',
      { zh: '日历天数（不含起日）', en: 'Calendar days, without the first' },
      rational(BigInt(days)),
      'count',
    )
    if (kind !== 'between') say('raw', { zh: '顺延前的末日', en: 'Last day before it moves' }, to, 'day')
    for (const day of new Set([from.slice(0, 4), to.slice(0, 4)])) work.noteDay(`${day}-01-01`)
    for (const { doc, article } of law.holidays.basis.filter(({ year }) =>
      [from, to].some((day) => day.startsWith(`${year}`)),
    ))
      work.note({ zh: `${doc} ${article ?? ''}`, en: `State Council notice on holidays: ${article ?? ''}` })
  },
}

function endOf({ law }: Work, { from, kind, count }: { from: string; kind: string; count: number }): string {
  if (kind === 'days') return addDays(from, count)
  if (kind === 'months') return addMonths(from, count)
  let end = from
  for (let left = count; left > 0; left -= 1) end = workdayFrom(law.holidays, addDays(end, 1))
  return end
}
