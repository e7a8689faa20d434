import { searchable } from '../mapping/nature.ts'
import type { Check } from './check.ts'
import type { CheckIndex } from './check-books.ts'
import { dayNumber } from './calendar.ts'
import { absolute, say } from './hit.ts'

/** V04 重复凭证: the same accounts and amounts within days, and nearly the same words. */
export const duplicates: Check = {
  id: 'V04',
  group: 'integrity',
  params: [
    { key: 'days', label: say('相隔天数以内', 'Days apart at most'), unit: 'whole', value: '3', least: 0, most: 90 },
    {
      key: 's',
      label: say('摘要相似度不低于', 'Likeness of summaries at least'),
      unit: 'share',
      value: '0.9',
      least: 0,
      most: 1,
    },
    {
      key: 'recurring',
      label: say('出现在几个月以上视为定期', 'Months that make it recurring'),
      unit: 'whole',
      value: '3',
      least: 2,
      most: 12,
    },
  ],
  run(index, params, hits) {
    const { vouchers } = index.ledger.journal
    const [days, likeness, recurring] = [params.whole('days'), params.share('s'), params.whole('recurring')]
    const alike = new Map<string, number[]>()
    for (const [voucher, { closing }] of vouchers.entries()) {
      if (closing) continue
      const key = signature(index, voucher)
      const list = alike.get(key)
      if (list) list.push(voucher)
      else if (key !== '') alike.set(key, [voucher])
    }
    for (const places of alike.values()) {
      // rent and payroll come every month
      if (places.length < 2 || new Set(places.map((place) => vouchers[place]?.period)).size >= recurring) continue
      const byDay = places.toSorted((one, other) => dayOf(index, one) - dayOf(index, other) || one - other)
      for (const [at, voucher] of byDay.entries()) {
        const before = byDay
          .slice(Math.max(0, at - 50), at)
          .find(
            (other) => dayOf(index, voucher) - dayOf(index, other) <= days && like(index, voucher, other) >= likeness,
          )
        if (before === undefined) continue
        const amount = index.lines(voucher).reduce((sum, line) => sum + (index.ledger.journal.debit[line] ?? 0n), 0n)
        hits.add(amount, () => ({
          voucher,
          amount: absolute(amount),
          measure: say(`同 ${vouchers[before]?.key}`, `Like ${vouchers[before]?.key}`),
          why: say(
            `与 ${vouchers[before]?.date} 的凭证 ${vouchers[before]?.key} 科目、金额相同，摘要相近`,
            `Accounts and amounts of voucher ${vouchers[before]?.key} of ${vouchers[before]?.date}, and nearly its words`,
          ),
        }))
      }
    }
    return undefined
  },
}

const dayOf = (index: CheckIndex, voucher: number) => dayNumber(index.ledger.journal.vouchers[voucher]?.date ?? '')

/** Accounts with amounts in one order, with the parties; '' for a voucher without any amount. */
function signature(index: CheckIndex, voucher: number): string {
  const { journal } = index.ledger
  const parts = index
    .lines(voucher)
    .filter((line) => index.net(line) !== 0n)
    .map((line) => `${journal.account[line]}:${index.net(line)}:${index.party.at[line] ?? 0}`)
  return parts.toSorted().join(' ')
}

/** How alike the words of two vouchers are: pairs of characters in common, from 0 to 1 (Dice). */
function like(index: CheckIndex, one: number, other: number): number {
  const [a, b] = [one, other].map((voucher) => searchable(index.summary(index.lines(voucher)[0] ?? 0)))
  return likeness(a ?? '', b ?? '')
}

const pairs = (text: string) => Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2))

function likeness(a: string, b: string): number {
  if (a === b) return 1
  const [of, left] = [pairs(a), new Map<string, number>()]
  const others = pairs(b)
  for (const pair of others) left.set(pair, (left.get(pair) ?? 0) + 1)
  let common = 0
  for (const pair of of) {
    const count = left.get(pair) ?? 0
    if (count === 0) continue
    common += 1
    left.set(pair, count - 1)
  }
  return of.length + others.length === 0 ? 0 : (2 * common) / (of.length + others.length)
}
