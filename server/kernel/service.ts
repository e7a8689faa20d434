import type { IncomingHttpHeaders } from 'node:http'
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Contract, Endpoint, Filter, Paging } from '#contract/endpoint.ts'
import type { Extent, Held } from '#contract/grants.ts'
import type { Language } from '#contract/texts.ts'
import type { Db } from './database.ts'
import { notFound } from './errors.ts'
import type { Kernel } from './kernel.ts'
import type { DB } from './tables.ts'

/** Who calls: from the session row, never from headers or bodies. */
export type User = {
  id: string
  /** The tenant in which he works; for the platform's administrator the one he has entered. */
  tenantId: string
  /** The tenant whose user he is. */
  homeTenantId: string
  sessionId: string
  account: string
  realName: string
  deptId: string
  /** Aliases: of the product's roles, and of those his tenant has made. */
  roles: readonly string[]
  /** How far he may go, by grant. */
  held: Held
  /** He may do nothing but change his password and sign out. */
  mustChangePassword?: boolean
}

/**
 * What a service gets besides its input. `extent` is how far the caller's grant goes on this endpoint. On a public endpoint
 * `user` is nobody (empty id, tenant 000000) and `db` sees no tenant's rows.
 */
export type Context = {
  db: Db
  user: User
  extent: Extent
  language: Language
  address: string
  trace: string
  kernel: Kernel
  /** Only of a call without a transaction: what a client says before it has signed in. */
  headers?: IncomingHttpHeaders
  /**
   * Only of a call without a transaction: the one in which all of its effect happens. With an idempotency key it happens once, and
   * whoever asks again is given what it answered.
   */
  once?: <T>(effect: (db: Db) => Promise<T>) => Promise<T>
  /** Runs once the transaction has committed; never if it did not. */
  afterCommit: (effect: () => void | Promise<void>) => void
}
/** A stream or a download: no transaction around it; it opens short ones by `kernel.database.inTenant`. */
export type RawContext = Omit<Context, 'db' | 'afterCommit'> & { request: FastifyRequest; reply: FastifyReply }
/** A file of a multipart form, on disk until the call is answered. */
export type UploadedFile = { field: string; name: string; path: string; size: number }
/** A multipart form: its text fields are the input. No transaction either. */
export type UploadContext = RawContext & { files: readonly UploadedFile[] }

type Handler<E extends Endpoint> = {
  call: (context: Context, input: z.output<E['input']>) => Promise<z.input<E['output']>>
  upload: (context: UploadContext, input: z.output<E['input']>) => Promise<z.input<E['output']>>
  stream: (context: RawContext, input: z.output<E['input']>) => Promise<unknown>
  file: (context: RawContext, input: z.output<E['input']>) => Promise<unknown>
}[E['kind']]

/** One handler per endpoint of a contract; a shape that differs does not compile. */
export type Service<C extends Contract> = { [K in keyof C]: Handler<C[K]> }

/** The one row a write or a look-up reached; none reads like another tenant's: not found. */
export function one<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined) throw notFound()
  return row
}

/** All or nothing: fewer rows than ids is not found, so a set with one foreign id changes nothing. */
export const every =
  (ids: readonly string[]) =>
  (rows: readonly unknown[]): void => {
    if (rows.length !== new Set(ids).size) throw notFound()
  }

/** Where a field of a list stands: a column by its name, or what is computed. */
type Column = string | RawBuilder<unknown>
const placeOf = (column: Column) => (typeof column === 'string' ? sql.ref(column) : column)

/** What of a filter is SQL: the field was whitelisted by the contract, the value is a parameter. */
export function condition(column: Column, { op, value }: Filter): Expression<SqlBool> {
  const ref = placeOf(column)
  const escaped = value.replace(/[\\%_]/g, '\\$&')
  // without letters of two cases the same, at a fifth of the cost
  const like = value.toLowerCase() === value.toUpperCase() ? sql`like` : sql`ilike`
  switch (op) {
    case 'equal':
      return sql<SqlBool>`${ref}::text = ${value}`
    case 'notequal':
      return sql<SqlBool>`${ref}::text <> ${value}`
    case 'like':
      return sql<SqlBool>`${ref}::text ${like} ${`%${escaped}%`}`
    case 'notlike':
      return sql<SqlBool>`${ref}::text not ${like} ${`%${escaped}%`}`
    case 'likeleft':
      return sql<SqlBool>`${ref}::text ${like} ${`%${escaped}`}`
    case 'likeright':
      return sql<SqlBool>`${ref}::text ${like} ${`${escaped}%`}`
    case 'ge':
      return sql<SqlBool>`${ref} >= ${value}`
    case 'le':
      return sql<SqlBool>`${ref} <= ${value}`
    case 'gt':
      return sql<SqlBool>`${ref} > ${value}`
    case 'lt':
      return sql<SqlBool>`${ref} < ${value}`
    case 'datege':
      // a day begins where the customers are, whatever clock the database keeps
      return sql<SqlBool>`${ref} >= ${value}::timestamp at time zone 'Asia/Shanghai'`
    case 'datele':
      return sql<SqlBool>`${ref} < ${value}::timestamp at time zone 'Asia/Shanghai' + case when ${value} ~ '^\\d{4}-\\d{2}-\\d{2}$' then interval '1 day' else interval '1 second' end`
    case 'null':
      return sql<SqlBool>`${ref} is null`
    case 'notnull':
      return sql<SqlBool>`${ref} is not null`
    default:
      return op satisfies never
  }
}

/**
 * One page of a query: filters and sort by the columns that `columns` gives the contract's field names, counted in the same
 * statement. `fallback` orders rows that the caller's sort leaves equal, so pages never overlap.
 */
export async function page<F extends string, O>(
  query: SelectQueryBuilder<DB, keyof DB, O>,
  { current, size, where, sort }: Paging<F>,
  columns: Record<F, Column>,
  fallback: readonly string[],
) {
  let filtered = query
  for (const filter of where) filtered = filtered.where(condition(columns[filter.field], filter))
  // counted beside the page, not over it: the columns of rows that are not shown are never computed
  let sorted = filtered.select(counted(filtered).as('total_rows'))
  for (const { field, down } of sort) sorted = sorted.orderBy(placeOf(columns[field]), down ? 'desc' : 'asc')
  for (const column of fallback) sorted = sorted.orderBy(sql.raw(column))
  const rows = (await sorted
    .limit(size)
    .offset((current - 1) * size)
    .execute()) as (O & { total_rows: number })[]
  // past the end there is no row to carry the count
  const total = rows[0]?.total_rows ?? (current === 1 ? 0 : await countOf(filtered))
  return { records: rows as O[], total, size, current, pages: Math.ceil(total / size) }
}

const counted = <O>(query: SelectQueryBuilder<DB, keyof DB, O>) =>
  query.clearSelect().select(sql<number>`count(*)::int`.as('n'))

async function countOf<O>(query: SelectQueryBuilder<DB, keyof DB, O>): Promise<number> {
  const [row] = await counted(query).execute()
  return row?.n ?? 0
}
