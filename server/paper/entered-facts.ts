import type { Provenance } from '#contract/paper.ts'
import type { Language } from '#contract/texts.ts'
import { rowName } from '#engine/binding/register.ts'
import type { EntryUse } from '#engine/binding/world.ts'
import { yuan } from '#engine/money.ts'
import type { GenerationInput } from '#engine/workpaper/generate.ts'
import { paperRegisters } from '#facts/facts.ts'
import type { Db } from '#server/kernel/database.ts'
import { type BothLanguages, inLanguage, type StoredEntryUse } from './stored-cell.ts'

/** Rows of a reading whose values are kept with the cell; the sum over more is proved by the register itself. */
export const MOST_ROWS = 50

const answers: ReadonlyMap<string, BothLanguages> = new Map([
  ['true', { zh: '是', en: 'Yes' }],
  ['false', { zh: '否', en: 'No' }],
])

const registers = new Map(paperRegisters.map((register) => [register.id, register]))

/** What a cell read of registers with the values as they were, so that a later change of the row does not rewrite the proof. */
export function storedUses(
  uses: readonly EntryUse[],
  { entries, facts }: Pick<GenerationInput, 'entries' | 'facts'>,
): StoredEntryUse[] {
  return uses.map(({ register: id, column, keys }) => {
    const register = facts.papers.registers?.find((one) => one.id === id)
    const byKey = new Map((entries?.[id] ?? []).map((entry) => [entry.key, entry]))
    const rows = keys.slice(0, MOST_ROWS).flatMap((key) => {
      const entry = byKey.get(key)
      if (!entry || !register) return []
      const { values, evidence = '', who = '', when = '' } = entry
      return [{ key, name: rowName(register, entry), value: values[column ?? ''] ?? '', evidence, who, when }]
    })
    return { register: id, column, keys, rows }
  })
}

/** The same, in the reader's language. A cell computed before rows were kept names them by their keys alone. */
export function enteredFacts(uses: readonly StoredEntryUse[], language: Language): Provenance['entries'] {
  const say = (text: BothLanguages | undefined, fallback: string) => (text ? inLanguage(text, language) : fallback)
  return uses.map(({ register: id, column, keys, rows }) => {
    const register = registers.get(id)
    const defined = register?.columns.find(({ key }) => key === column)
    const named = (value: string) => {
      const choice = defined?.choices.find((one) => one.value === value)
      return say(defined?.unit === 'bool' ? answers.get(value) : choice, value)
    }
    const listed =
      rows ?? keys.slice(0, MOST_ROWS).map((key) => ({ key, name: key, value: '', evidence: '', who: '', when: '' }))
    return {
      register: id,
      label: say(register?.label, id),
      column: column === null ? '' : say(defined?.label, column),
      total: keys.length,
      rows: listed.map(({ key, name, value, evidence, who, when }) => ({
        row: key,
        name,
        value: named(value),
        evidence,
        userName: who,
        time: when,
      })),
    }
  })
}

/** Cells of last year's return with the file, sheet and row they were read from; a dataset never changes. */
export async function filedFacts(db: Db, datasetId: string, cells: readonly string[]): Promise<Provenance['filed']> {
  if (cells.length === 0) return []
  const rows = await db
    .selectFrom('ledger_return')
    .leftJoin('dataset_file', (on) =>
      on
        .onRef('dataset_file.dataset_id', '=', 'ledger_return.dataset_id')
        .onRef('dataset_file.file_no', '=', 'ledger_return.origin_file'),
    )
    .select(['cell', 'amount', 'shown', 'dataset_file.name', 'origin_sheet', 'origin_row'])
    .where('ledger_return.dataset_id', '=', datasetId)
    .where('cell', 'in', [...new Set(cells)])
    .orderBy('ordinal')
    .execute()
  // the first row of a cell in the files counts
  const first = [...new Map(rows.toReversed().map((row) => [row.cell, row])).values()].toReversed()
  return first.map(({ cell, amount, shown, name, origin_sheet: sheet, origin_row: row }) => ({
    cell,
    value: amount === null ? shown : yuan(amount),
    file: name ?? '',
    sheet,
    row,
  }))
}
