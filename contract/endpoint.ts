import { z } from 'zod'
import type { Grant } from './grants.ts'

export type Path =
  | `/sc-auth/${string}`
  | `/sc-system/${string}`
  | `/sc-llm/${string}`
  | `/sc-sse/${string}`
  | `/api/${string}`

/**
 * One HTTP call of the product: where it lives, who may make it, what goes in (path, query and body merged), what comes out.
 * `call` answers in the envelope unless `bare`; `stream` and `file` answer as they like and open their own short transactions;
 * `upload` takes a multipart form with files.
 */
export type Endpoint<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> = {
  kind: 'call' | 'stream' | 'upload' | 'file'
  method: 'GET' | 'POST'
  path: Path
  may: Grant
  /** One line for the API document. */
  says: string
  input: In
  output: Out
  /** The answer is the bare object, not the envelope. */
  bare?: boolean
  /** Works on the caller's own account or session: in the tenant whose user he is, wherever he has entered. */
  ofSelf?: boolean
  /** Waits for servers outside: no transaction around it; it opens short ones by `kernel.database.inTenant`. */
  network?: boolean
}
export type Contract = Record<string, Endpoint>

type Shape<In extends z.ZodType, Out extends z.ZodType> = {
  may: Grant
  says: string
  input: In
  output: Out
  bare?: boolean
  ofSelf?: boolean
  network?: boolean
}
type Made<K extends Endpoint['kind'], In extends z.ZodType, Out extends z.ZodType> = Endpoint<In, Out> & { kind: K }

const make =
  <K extends Endpoint['kind']>(kind: K, method: Endpoint['method']) =>
  <In extends z.ZodType, Out extends z.ZodType>(path: Path, shape: Shape<In, Out>): Made<K, In, Out> => ({
    kind,
    method,
    path,
    ...shape,
  })

export const get = make('call', 'GET')
export const post = make('call', 'POST')
/** Server-sent events; the output describes the data of one event. */
export const stream = make('stream', 'GET')
/** The same, asked with a body. */
export const streamPost = make('stream', 'POST')
/** A download. */
export const file = make('file', 'GET')
/** A multipart form; the input describes its text fields. */
export const upload = make('upload', 'POST')

export const id = z.uuid({ error: 'id' })
const top = z.union([z.literal('0'), z.literal(0).transform((): '0' => '0')])
/** An id that may be missing. Clients say that as an empty text or null, too, and the top of a tree as 0. */
export const maybeId = z.union([id, z.literal(''), top, z.null().transform((): '' => '')]).optional()
const noId = z.union([z.literal(''), z.null()]).transform(() => undefined)
/** The id of the row to change; without one, or with an empty one or null, a new row. */
export const rowId = z.union([id, noId]).optional()
/** Comma-separated ids in, an array out: what every `remove` takes. */
export const ids = z
  .string()
  .min(1)
  .transform((list) => list.split(','))
export const none = z.object({})
/** A number that may arrive as text, in a query. */
export const count = z.coerce.number().int().nonnegative()
/** Yuan with two decimals, e.g. "1234.50"; integer fen inside. */
export const money = z.string().regex(/^-?\d+(\.\d{1,2})?$/)
/** `yyyy-MM-dd HH:mm:ss`. */
export const time = z.string()

/** The suffix of a filter key says how it compares; a bare key means contains. */
export const comparisons = [
  'equal', 'notequal', 'like', 'likeleft', 'likeright', 'notlike', 'ge', 'le', 'gt', 'lt', 'datege', 'datele', 'null', 'notnull',
] as const // prettier-ignore
export type Comparison = (typeof comparisons)[number]
export type Filter<F extends string = string> = { field: F; op: Comparison; value: string }
export type Paging<F extends string = string> = {
  current: number
  size: number
  sort: { field: F; down: boolean }[]
  where: Filter<F>[]
}
type FilterKeys<F extends string> = F | `${F}_${Comparison}`
type PagingKeys<F extends string> = { current?: unknown; size?: unknown; ascs?: string; descs?: string } & {
  [K in FilterKeys<F>]?: string
}

/** The fixed parameters beside the filters; an empty shape adds nothing (zod would say Record<string, never>). */
type Extra<M extends z.ZodRawShape, Way extends 'input' | 'output'> = keyof M extends never
  ? unknown
  : Way extends 'input'
    ? z.input<z.ZodObject<M>>
    : z.output<z.ZodObject<M>>

const list = (text: string | undefined) => (text ? text.split(',').map((part) => part.trim()) : [])

/**
 * The query of a paged list: `current`, `size` (at most 500), `ascs`, `descs` and filters over a whitelist of fields. Keys off
 * the list are dropped, empty values too, so that nothing a caller names reaches SQL. `more` adds fixed parameters.
 */
export function paging<const F extends string, M extends z.ZodRawShape = {}>(fields: readonly F[], more?: M) {
  const known: readonly string[] = fields
  const isField = (name: string): name is F => known.includes(name)
  const keys = fields.flatMap((field) => [field, ...comparisons.map((op) => `${field}_${op}`)])
  const filters = Object.fromEntries(keys.map((key) => [key, z.coerce.string().optional()]))
  const shape = z.object({
    ...filters,
    current: z.coerce.number().int().min(1).default(1),
    size: z.coerce.number().int().min(1).max(500).default(10),
    ascs: z.string().optional(),
    descs: z.string().optional(),
    ...more,
  })
  return shape.transform((query) => {
    const where: Filter<F>[] = []
    for (const [key, value] of Object.entries(query)) {
      if (typeof value !== 'string' || value === '' || (more && key in more)) continue
      const at = key.lastIndexOf('_')
      const [field, op] = isField(key) ? [key, 'like' as const] : [key.slice(0, at), key.slice(at + 1)]
      if (isField(field) && comparisons.includes(op as Comparison)) where.push({ field, op: op as Comparison, value })
    }
    const sort = [
      ...list(query.ascs)
        .filter(isField)
        .map((field) => ({ field, down: false })),
      ...list(query.descs)
        .filter(isField)
        .map((field) => ({ field, down: true })),
    ]
    const extra = Object.fromEntries(
      Object.keys(more ?? {}).map((key) => [key, (query as Record<string, unknown>)[key]]),
    )
    const { current, size } = query as { current: number; size: number }
    return { current, size, sort, where, ...extra }
  }) as unknown as z.ZodType<Paging<F> & Extra<M, 'output'>, PagingKeys<F> & Extra<M, 'input'>>
}

export const paged = <T extends z.ZodType>(row: T) =>
  z.object({
    records: z.array(row),
    total: z.number().int(),
    size: z.number().int(),
    current: z.number().int(),
    pages: z.number().int(),
  })
