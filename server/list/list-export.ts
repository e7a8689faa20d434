import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Grant } from '#contract/grants.ts'
import type { Language, Text } from '#contract/texts.ts'
import { parseInput } from '#server/kernel/input.ts'
import type { Context } from '#server/kernel/service.ts'

/** One column of an exported list; `key` is the field of the row and the key of the column on screen. */
export type ExportColumn<Row> = {
  key: string
  title: Text
  /** Characters. */
  width?: number
  /** What the field's values are called. */
  words?: Readonly<Record<string, Text>>
  /** The dictionary whose keys the field holds. */
  dict?: string
  /** Yuan of the wire, written as a number. */
  money?: boolean
  /** What stands in the cell instead of the field. */
  value?: (row: Row, language: Language) => unknown
}

/** A list that can be written as a workbook, by the name the page gives. */
export type ListExport = {
  name: string
  may: Grant
  title: Text
  columns: readonly ExportColumn<unknown>[]
  /** One page of the list under the context's rights; `query` is the list's own, as a caller would send it. */
  rows(context: Context, query: Record<string, unknown>): Promise<{ records: unknown[]; total: number }>
}

type RowOf<E extends Endpoint> = z.input<E['output']> extends { records: readonly (infer Row)[] } ? Row : never

/** Makes a list's endpoint and its handler exportable: the same grant, filters, order and reach as on screen. */
export function exportOf<E extends Endpoint>(
  endpoint: E,
  of: {
    name: string
    title: Text
    columns: readonly ExportColumn<RowOf<E>>[]
    rows: (context: Context, input: z.output<E['input']>) => Promise<{ records: RowOf<E>[]; total: number }>
  },
): ListExport {
  return {
    name: of.name,
    may: endpoint.may,
    title: of.title,
    columns: of.columns as readonly ExportColumn<unknown>[],
    rows: (context, query) =>
      of.rows(context, parseInput(endpoint.input, query, context.language) as z.output<E['input']>),
  }
}
