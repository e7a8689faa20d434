import type { Paging } from '#contract/endpoint.ts'
import type { Db } from './database.ts'
import { Refusal } from './errors.ts'
import type { Kernel } from './kernel.ts'

type Page<R> = { records: R[]; total: number; size: number; current: number; pages: number }
type Row = Record<string, unknown>
/** How rows that the caller's sort leaves equal follow each other: what the `fallback` of `page()` says. */
type Order = { field: string; down: boolean }

/** So many rows of each server are read at most to find a page; whoever looks further back filters. */
const DEEPEST = 10_000

/**
 * One page of a list whose rows belong to tenants, over all servers, for the one named reason. Where all tenants live on the main
 * server that is its page; else each server gives its first rows and they are merged in the order of the list. `read` answers
 * records under the names the list is sorted by. A server that cannot be reached is left out and logged.
 */
export async function pageOnEveryServer<F extends string, R extends Row>(
  { database, log }: Pick<Kernel, 'database' | 'log'>,
  { reason, paging, fallback }: { reason: string; paging: Paging<F>; fallback: readonly Order[] },
  read: (db: Db, paging: Paging<F>) => Promise<Page<R>>,
): Promise<Page<R>> {
  const { current, size, sort } = paging
  const alone = database.servers().length === 1
  if (!alone && current * size > DEEPEST) throw new Refusal('pageTooDeep', { most: DEEPEST })
  const wanted = alone ? paging : { ...paging, current: 1, size: current * size }
  const found = await database.onEveryServer(
    reason,
    (db) => read(db, wanted),
    (error, server) => log.warn({ err: error, server }, 'a list was read without one server'),
  )
  const [only] = found
  if (alone && only) return only
  const total = found.reduce((sum, one) => sum + one.total, 0)
  const lists = found.map(({ records }) => records)
  const merged = inOrder(lists, [...sort, ...fallback], current * size)
  return { records: merged.slice((current - 1) * size), total, size, current, pages: Math.ceil(total / size) }
}

/** The first `most` rows of lists that are each in order. Never sorts within one: its server has, by its own rules of text. */
function inOrder<R extends Row>(lists: readonly (readonly R[])[], order: readonly Order[], most: number): R[] {
  const at = lists.map(() => 0)
  const merged: R[] = []
  while (merged.length < most) {
    let next: { row: R; list: number } | undefined
    for (const [list, rows] of lists.entries()) {
      const row = rows[at[list] ?? 0]
      if (row && (!next || isBefore(row, next.row, order))) next = { row, list }
    }
    if (!next) break
    merged.push(next.row)
    at[next.list] = (at[next.list] ?? 0) + 1
  }
  return merged
}

function isBefore(one: Row, other: Row, order: readonly Order[]): boolean {
  for (const { field, down } of order) {
    const [a, b] = [one[field], other[field]]
    const less = typeof a === 'number' && typeof b === 'number' ? a - b : compared(textOf(a), textOf(b))
    if (less !== 0) return down ? less > 0 : less < 0
  }
  return false
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))
const compared = (a: string, b: string) => (a < b ? -1 : Number(a > b))
