import type { SheetRow } from '#engine/ledger/cell.ts'

import { decoded, type Encoding } from './encoding.ts'
import { FileProblem } from './file-problem.ts'
import type { ReadLimits } from './read-limits.ts'
import type { RowBatch } from './sheet-source.ts'

/** The blank stretches between the columns of a printed table, as places on the line; Chinese letters are two wide. */
type FixedColumns = readonly { from: number; to: number }[]

const ruled = /^[\s\-=_─━═┄┈+|*]+$/
const amount = /(?<![\d.])-?\(?\d[\d,]*\.\d\d\)?(?!\d)/
const tokens = (line: string): string[] => line.trim().split(/\s{2,}/)
const isData = (line: string): boolean => amount.test(line) && line.trim().split(/\s+/).length >= 3
const held = /[\t;|│┃║]|,(?!\d{3})/

/**
 * The columns of text that is printed with blanks alone (打印到文件), told from its opening: stretches that are blank in
 * every line and between every two words of the header. Undefined for any other text, and wherever they cannot be told.
 */
export function fixedColumns(opening: string): FixedColumns | undefined {
  const lines = opening.split(/\r?\n/)
  if (lines.length > 20) lines.pop()
  const kept = lines.map((line) => line.trimEnd()).filter((line) => line !== '' && !ruled.test(line))
  const data = kept.filter(isData)
  if (data.length < 3 || data.length < kept.length * 0.5) return undefined
  if (data.filter((line) => held.test(line)).length > data.length * 0.02) return undefined
  const first = kept.findIndex(isData)
  const header = kept[first - 1]
  if (header === undefined || tokens(header).length < 4) return undefined
  const used: boolean[] = []
  for (const line of [header, ...data])
    for (const [letter, at, width] of placed(line)) {
      if (letter.trim() === '') continue
      for (let place = at; place < at + width; place += 1) used[place] = true
    }
  const gaps: { from: number; to: number }[] = []
  for (let place = used.indexOf(true); place < used.length; place += 1) {
    if (used[place]) continue
    const last = gaps.at(-1)
    if (last && last.to === place) last.to = place + 1
    else gaps.push({ from: place, to: place + 1 })
  }
  return gaps.length === tokens(header).length - 1 ? gaps : undefined
}

/** Every letter of a line with its place and its width. */
function* placed(line: string): Generator<[letter: string, at: number, width: number]> {
  let at = 0
  for (const letter of line) {
    const width = (letter.codePointAt(0) ?? 0) > 0xff ? 2 : 1
    yield [letter, at, width]
    at += width
  }
}

/**
 * The cells of a line; undefined where its words cross the columns. A stretch between columns may be used from one side,
 * by a long name or a large amount, as long as a blank is left.
 */
function cellsOf(line: string, columns: FixedColumns): string[] | undefined {
  const letters = [...placed(line)]
  const end = letters.reduce((most, [, at, width]) => Math.max(most, at + width), 0)
  const blank = Array.from({ length: end }, () => true)
  for (const [letter, at, width] of letters) if (letter.trim() !== '') blank.fill(false, at, at + width)
  const cuts: number[] = []
  for (const { from, to } of columns) {
    const places = Array.from({ length: to - from }, (_, at) => from + at).filter((place) => blank[place] ?? true)
    const [cut] = places
    if (cut === undefined) return undefined
    // a word that stands between the columns may belong to either
    const word = places.findIndex((place, at) => at > 0 && place !== (places[at - 1] ?? 0) + 1)
    if (word > 0) return undefined
    cuts.push(cut)
  }
  const cells = columns.map(() => '').concat('')
  for (const [letter, at] of letters) {
    const column = cuts.findIndex((cut) => at < cut)
    cells[column < 0 ? columns.length : column] += letter
  }
  return cells.map((cell) => cell.trim())
}

/** The rows of such a text. Titles stay one cell; a line of figures that crosses the columns refuses the file. */
export async function* fixedWidthRows(
  source: { path: string; encoding: Encoding; total: number; limits: ReadLimits },
  columns: FixedColumns,
  signal?: AbortSignal,
): AsyncGenerator<RowBatch, void, undefined> {
  let rest = ''
  let row = 0
  const taken = (lines: readonly string[]): SheetRow[] => {
    const rows: SheetRow[] = []
    for (const line of lines) {
      row += 1
      if (line.length > source.limits.cellCharacters) throw new FileProblem('fileCellTooLong', { row })
      if (line.trim() === '' || ruled.test(line)) continue
      const cells = cellsOf(line.trimEnd(), columns)
      if (cells === undefined && isData(line)) throw new FileProblem('fileColumnsCrossed', { row })
      rows.push({ row, cells: (cells ?? [line.trim()]).map((cell) => (cell === '' ? null : cell)) })
    }
    return rows
  }
  for await (const { text, consumed } of decoded(source.path, source.encoding, signal)) {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop() ?? ''
    if (rest.length > source.limits.cellCharacters) throw new FileProblem('fileCellTooLong', { row: row + 1 })
    const rows = taken(lines)
    for (let at = 0; at < rows.length; at += source.limits.batchRows)
      yield { rows: rows.slice(at, at + source.limits.batchRows), consumed, total: source.total }
  }
  const rows = taken([rest])
  if (rows.length > 0) yield { rows, consumed: source.total, total: source.total }
}
