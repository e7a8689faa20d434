import type { Filter } from './bill-parts.tsx'
import { sizeOf, sumOf } from './stake.ts'
import type { texts } from './texts.ts'
import { type LineTag, lineKey } from './whole-bill.ts'

type Say = (key: keyof typeof texts) => string
const STATES = ['auto', 'accepted', 'changed', 'rejected'] as const

const filter = (key: string, label: string, rows: LineTag[]): Filter => ({
  key,
  label,
  count: rows.length,
  stake: sumOf(rows),
})

/** What the left pane offers for line tags: by state, and by the proposed tag with the money it moves. */
export function lineFilters(all: LineTag[], t: Say): { states: Filter[]; tags: Filter[] } {
  const waiting = all.filter(({ status }) => status === 'pending')
  return {
    states: [
      filter('waiting', t('waiting'), waiting),
      { key: 'all', label: t('all'), count: all.length },
      ...STATES.map((state) => ({
        key: state,
        label: t(state),
        count: all.filter(({ status }) => status === state).length,
      })),
    ],
    tags: [...Map.groupBy(all, ({ tag }) => tag)]
      .map(([tag, rows]) => filter(`tag:${tag}`, rows[0]?.tagName ?? tag, rows))
      .toSorted((a, b) => b.count - a.count),
  }
}

/** The lines a filter and a search show: the largest amounts first where they wait, else by voucher. */
export function filterLines(all: LineTag[], filter: string, text: string): LineTag[] {
  const needle = text.trim().toLowerCase()
  const inFilter = (one: LineTag) =>
    filter === 'all' ||
    (filter === 'waiting'
      ? one.status === 'pending'
      : filter.startsWith('tag:')
        ? one.tag === filter.slice('tag:'.length)
        : one.status === filter)
  const rows = all.filter(
    (one) =>
      inFilter(one) &&
      (needle === '' ||
        [one.summary, one.account, one.accountName, one.voucherKey].some((part) =>
          part.toLowerCase().includes(needle),
        )),
  )
  const size = new Map(rows.map((one) => [lineKey(one), sizeOf(one.amount)]))
  const sizeFor = (one: LineTag) => size.get(lineKey(one)) ?? 0n
  return filter === 'waiting'
    ? rows.toSorted((a, b) => (sizeFor(a) === sizeFor(b) ? 0 : sizeFor(a) > sizeFor(b) ? -1 : 1))
    : rows
}
