import { MOST_RETURNED, type paperExport, type ReturnedCell } from '#contract/paper-export.ts'
import type { BookCell, SheetBook } from '#contract/sheet-book.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Service } from '#server/kernel/service.ts'
import { printedPapers } from '../paper/printed-papers.ts'
import { inLanguage, type StoredProvenance } from '../paper/stored-cell.ts'
import { definedName } from '../paper/workbook-file.ts'
import { saidValue } from '../workbook/project-overrides.ts'
import { readBook } from './sheet-files.ts'

const RANGE = /^(?:'((?:[^']|'')+)'|([^'!]+))!\$?([A-Z]{1,3})\$?(\d{1,7})$/
const columnOf = (letters: string) => Array.from(letters).reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0) - 1

/** What stands where each defined name points; a name whose cell was deleted points nowhere. */
function namedCells(book: SheetBook): Map<string, { place: string; cell: BookCell | undefined }> {
  const sheets = new Map(
    book.sheets.map(({ name, cells }) => [name, new Map(cells.map((cell) => [`${cell.r},${cell.c}`, cell]))]),
  )
  const found = new Map<string, { place: string; cell: BookCell | undefined }>()
  for (const { name, range } of book.names) {
    const [, quoted, bare, letters, row] = RANGE.exec(range) ?? []
    const sheet = quoted?.replaceAll("''", "'") ?? bare
    if (sheet === undefined || letters === undefined || row === undefined) continue
    const cell = sheets.get(sheet)?.get(`${Number(row) - 1},${columnOf(letters)}`)
    found.set(name.toLowerCase(), { place: `${sheet}!${letters}${row}`, cell })
  }
  return found
}

/** A stored value as a file shows it: yuan, exact decimals, words. */
const said = (unit: string, value: string | null): string => (value === null ? '' : saidValue(unit, value))

/** The same number, however many zeros or binary digits it is written with. */
function same(unit: string, here: string, there: BookCell['v'] | undefined): boolean {
  const given = there ?? ''
  if (here === String(given)) return true
  if (unit === 'bool' || unit === 'boolean')
    return (here === 'true') === (given === true || given === '是' || given === 'Yes')
  if (typeof given === 'string' && !/^-?\d/.test(given)) return false
  if (here === '' || given === '') return false
  if (unit === 'money') return Math.round(Number(given) * 100) === Math.round(Number(here) * 100)
  return unit !== 'text' && Math.abs(Number(given) - Number(here)) < 1e-12 * Math.max(1, Math.abs(Number(here)))
}

/**
 * Compares papers that were edited outside with the papers as they are: each bound cell is found by its defined name, wherever
 * rows and columns have moved it. Nothing is taken over.
 */
export const compareReturned: Service<typeof paperExport>['compare'] = async (context, { projectId }) => {
  const { files, kernel, user, language } = context
  const [file, ...more] = files
  if (!file || more.length > 0) throw new Refusal('invalidBody')
  const { cells } = await kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, (db) =>
    printedPapers({ ...context, db }, projectId, []),
  )
  const { book } = await readBook(file.path, file.name)
  const named = namedCells(book)
  const changes: ReturnedCell[] = []
  let found = 0
  for (const { cell, paper_id: paperId, unit, value, provenance } of cells) {
    const key = definedName(cell).toLowerCase()
    const there = named.get(key)
    if (!there) continue
    named.delete(key)
    found += 1
    const here = said(unit, value)
    if (same(unit, here, there.cell?.v)) continue
    const label = inLanguage((provenance as StoredProvenance).label, language)
    const shown = there.cell?.v ?? ''
    changes.push({ cell, paperId, label, place: there.place, here, there: String(shown) })
  }
  if (found === 0) throw new Refusal('sheetNoneBound')
  return {
    found,
    unknown: [...named.keys()].slice(0, 200),
    total: changes.length,
    changes: changes.slice(0, MOST_RETURNED),
  }
}
