import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Group, SearchGroup, SearchHit } from '#contract/ai-search.ts'
import { MOST_COUNTED } from '#contract/ai-search.ts'
import { extentOf, type Grant } from '#contract/grants.ts'
import type { Language } from '#contract/texts.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import type { Asker } from '../project/reach.ts'

/** Who searches, for what, where, and which part of what is found. */
export type Seeking = {
  kernel: Kernel
  user: User
  language: Language
  query: string
  /** The words of the query: all of them must stand there. */
  words: readonly string[]
  /** Only this project; empty: all he sees. */
  projectId: string
  current: number
  size: number
}

/** Of a query that is nothing but signs, the signs themselves. */
export function wordsOf(query: string): string[] {
  const words = [...new Set(query.split(/[\s,，、;；]+/).filter(Boolean))].slice(0, 8)
  return words.length > 0 ? words : [query]
}

/** The asker under a grant inside a transaction; undefined: he sees none of it. */
export function underGrant({ user }: Seeking, db: Db, grant: Grant): Asker | undefined {
  const extent = extentOf(user.held, grant)
  return extent === undefined ? undefined : { db, user, extent }
}

/** All words stand somewhere in the text, whatever their case. */
export const holdsAll = (text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.join(
    words.map((word) => sql`strpos(lower(${text}), ${word.toLowerCase()}) > 0`),
    sql` and `,
  )}`

export const skipOf = ({ current, size }: Seeking) => (current - 1) * size

/** What a group found: one page, and how many there are, counted up to a bound. */
export function groupOf(
  { current, size }: Seeking,
  group: SearchGroup,
  found: { hits: SearchHit[]; total: number; atLeast?: boolean; left?: number },
): Group {
  const total = Math.min(found.total, MOST_COUNTED)
  return {
    group,
    records: found.hits,
    total,
    size,
    current,
    pages: Math.ceil(total / size),
    atLeast: (found.atLeast ?? false) || found.total > MOST_COUNTED,
    left: found.left ?? 0,
  }
}

export const nothing = (seeking: Seeking, group: SearchGroup): Group => groupOf(seeking, group, { hits: [], total: 0 })

const unsafe = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu
/** Text of records as a line of a list. */
export const line = (text: string, most = 300): string => text.replace(unsafe, ' ').trim().slice(0, most)
