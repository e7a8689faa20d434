import type { z } from 'zod'
import type { Grant } from '#contract/grants.ts'
import type { Language, Text } from '#contract/texts.ts'
import { say } from '#contract/errors.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { parseInput } from '#server/kernel/input.ts'
import type { Context } from '#server/kernel/service.ts'

export type ImportOption = { value: string; label: string }
/** One column of an imported file; its heading is the title in either language. */
export type ImportColumn<K extends string = string> = {
  key: K
  title: Text
  required?: boolean
  /** Shown in the template's notes. */
  example?: string
  /** Characters. */
  width?: number
  /** Longest text; 500 characters unless said. */
  most?: number
  /** A drop-down in the template: labels stand in the file, values reach check and apply. */
  options?: (context: Context) => Promise<ImportOption[]> | ImportOption[]
}

/** A row of the file: the sheet's own row number, and trimmed texts by column; a column the file lacks is absent. */
export type FileRow<K extends string = string> = { row: number; values: Partial<Record<K, string>> }
export type RowCheck =
  | { state: 'new' }
  | { state: 'update'; target: string }
  | { state: 'error'; reasons: readonly string[] }
/** A row that passed: `target` is the id of what it changes. */
export type PassedRow<K extends string = string> = FileRow<K> & { state: 'new' | 'update'; target: string | undefined }

/** A list that takes rows from a workbook, by the name the page gives. */
export type ListImport<K extends string = string> = {
  name: string
  may: Grant
  title: Text
  /** A line of the template: what to mind. */
  hint?: Text
  /** The person may take the right rows over and leave the wrong ones. */
  partly?: boolean
  columns: readonly ImportColumn<K>[]
  /** In a read-only transaction: one answer per row, in their order. */
  check(context: Context, rows: readonly FileRow<K>[]): Promise<RowCheck[]>
  /** In one transaction for all rows; what throws undoes everything. */
  apply(context: Context, rows: readonly PassedRow<K>[]): Promise<void>
}

/** Names the columns once: the keys of `values` are theirs. */
export const importOf = <const K extends string>(of: ListImport<K>): ListImport => of

/** What a schema of the contract has against these values, in words; undefined if nothing. */
export function problemOf(schema: z.ZodType, values: object, language: Language): string | undefined {
  try {
    parseInput(schema, values, language)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.says(language)
    throw error
  }
}

/** Rows whose value of a column an earlier row has already, with what to say of them; blanks never repeat. */
export function duplicates<K extends string>(
  rows: readonly FileRow<K>[],
  key: K,
  language: Language,
): ReadonlyMap<number, string> {
  const first = new Map<string, number>()
  const repeats = new Map<number, string>()
  for (const { row, values } of rows) {
    const value = values[key]?.toLowerCase()
    if (!value) continue
    const earlier = first.get(value)
    if (earlier === undefined) first.set(value, row)
    else repeats.set(row, say('importRowTwice', language, { row: earlier }))
  }
  return repeats
}

/** Runs the work of one row; its refusal names the row. */
export async function atRow<T>(context: Context, { row }: FileRow, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal('importRowRefused', { row, why: error.says(context.language) })
  }
}
