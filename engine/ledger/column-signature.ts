import { headerKey, type ColumnRole } from './column-roles.ts'
import type { SheetAnswer } from './sheet-answers.ts'

/**
 * What a person said about a layout: layout signature → column signature → role, and what was asked about the whole sheet
 * (`askSignature`) → its answer.
 */
export type ColumnAnswers = Readonly<Record<string, Readonly<Record<string, ColumnRole | SheetAnswer>>>>

/** Names every column of a header so that an answer finds it again: its words, and which one of several equal ones. */
export function columnSignatures(headers: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return headers.map((header) => {
    const key = headerKey(header)
    const place = (counts.get(key) ?? 0) + 1
    counts.set(key, place)
    return place === 1 ? key : `${key}#${place}`
  })
}

/**
 * Names a layout by the words of its header, whatever the order of the columns: a vendor's export of one client keeps
 * its signature from month to month. FNV-1a over the sorted column signatures, 16 hex digits.
 */
export function layoutSignature(headers: readonly string[]): string {
  const text = columnSignatures(headers)
    .filter((signature) => signature !== '' && !signature.startsWith('#'))
    .toSorted()
    .join('\n')
  let hash = 0xcbf29ce484222325n
  for (let at = 0; at < text.length; at += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n)
  }
  return hash.toString(16).padStart(16, '0')
}

/** The answers that count: those of now over those of before. */
export function answersOf(now: ColumnAnswers, before: ColumnAnswers): ColumnAnswers {
  const answers: Record<string, ColumnAnswers[string]> = { ...before }
  for (const [layout, columns] of Object.entries(now)) answers[layout] = { ...answers[layout], ...columns }
  return answers
}
