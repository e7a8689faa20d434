import { posix } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import type { BookChart, BookNote, BookSheet, SheetBook } from '#contract/sheet-book.ts'
import { callsOut } from './calls-out.ts'

// Charts are not drawn on screen: their parts go through the round trip as they are, so that a download still has them.

/** Characters of all charts of a workbook; the rest is left out, and said. */
const MOST_CHART_TEXT = 2_000_000
/** Characters of one reference of a chart: its areas, as Excel takes them. */
const MOST_REFERENCE = 8192
const PARTS =
  /^(?:xl\/workbook\.xml|xl\/charts\/chart\d+\.xml|xl\/drawings\/drawing\d+\.xml|xl\/(?:[a-z]+\/)?_rels\/[^/]+\.rels)$/i

type Parts = ReadonlyMap<string, string>

/**
 * Puts the charts of an xlsx file on the sheets of its book and answers the notes: charts that are kept, and those that are not
 * (newer kinds, what reaches out of the workbook, what is too much).
 */
export function keepCharts(bytes: Uint8Array, sheets: BookSheet[]): BookNote[] {
  const parts = textParts(bytes)
  const paths = sheetPaths(parts)
  let room = MOST_CHART_TEXT
  return sheets.flatMap((sheet) => {
    const frames = framesOf(parts, paths.get(sheet.name))
    const charts = frames.flatMap(({ path, ...place }): BookChart[] => {
      const xml = path === undefined ? null : bareChart(parts.get(path) ?? '')
      if (xml === null || xml.length > room) return []
      room -= xml.length
      return [{ ...place, xml: renamed(xml, (name) => idOf(sheets, name)) }]
    })
    if (charts.length > 0) sheet.charts = charts
    const note = (kind: 'chart' | 'chartKept', count: number): BookNote[] =>
      count > 0 ? [{ kind, sheet: sheet.name, cell: '', text: String(count) }] : []
    return [...note('chartKept', charts.length), ...note('chart', frames.length - charts.length)]
  })
}

/** The charts of a sheet as the writer takes them: each holds its place until `putCharts` brings its part. */
export const heldCharts = ({ id, charts = [] }: BookSheet) =>
  charts.map(({ row, column, toRow, toColumn }, at) => ({
    type: 'column' as const,
    title: marker(id, at),
    series: [{ values: 'A1:A1' }],
    anchor: { from: { row, col: column }, to: { row: toRow, col: toColumn } },
  }))

const marker = (id: string, at: number) => `digao-chart-${id}-${at}`

/** The written file with the parts of its charts; one that would reach out of the workbook stays empty. */
export function putCharts(file: Uint8Array, { sheets }: SheetBook): Uint8Array {
  const charts = new Map(
    sheets.flatMap(({ id, charts: all = [] }) => all.map(({ xml }, at) => [marker(id, at), xml] as const)),
  )
  if (charts.size === 0) return file
  const parts = unzipSync(file)
  for (const [name, bytes] of Object.entries(parts)) {
    if (!/^xl\/charts\/chart\d+\.xml$/.test(name)) continue
    const [held = ''] = /digao-chart-[^<]+/.exec(strFromU8(bytes)) ?? []
    const xml = bareChart(unnamed(charts.get(held) ?? '', sheets))
    parts[name] = strToU8(xml ?? strFromU8(bytes).replace(held, ''))
  }
  return zipSync(parts)
}

function textParts(bytes: Uint8Array): Parts {
  const found = unzipSync(bytes, {
    filter: ({ name, originalSize }) => PARTS.test(name) && originalSize <= MOST_CHART_TEXT,
  })
  return new Map(Object.entries(found).map(([name, part]) => [name, strFromU8(part)]))
}

/** Targets of a part's relations by id, as paths in the package. */
function targets(parts: Parts, path: string): Map<string, string> {
  const rels = parts.get(posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`)) ?? ''
  const entries = Array.from(rels.matchAll(/<Relationship\b[^<>]*>/g), ([tag]) => {
    const target = attribute(tag, 'Target')
    const at = target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(path), target)
    return [attribute(tag, 'Id'), at] as const
  })
  return new Map(entries)
}

const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).find(Boolean) ?? ''

/** The part of each sheet, by its name. */
function sheetPaths(parts: Parts): Map<string, string> {
  const book = 'xl/workbook.xml'
  const at = targets(parts, book)
  const tags = Array.from((parts.get(book) ?? '').matchAll(/<(?:\w+:)?sheet\s[^<>]*>/g), ([tag]) => tag)
  return new Map(tags.map((tag) => [plain(attribute(tag, 'name')), at.get(attribute(tag, '\\w+:id')) ?? '']))
}

type Frame = Omit<BookChart, 'xml'> & { path: string | undefined }
/** Columns and rows that a chart without a lower corner takes. */
const SPAN = { rows: 15, columns: 8 }

/** The frames of a sheet's drawing that hold a chart: its part, or undefined for a kind that has none we know. */
function framesOf(parts: Parts, sheetPath: string | undefined): Frame[] {
  if (!sheetPath) return []
  const drawings = [...targets(parts, sheetPath).values()].filter((path) => /drawings\/drawing\d+\.xml$/.test(path))
  return drawings.flatMap((drawing) => {
    const at = targets(parts, drawing)
    const { taken } = elements(parts.get(drawing) ?? '', '(?:two|one)CellAnchor')
    return taken.flatMap((anchor): Frame[] => {
      const chart = /<(?:\w+:)?chart\s[^<>]*>/.exec(anchor)?.[0]
      if (chart === undefined) return []
      const from = corner(anchor, 'from') ?? { row: 0, column: 0 }
      const to = corner(anchor, 'to') ?? { row: from.row + SPAN.rows, column: from.column + SPAN.columns }
      const path = at.get(attribute(chart, '\\w+:id'))
      const known = path !== undefined && /charts\/chart\d+\.xml$/.test(path)
      return [{ ...from, toRow: to.row, toColumn: to.column, path: known ? path : undefined }]
    })
  })
}

/**
 * The elements of a name as they stand, the outermost of them, and what is left without them. One that is never closed ends the
 * search: the text is gone through once, whatever stands in it.
 */
function elements(xml: string, name: string): { taken: string[]; rest: string } {
  const opening = new RegExp(`<(?:\\w+:)?(${name})(?=[\\s/>])[^<>]*>`, 'g')
  const taken: string[] = []
  let rest = ''
  let from = 0
  for (let open = opening.exec(xml); open !== null; open = opening.exec(xml)) {
    const [tag, kind] = open
    const closing = new RegExp(`</(?:\\w+:)?${kind}\\s*>`, 'g')
    closing.lastIndex = opening.lastIndex
    if (!tag.endsWith('/>') && closing.exec(xml) === null) break
    const end = tag.endsWith('/>') ? opening.lastIndex : closing.lastIndex
    taken.push(xml.slice(open.index, end))
    rest += xml.slice(from, open.index)
    from = end
    opening.lastIndex = end
  }
  return { taken, rest: rest + xml.slice(from) }
}

function corner(anchor: string, name: string) {
  const [inside] = elements(anchor, name).taken
  const number = (tag: string) => Number(new RegExp(`<(?:\\w+:)?${tag}>(\\d+)<`).exec(inside ?? '')?.[1] ?? 0)
  return inside === undefined ? null : { row: number('row'), column: number('col') }
}

/** What a chart has in other parts and files, which do not go with it. */
const ELSEWHERE = 'externalData|userShapes|printSettings|blipFill|hlinkClick|hlinkHover'
const REFERENCE = /(<(?:\w+:)?f>)([^<]*)(<\/(?:\w+:)?f>)/g
const ANY_REFERENCE = /<(?:[^\s<>/:]+:)?f[\s/>]/g

/**
 * A chart's part without what lies in other parts; null where it is none, where a reference is written so that it could not be
 * looked at, or where it would reach out of the workbook.
 */
function bareChart(xml: string): string | null {
  const bare = elements(xml, ELSEWHERE).rest
  const root = /<(\w+:)?chartSpace[\s>]/.exec(bare)
  // comments, CDATA and entities hide what they hold from whoever looks at the text
  if (!root || !bare.trimEnd().endsWith(`</${root[1] ?? ''}chartSpace>`) || bare.includes('<!')) return null
  if (/[\s"'](?:[^\s<>=/:"']+:)(?:id|embed|link|pict)\s*=/.test(bare)) return null
  const references = Array.from(bare.matchAll(REFERENCE), ([, , text = '']) => text)
  if (references.length !== Array.from(bare.matchAll(ANY_REFERENCE)).length) return null
  return references.some(leaves) ? null : bare
}

/** Whether a reference would leave the workbook, or is written so that this cannot be seen. */
const leaves = (text: string) => text.length > MOST_REFERENCE || text.includes('&#') || callsOut(plain(text))

const plain = (text: string) =>
  text
    .replaceAll('&apos;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Sheets are named in a chart as they are called in the file; kept by their ids, they may be renamed on screen. */
const NAMED = /(?:'((?:[^']|'')+)'|(?<![\p{L}\p{N}_.])([\p{L}\p{N}_.]+))!/gu
const renamed = (xml: string, say: (name: string) => string | null) =>
  xml.replace(REFERENCE, (_, open: string, text: string, close: string) => {
    const said = plain(text).replace(NAMED, (whole, quoted: string | undefined, bare: string | undefined) => {
      const id = say((quoted ?? bare ?? '').replaceAll("''", "'"))
      return id === null ? whole : `{${id}}!`
    })
    return `${open}${escaped(said)}${close}`
  })
const idOf = (sheets: readonly BookSheet[], name: string) => sheets.find((sheet) => sheet.name === name)?.id ?? null

/** The same with the names the sheets have now; what points at a sheet that is gone says so. */
const unnamed = (xml: string, sheets: readonly BookSheet[]) => {
  const names = new Map(sheets.map(({ id, name }) => [id, name]))
  return xml.replace(REFERENCE, (_, open: string, text: string, close: string) => {
    const said = plain(text).replace(/\{([^{}]+)\}!/g, (_whole, id: string) => {
      const name = names.get(id)
      return name === undefined ? '#REF!' : `'${name.replaceAll("'", "''")}'!`
    })
    return `${open}${escaped(said)}${close}`
  })
}
