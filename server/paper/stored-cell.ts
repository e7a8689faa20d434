import type { Rate } from '#engine/taxlaw/rule-pack.ts'
import type { Atom } from '#engine/binding/atom.ts'
import type { EntryUse } from '#engine/binding/world.ts'
import type { Fault } from '#engine/binding/fault.ts'
import type { CellResult, CellValue } from '#engine/workpaper/generate.ts'
import type { Cell } from '#contract/paper.ts'
import type { z } from 'zod'
import type { Language } from '#contract/texts.ts'
import { yuan } from '#engine/money.ts'

export type BothLanguages = { zh: string; en: string }

/** A reading of a register, with its rows as they were; cells stored earlier have the keys alone. */
export type StoredEntryUse = EntryUse & {
  rows?: readonly { key: string; name: string; value: string; evidence: string; who: string; when: string }[]
}

/** What paper_cell.provenance holds: all that proves the value, as it was when it was computed. Atoms stand in paper_atom. */
export type StoredProvenance = {
  label: BothLanguages
  words: BothLanguages
  expression: string
  rule: string | null
  feeds: readonly string[]
  children: readonly string[]
  params: readonly { id: string; value: string | boolean | readonly string[] | null }[]
  rates: readonly Rate[]
  /** Rows people entered that it read, and cells of last year's filed return; older cells say nothing of them. */
  entries?: readonly StoredEntryUse[]
  filed?: readonly string[]
  /** Entered rows and adjusted accounts it depends on, by name (engine/binding/world.ts); older cells say nothing of them. */
  inputs?: readonly string[]
  faults: readonly Fault[]
  /** Of a cell that a person decided otherwise: what its formula gives, stored like a value. */
  calculated?: string | null
}
/** What paper_atom.atom holds: the reading without its amount as a number, since JSON has no exact one. */
export type StoredAtom = Omit<Atom, 'sum'> & { sum: string }

/** A recomputed statement line with what it is made of. Fen as text. */
export type StoredStatementLine = {
  name: string
  kind: 'balance_sheet' | 'income_statement'
  amount: string
  /** Standard accounts of its own terms. */
  standards: readonly string[]
  /** Lines it sums. */
  lines: readonly string[]
}

type WireCell = z.output<typeof Cell>
type WireUnit = WireCell['unit']

export const inLanguage = (text: BothLanguages, language: Language): string => (language === 'en' ? text.en : text.zh)

/** Units go by the wire's names. */
export const unitOf = (unit: CellResult['unit']): WireUnit => (unit === 'bool' ? 'boolean' : unit)

/** The exact value as text: fen for money. */
export function storedValue(value: CellValue | null): string | null {
  if (value === null) return null
  if (value.kind === 'money') return String(value.fen)
  return value.kind === 'bool' || value.kind === 'text' ? String(value.value) : value.decimal
}

/** Yuan for money, otherwise the exact decimal text. */
const wireValue = (unit: string, value: string | null): string | null =>
  value === null || unit !== 'money' ? value : yuan(BigInt(value))

type CellRow = { cell: string; status: string; unit: string; value: string | null; provenance: unknown }

export function wireCell(row: CellRow, language: Language): WireCell {
  const { label } = row.provenance as StoredProvenance
  return {
    cell: row.cell,
    label: inLanguage(label, language),
    status: row.status as WireCell['status'],
    unit: row.unit as WireUnit,
    value: wireValue(row.unit, row.value),
  }
}
