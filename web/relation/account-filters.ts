import type { z } from 'zod'
import type { relation } from '#contract/relation.ts'
import type { Filter } from './bill-parts.tsx'
import { byStake, parentCodes, totalStake } from './stake.ts'
import type { texts } from './texts.ts'
import type { AccountTie } from './whole-bill.ts'

export type Standards = z.output<typeof relation.standards.output>
type Say = (key: keyof typeof texts) => string

/** Classes of standard accounts in the order of the chart; '' is not tied to any. */
const CLASSES = ['asset', 'liability', 'common', 'equity', 'cost', 'pl-income', 'pl-expense'] as const
const STATES = ['auto', 'accepted', 'changed'] as const

const classOf = (standards: Standards) => {
  const kinds = new Map(standards.accounts.map(({ key, kind }) => [key, kind]))
  return ({ standard }: AccountTie) => kinds.get(standard) ?? ''
}

/** What the left pane offers, each with how many accounts and the money at stake in them. */
export function accountFilters(
  all: AccountTie[],
  standards: Standards,
  t: Say,
): { states: Filter[]; classes: Filter[] } {
  const parents = parentCodes(all)
  const filter = (key: string, label: string, rows: AccountTie[]): Filter => ({
    key,
    label,
    count: rows.length,
    stake: totalStake(rows, parents),
  })
  const byClass = Map.groupBy(all, classOf(standards))
  return {
    states: [
      filter(
        'waiting',
        t('waiting'),
        all.filter(({ status }) => status === 'pending'),
      ),
      { key: 'all', label: t('all'), count: all.length },
      ...STATES.map((state) => ({
        key: state,
        label: t(state),
        count: all.filter(({ status }) => status === state).length,
      })),
    ],
    classes: [
      ...CLASSES.flatMap((key) => (byClass.has(key) ? [filter(`class:${key}`, t(key), byClass.get(key) ?? [])] : [])),
      ...(byClass.has('') ? [filter('class:', t('noClass'), byClass.get('') ?? [])] : []),
    ],
  }
}

/** The accounts a filter and a search show; what waits stands with the largest amounts first, else in the order of codes. */
export function filterAccounts(all: AccountTie[], standards: Standards, filter: string, text: string): AccountTie[] {
  const needle = text.trim().toLowerCase()
  const kind = classOf(standards)
  const inFilter = (one: AccountTie) =>
    filter === 'all' ||
    (filter === 'waiting'
      ? one.status === 'pending'
      : filter.startsWith('class:')
        ? kind(one) === filter.slice('class:'.length)
        : one.status === filter)
  const found = (one: AccountTie) =>
    needle === '' ||
    [one.code, one.fullName, one.standard, one.standardName].some((part) => part.toLowerCase().includes(needle))
  const rows = all.filter((one) => inFilter(one) && found(one))
  return filter === 'waiting' ? byStake(rows) : rows
}
