import { Refusal } from '#server/kernel/errors.ts'
import { defaultLimits } from '#server/ledger/read/read-limits.ts'
import { workbookPart } from '#server/ledger/read/xlsx-parts.ts'
import type { ZipParts } from '#server/ledger/read/zip-parts.ts'

/** Columns end at XFD; a reader that makes room for others never ends. */
const farColumn = /\br=["'][A-Z]{4,}\d/i
const rowStart = /<(?:\w+:)?row\b([^>]*)>/g
const rowNumber = /\br=["'](\d{1,8})["']/
const ROW_TAG = 2000

/**
 * The last row that is stored of each sheet, by its name: what a sheet says of its own size may be wrong or missing. Empty where the
 * workbook does not name its sheets. Refuses cells in columns that no sheet has (documentDamaged).
 */
export async function sheetExtents(zip: ZipParts, name: string): Promise<Map<string, number>> {
  const last = new Map<string, number>()
  for (const part of zip.names.filter((one) => /worksheets\/[^/]+\.xml$/i.test(one))) {
    let held = ''
    let count = 0
    for await (const { text } of zip.text(part)) {
      held += text
      if (farColumn.test(held)) throw new Refusal('documentDamaged', { file: name })
      let end = 0
      for (const match of held.matchAll(rowStart)) {
        count = Math.max(count + 1, Number(rowNumber.exec(match[1] ?? '')?.[1] ?? 0))
        end = match.index + match[0].length
      }
      // the rest may hold the beginning of a row or a cell
      held = held.slice(Math.max(end, held.length - ROW_TAG))
    }
    last.set(part, count)
  }
  const book = await workbookPart(zip, defaultLimits).catch(() => null)
  return new Map((book?.sheets ?? []).map(({ name, part }) => [name, last.get(part) ?? 0]))
}
