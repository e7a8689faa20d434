import type { Cell, SheetRow } from '#engine/ledger/cell.ts'

import { decoded, type Encoding } from './encoding.ts'
import { FileProblem } from './file-problem.ts'
import type { ReadLimits } from './read-limits.ts'
import type { RowBatch } from './sheet-source.ts'

const delimiters = [',', '\t', ';', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** The delimiter that gives the most records of one and the same width (at least two columns) in the opening text. */
export function delimiterOf(opening: string): Delimiter {
  let best: Delimiter = ','
  let most = 0
  for (const delimiter of delimiters) {
    const widths = new Map<number, number>()
    const rows: SheetRow[] = []
    const tokenizer = tokenize(delimiter, { columns: 4096, cellCharacters: 1 << 20 }, rows)
    try {
      tokenizer.push(opening)
    } catch {
      continue
    }
    for (const { cells } of rows.slice(0, 200)) {
      const width = cells.length
      if (width > 1) widths.set(width, (widths.get(width) ?? 0) + 1)
    }
    for (const [width, count] of widths) {
      const score = count * Math.sqrt(width)
      if (score > most) {
        most = score
        best = delimiter
      }
    }
  }
  return best
}

/**
 * RFC 4180 with what real exports add: `="001"` (text kept from becoming a number) is unwrapped, a quote inside an
 * unquoted field is an ordinary character, CR, LF and CRLF all end a record. Completed rows are pushed to `rows`;
 * a blank record counts as a row but is left out. Fields of columns that are not `wanted` are passed over and read as
 * empty. Throws `FileProblem`.
 */
export function tokenize(
  delimiter: string,
  limits: Pick<ReadLimits, 'columns' | 'cellCharacters'>,
  rows: SheetRow[],
  wanted: ReadonlySet<number> | null = null,
): { push(chunk: string): void; end(): void } {
  const mark = delimiter.charCodeAt(0)
  let pending = ''
  let cells: Cell[] = []
  let filled = false
  let row = 1

  const kept = wanted && Array.from({ length: Math.max(...wanted) + 1 }, (_, column) => wanted.has(column))
  const passedOver = (column: number) => kept !== null && kept[column] !== true
  const field = (text: string) => {
    const value = text.length > 3 && text.startsWith('="') && text.endsWith('"') ? text.slice(2, -1) : text
    if (cells.length >= limits.columns && value !== '') {
      throw new FileProblem('fileTooManyColumns', { row, limit: limits.columns })
    }
    if (value.length > limits.cellCharacters) throw new FileProblem('fileCellTooLong', { row })
    if (value !== '') filled = true
    cells.push(value === '' ? null : value)
  }
  const record = () => {
    if (filled) {
      while (cells.length > 0 && cells.at(-1) === null) cells.pop()
      rows.push({ row, cells })
    }
    cells = []
    filled = false
    row += 1
  }

  /** Reads one field at `at`; the place after it and its delimiter, or -1 if it is not complete. */
  const readField = (text: string, at: number, last: boolean): number => {
    const first = text.charCodeAt(at)
    const quoted = first === 0x22 || (first === 0x3d && text.charCodeAt(at + 1) === 0x22)
    if (quoted) return readQuoted(text, at, last)
    let end = at
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end)
      if (code === mark || code === 0x0a || code === 0x0d) break
    }
    if (end === text.length && !last) return -1
    if (passedOver(cells.length) && cells.length < limits.columns) {
      if (end > at) filled = true
      cells.push(null)
    } else field(text.slice(at, end))
    return step(text, end, last)
  }

  const readQuoted = (text: string, at: number, last: boolean): number => {
    let from = text.charCodeAt(at) === 0x3d ? at + 2 : at + 1
    let value = ''
    for (;;) {
      const quote = text.indexOf('"', from)
      if (quote < 0) {
        if (text.length - from > limits.cellCharacters) throw new FileProblem('fileUnclosedQuote', { row })
        if (last) throw new FileProblem('fileUnclosedQuote', { row })
        return -1
      }
      if (quote + 1 === text.length && !last) return -1
      if (text.charCodeAt(quote + 1) === 0x22) {
        value += text.slice(from, quote + 1)
        from = quote + 2
        continue
      }
      value += text.slice(from, quote)
      let end = quote + 1
      while (end < text.length) {
        const code = text.charCodeAt(end)
        if (code === mark || code === 0x0a || code === 0x0d) break
        end += 1
      }
      if (end === text.length && !last) return -1
      field(value + text.slice(quote + 1, end))
      return step(text, end, last)
    }
  }

  /** Passes the delimiter or the end of the record. */
  const step = (text: string, end: number, last: boolean): number => {
    if (end === text.length) {
      record()
      return end
    }
    const code = text.charCodeAt(end)
    if (code === mark) {
      if (end + 1 === text.length && last) {
        field('')
        record()
      }
      return end + 1
    }
    // A CR at the chunk's end may be half of CRLF: the LF is skipped when the next chunk comes.
    skipLineFeed = code === 0x0d
    record()
    return end + 1
  }
  let skipLineFeed = false

  const run = (last: boolean) => {
    const text = pending
    let at = 0
    while (at < text.length) {
      if (skipLineFeed) {
        skipLineFeed = false
        if (text.charCodeAt(at) === 0x0a) {
          at += 1
          continue
        }
      }
      const before = cells.length
      const next = readField(text, at, last)
      if (next < 0) {
        cells.length = before
        break
      }
      at = next
    }
    pending = text.slice(at)
  }
  return {
    push(chunk) {
      pending += chunk
      run(false)
    },
    end() {
      run(true)
      if (cells.length > 0) record()
    },
  }
}

/** The rows of a delimited text file, in batches, in constant memory. */
export async function* delimitedRows(
  path: string,
  how: { encoding: Encoding; delimiter: Delimiter; total: number; limits: ReadLimits },
  signal?: AbortSignal,
  wanted?: ReadonlySet<number>,
): AsyncGenerator<RowBatch, void, undefined> {
  let rows: SheetRow[] = []
  const tokenizer = tokenize(how.delimiter, how.limits, rows, wanted ?? null)
  for await (const { text, consumed } of decoded(path, how.encoding, signal)) {
    tokenizer.push(text)
    for (let at = 0; at < rows.length; at += how.limits.batchRows) {
      yield { rows: rows.slice(at, at + how.limits.batchRows), consumed, total: how.total }
    }
    rows.length = 0
  }
  tokenizer.end()
  if (rows.length > 0) yield { rows: rows.slice(), consumed: how.total, total: how.total }
  rows = []
}
