import { type Check, isProfitOrLoss, note, skip, unmapped } from './check.ts'
import type { CheckIndex } from './check-books.ts'
import { dayNumber, daysToMonthEnd, weekday } from './calendar.ts'
import { absolute, say, shown } from './hit.ts'

const debits = (index: CheckIndex, voucher: number) =>
  index.lines(voucher).reduce((sum, line) => sum + (index.ledger.journal.debit[line] ?? 0n), 0n)

/** V08 周末/法定节假日入账, by the State Council's table with worked weekends. */
const offDays: Check = {
  id: 'V08',
  group: 'timing',
  params: [
    { key: 'least', label: say('金额下限（元）', 'Least amount (yuan)'), unit: 'yuan', value: '' },
    {
      key: 'automatic',
      label: say('银行自动入账的摘要', 'Words of automatic bank entries'),
      unit: 'words',
      value: '利息,结息,手续费,账户管理费,自动,代扣',
    },
    {
      key: 'weekends',
      label: say('周末照常营业（零售、餐饮）：1 是', 'Open at weekends (retail, catering): 1 yes'),
      unit: 'whole',
      value: '0',
      most: 1,
    },
  ],
  run(index, params, hits) {
    const { journal, year } = index.ledger
    if (!index.years.includes(year)) return skip(`没有 ${year} 年的放假安排`, `the calendar of ${year} is not held`)
    const least = params.yuan('least') ?? 0n
    const automatic = params.words('automatic')
    const open = params.whole('weekends') === 1
    for (const [voucher, { date, closing }] of journal.vouchers.entries()) {
      const told = index.days.get(date)
      const weekend = weekday(date) >= 5
      if (closing || !(told ?? (weekend && !open)) || daysToMonthEnd(date) === 0) continue
      const amount = debits(index, voucher)
      if (absolute(amount) < least) continue
      if (automatic.some((word) => index.lines(voucher).some((line) => index.summary(line).includes(word)))) continue
      hits.add(amount, () => ({
        voucher,
        amount: absolute(amount),
        measure: told ? say('法定节假日', 'Public holiday') : say('周末', 'Weekend'),
        why: told
          ? say(`${date} 是法定放假日`, `${date} is a public holiday`)
          : say(
              `${date} 是周${weekday(date) === 5 ? '六' : '日'}，不是调休上班日`,
              `${date} is a ${weekday(date) === 5 ? 'Saturday' : 'Sunday'}, not a worked one`,
            ),
      }))
    }
    return undefined
  },
}

/** V09 非工作时间/集中补录: the ledger keeps the day of a voucher only; no known layout prints when it was typed. */
const hours: Check = {
  id: 'V09',
  group: 'timing',
  params: [],
  run: () =>
    skip(
      '账套没有录入时间：已知的导出格式都不含制单时刻，只有凭证日期',
      'the ledger has no time of entry: no known export prints when a voucher was typed, only its day',
    ),
}

/** V10 期末最后/期初最初大额, and what is reversed at the start of the next month. */
const periodEnd: Check = {
  id: 'V10',
  group: 'cut-off',
  params: [
    { key: 'n', label: say('期末、期初天数', 'Days at either end'), unit: 'whole', value: '3', least: 1, most: 31 },
    {
      key: 'amount',
      label: say('金额下限（元），空为执行重要性', 'Least amount (yuan); blank: performance materiality'),
      unit: 'yuan',
      value: '',
    },
  ],
  run(index, params, hits) {
    const { journal, year } = index.ledger
    const least = params.yuan('amount') ?? index.materiality
    if (!index.isMapped) return unmapped()
    if (least === null || least <= 0n)
      return skip('底稿 Z06 没有执行重要性，也未设金额下限', 'neither paper Z06 nor a parameter says an amount')
    const days = params.whole('n')
    const late: { line: number; month: number }[] = []
    const early = new Map<string, number>()
    for (let line = 0; line < journal.size; line += 1) {
      const voucher = journal.voucher[line] ?? 0
      const head = journal.vouchers[voucher]
      if (!head || head.closing || absolute(index.net(line)) < least || !isProfitOrLoss(index.account(line).standard))
        continue
      const month = Number(head.date.slice(5, 7))
      const first = dayNumber(head.date) - dayNumber(`${head.date.slice(0, 7)}-01`) < days
      if (daysToMonthEnd(head.date) < days) late.push({ line, month })
      if (first) early.set(`${month} ${journal.account[line]} ${index.net(line)}`, line)
      if (
        !(month === 12 && daysToMonthEnd(head.date) < days) &&
        !(month === 1 && first && head.date.startsWith(`${year}`))
      )
        continue
      const amount = absolute(index.net(line))
      hits.add(amount, () => ({
        voucher,
        at: line,
        amount,
        measure: month === 12 ? say('年末大额', 'Large at year end') : say('年初大额', 'Large at year start'),
        why: say(
          `${head.date} 的损益 ${shown(amount)} 元，在年度${month === 12 ? '最后' : '最初'} ${days} 天内；核对归属期间`,
          `Profit or loss of ${shown(amount)} yuan on ${head.date}, within ${days} days of the year's ${month === 12 ? 'end' : 'start'}; check its period`,
        ),
      }))
    }
    for (const { line, month } of late) {
      const back = early.get(`${month + 1} ${journal.account[line]} ${-index.net(line)}`)
      if (back === undefined) continue
      const amount = absolute(index.net(line))
      const key = journal.vouchers[journal.voucher[back] ?? 0]?.key ?? ''
      hits.add(amount, () => ({
        voucher: journal.voucher[line] ?? 0,
        at: line,
        amount,
        measure: say('次月初冲回', 'Reversed next month'),
        why: say(
          `月末入账，次月初由 ${key} 同额冲回`,
          `Booked at the month's end, reversed by ${key} at the start of the next`,
        ),
      }))
    }
    return undefined
  },
}

/** V11 跨期: an income or expense whose words name another month or year than its period. */
const otherPeriod: Check = {
  id: 'V11',
  group: 'cut-off',
  params: [{ key: 'least', label: say('金额下限（元）', 'Least amount (yuan)'), unit: 'yuan', value: '' }],
  run(index, params, hits) {
    if (!index.isMapped) return unmapped()
    const { journal, year } = index.ledger
    const least = params.yuan('least') ?? 0n
    for (let line = 0; line < journal.size; line += 1) {
      const head = journal.vouchers[journal.voucher[line] ?? 0]
      if (!head || head.closing || !isProfitOrLoss(index.account(line).standard)) continue
      const amount = absolute(index.net(line))
      if (amount < least || amount === 0n) continue
      const named = namedPeriod(index.summary(line))
      if (!named) continue
      const otherYear = named.year !== null && named.year !== year
      if (!otherYear && (named.months.length === 0 || named.months.includes(Number(head.period)))) continue
      hits.add(amount, () => ({
        voucher: journal.voucher[line] ?? 0,
        at: line,
        amount,
        measure: say(`摘要：${named.text}`, `Summary: ${named.text}`),
        why: say(
          `入账在 ${year} 年 ${Number(head.period)} 月，摘要写的是${named.text}`,
          `Booked in ${year}-${head.period}, while the summary says ${named.text}`,
        ),
      }))
    }
    return note('只看损益科目的分录', 'only lines of profit and loss are looked at')
  },
}

/** The month or year a summary names: 2024年11月, 11月份, 1-3月, 三季度 is left alone. */
export function namedPeriod(summary: string): { year: number | null; months: number[]; text: string } | undefined {
  const range = /(?:(\d{4})年)?(\d{1,2})(?:月)?[-—–~至到](\d{1,2})月/.exec(summary)
  const found =
    range ?? /(?:(\d{4})[年.])?(?<!\d)(\d{1,2})月(?!内|租|薪|饼|嫂)/.exec(summary) ?? /(?<!\d)(20\d{2})年/.exec(summary)
  if (!found) return undefined
  const year = found[1] === undefined ? null : Number(found[1])
  const from = found[2] === undefined ? null : Number(found[2])
  const to = range?.[3] === undefined ? from : Number(range[3])
  if (from !== null && (from < 1 || from > 12 || (to ?? 0) > 12)) return undefined
  const months =
    from === null || to === null ? [] : Array.from({ length: Math.max(1, to - from + 1) }, (_, at) => from + at)
  return { year, months, text: found[0] }
}

export const timingChecks: readonly Check[] = [offDays, hours, periodEnd, otherPeriod]
