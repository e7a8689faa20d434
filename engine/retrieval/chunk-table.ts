import { ChunkList, cutText, MOST_CHARACTERS, type Block, type TableRow } from './block.ts'

type Table = Extract<Block, { kind: 'table' }>

/** The letters of a column of a sheet: 1 is A, 28 is AB. */
export function columnName(column: number): string {
  let name = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  return name
}

const figure = /^[\s¥￥$()（）+\-−]*\d[\d,.\s]*%?[)）]?$/

/** How many rows at the top are header: those before the first with a figure, 4 at most; a table of words alone has one. */
export function headerDepth(rows: readonly TableRow[]): number {
  const first = rows.findIndex(({ cells }) => cells.some(({ text }) => figure.test(text)))
  return first < 0 ? Math.min(1, rows.length) : Math.min(first, 4)
}

/** The words over each column, levels joined: 期末余额/借方. A merged cell's word goes on to the right until the next one. */
export function columnWords(header: readonly TableRow[]): Map<number, string> {
  const columns = [...new Set(header.flatMap(({ cells }) => cells.map(({ column }) => column)))].sort((a, b) => a - b)
  const words = new Map<number, string[]>()
  for (const [level, { cells }] of header.entries()) {
    const texts = new Map(cells.map(({ column, text }) => [column, text.trim()]))
    let carried = ''
    for (const column of columns) {
      const own = texts.get(column) ?? ''
      // the lowest level names single columns: nothing is carried there
      carried = own || (level < header.length - 1 ? carried : '')
      const known = words.get(column) ?? []
      if (carried && known.at(-1) !== carried) words.set(column, [...known, carried])
    }
  }
  return new Map([...words].map(([column, levels]) => [column, levels.join('/')]))
}

const wordsOf = (row: TableRow): string =>
  row.cells
    .filter(({ text }) => text.trim() !== '')
    .map(({ text }) => text.trim().replaceAll(/\s*\n\s*/g, ' '))
    .join(' | ')

/**
 * A table by whole rows under its header, repeated in each chunk, behind its caption. A row that is too long by itself
 * is cut between its cells, each with the words of its column. `path` is what the table stands under.
 */
export function putTable(list: ChunkList, path: readonly string[], table: Table): void {
  const depth = Math.min(table.headerRows ?? headerDepth(table.rows), table.rows.length)
  const words = columnWords(table.rows.slice(0, depth))
  const header = [...words.values()].join(' | ')
  // a header that leaves no room for rows says nothing in front of each
  const lead = [table.caption, header.length < MOST_CHARACTERS / 2 ? header : '']
    .filter(Boolean)
    .join('\n')
    .slice(0, 400)
  const room = MOST_CHARACTERS - lead.length - 1
  let held: TableRow[] = []
  const put = (rows: readonly TableRow[], body: string) =>
    list.push(path, { kind: 'rows', text: lead ? `${lead}\n${body}` : body, anchor: anchorOf(table, rows) })
  const flush = () => {
    if (held.length) put(held, held.map(wordsOf).join('\n'))
    held = []
  }
  for (const row of table.rows.slice(depth)) {
    const text = wordsOf(row)
    if (text === '') continue
    const length = held.reduce((sum, other) => sum + wordsOf(other).length + 1, 0)
    if (held.length && length + text.length > room) flush()
    if (text.length > room) putLongRow(row, words, { room, put })
    else held.push(row)
  }
  flush()
  // a table that is all header is still text that somebody looks for
  if (depth > 0 && depth === table.rows.length) put(table.rows, table.rows.map(wordsOf).join('\n').slice(0, room))
}

function putLongRow(
  { row, cells }: TableRow,
  words: ReadonlyMap<number, string>,
  { room, put }: { room: number; put: (rows: readonly TableRow[], body: string) => void },
): void {
  let held: { column: number; text: string }[] = []
  const size = () => held.reduce((sum, { text }) => sum + text.length + 1, 0)
  const flush = () => {
    if (held.length) put([{ row, cells: held }], held.map(({ text }) => text).join('\n'))
    held = []
  }
  for (const { column, text } of cells) {
    if (text.trim() === '') continue
    const name = words.get(column)
    for (const piece of cutText(text, Math.max(50, room - (name ? name.length + 1 : 0)))) {
      const said = name ? `${name}：${piece}` : piece
      if (held.length && size() + said.length > room) flush()
      held.push({ column, text: said })
    }
  }
  flush()
}

function anchorOf(table: Table, rows: readonly TableRow[]) {
  const { origin } = table
  const columns = rows.flatMap(({ cells }) => cells.map(({ column }) => column))
  const numbers = rows.map(({ row }) => row)
  const from = `${columnName(Math.min(...columns))}${Math.min(...numbers)}`
  const to = `${columnName(Math.max(...columns))}${Math.max(...numbers)}`
  if (table.sheet === undefined && origin.page !== undefined) {
    return {
      kind: 'page' as const,
      page: origin.page,
      ...(origin.box ? { box: origin.box } : {}),
      paragraphs: [origin.paragraph, origin.paragraph] as const,
    }
  }
  return { kind: 'cells' as const, sheet: table.sheet ?? '', range: from === to ? from : `${from}:${to}` }
}
