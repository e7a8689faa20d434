import { createReadStream } from 'node:fs'

import type { Cell, SheetRow } from '#engine/ledger/cell.ts'

import { type ByteText, cellText, type CellText, columnText } from './cell-text.ts'
import { decoded, type Encoding } from './encoding.ts'
import { FileProblem } from './file-problem.ts'
import type { ReadLimits } from './read-limits.ts'
import type { RowBatch } from './sheet-source.ts'

const delimiters = [',', '\t', ';', '|'] as const
/** Reports printed into a file draw their tables with bars of their own. */
export type Delimiter = (typeof delimiters)[number] | '│'
const drawnBars = /[│┃║]/g

/** The delimiter that gives the most records of one and the same width (at least two columns) in the opening text. */
export function delimiterOf(opening: string): Delimiter {
  const lines = opening.split('\n')
  if (lines.filter((line) => (line.match(drawnBars)?.length ?? 0) >= 3).length > lines.length / 3) return '│'
  let best: Delimiter = ','
  let most = 0
  const bytes = Buffer.from(opening)
  for (const delimiter of delimiters) {
    const widths = new Map<number, number>()
    const rows: SheetRow[] = []
    const tokenizer = tokenize({ delimiter, encoding: 'utf-8' }, { columns: 4096, cellCharacters: 1 << 20 }, rows)
    try {
      tokenizer.push(bytes)
    } catch {
      continue
    }
    // blanks in front of values (\t1001,\t…) delimit nothing
    if (delimiter === '\t' && rows.length > 0 && rows.filter(endsInComma).length > rows.length / 2) continue
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

const endsInComma = ({ cells }: SheetRow): boolean =>
  cells.filter((cell) => typeof cell === 'string' && /[,;]$/.test(cell)).length > cells.length / 2

const QUOTE = 0x22
const EQUALS = 0x3d
const LINE_FEED = 0x0a
const RETURN = 0x0d
/** A record that goes on like this is no table, even if its fields are empty. */
const ENDLESS = 1 << 16

/**
 * RFC 4180 with what real exports add: `="001"` (text kept from becoming a number) is unwrapped, a quote inside an
 * unquoted field is an ordinary character, CR, LF and CRLF all end a record. Completed rows are pushed to `rows`;
 * a blank record counts as a row but is left out. Fields of columns that are not `wanted` are passed over and read as
 * empty; bytes become text only where somebody reads them. Throws `FileProblem`, and `TypeError` where bytes are no text.
 */
export function tokenize(
  { delimiter, encoding }: { delimiter: string; encoding: ByteText },
  limits: Pick<ReadLimits, 'columns' | 'cellCharacters'>,
  rows: SheetRow[],
  wanted: ReadonlySet<number> | null = null,
): { push(chunk: Buffer): void; end(): void } {
  const mark = delimiter.charCodeAt(0)
  const text = cellText(encoding)
  const last = wanted ? Math.max(...wanted) : ENDLESS + 1
  const kept = wanted && Uint8Array.from({ length: last + 1 }, (_, column) => (wanted.has(column) ? 1 : 0))
  const columns: CellText[] = []
  let pending: Buffer = Buffer.alloc(0)
  let skipLineFeed = false
  let row = 1

  // the record that is being read
  let cells: Cell[] = []
  let column = 0
  let filled = false

  const tooManyColumns = () => new FileProblem('fileTooManyColumns', { row, limit: limits.columns })
  const checked = (value: string): string => {
    if (value.length > limits.cellCharacters) throw new FileProblem('fileCellTooLong', { row })
    return value
  }
  const field = (value: string) => {
    const plain = value.length > 3 && value.startsWith('="') && value.endsWith('"') ? value.slice(2, -1) : value
    checked(plain)
    if (column >= limits.columns && (plain !== '' || column > ENDLESS)) throw tooManyColumns()
    if (plain !== '') filled = true
    if (column <= last) cells.push(plain === '' || kept?.[column] === 0 ? null : plain)
    column += 1
  }
  const record = () => {
    if (filled) {
      while (cells.length > 0 && cells.at(-1) === null) cells.pop()
      rows.push({ row, cells })
    }
    row += 1
    cells = []
    column = 0
    filled = false
  }
  const textIn = (bytes: Buffer, at: number, end: number): string => {
    let read = columns[column]
    if (!read) columns[column] = read = columnText(text)
    return read(bytes, at, end)
  }

  /** A record without quotes, `from` its first byte and `end` behind its last. */
  const plainRecord = (bytes: Buffer, from: number, end: number) => {
    // this loop sees every byte: what it asks for is at hand
    const [delimiterByte, lastColumn, into] = [mark, last, cells]
    let stop = from
    for (let at = from; column <= lastColumn; at = stop) {
      while (stop < end && bytes[stop] !== delimiterByte) stop += 1
      if (stop === at || kept?.[column] === 0) into.push(null)
      else if (column >= limits.columns) throw tooManyColumns()
      else if (stop - at > limits.cellCharacters) into.push(checked(text(bytes, at, stop)))
      else into.push(textIn(bytes, at, stop))
      filled ||= stop > at
      column += 1
      if (stop >= end) break
      stop += 1
    }
    // what stands right of the last wanted column counts only where nothing else does
    for (; !filled && stop < end; stop += 1) filled = bytes[stop] !== mark
    record()
  }

  /** Reads a quoted field at `at`; the place after it, or -1 if it is not complete. */
  const quotedField = (bytes: Buffer, at: number, ended: boolean): number => {
    let from = bytes[at] === EQUALS ? at + 2 : at + 1
    const start = from
    let value = ''
    for (;;) {
      const quote = bytes.indexOf(QUOTE, from)
      if (quote < 0) {
        if (ended || bytes.length - start > limits.cellCharacters * 4)
          throw new FileProblem('fileUnclosedQuote', { row })
        return -1
      }
      if (quote + 1 === bytes.length && !ended) return -1
      if (bytes[quote + 1] === QUOTE) {
        value += text(bytes, from, quote + 1)
        from = quote + 2
        continue
      }
      value += text(bytes, from, quote)
      const end = fieldEnd(bytes, quote + 1)
      if (end === bytes.length && !ended) return -1
      field(value + text(bytes, quote + 1, end))
      return end
    }
  }
  /** The first place from `at` that ends a field; the buffer's end if there is none. */
  const fieldEnd = (bytes: Buffer, at: number): number => {
    let end = at
    while (end < bytes.length && bytes[end] !== mark && bytes[end] !== LINE_FEED && bytes[end] !== RETURN) end += 1
    return end
  }
  const plainField = (bytes: Buffer, at: number, ended: boolean): number => {
    const end = fieldEnd(bytes, at)
    if (end === bytes.length && !ended) {
      if (end - at > limits.cellCharacters * 4) throw new FileProblem('fileCellTooLong', { row })
      return -1
    }
    field(column <= last ? textIn(bytes, at, end) : text(bytes, at, end))
    return end
  }

  /** Reads a record field by field; the place after it, or -1 if it is not complete. */
  const anyRecord = (bytes: Buffer, from: number, ended: boolean): number => {
    let at = from
    for (;;) {
      const quoted = bytes[at] === QUOTE || (bytes[at] === EQUALS && bytes[at + 1] === QUOTE)
      const end = quoted ? quotedField(bytes, at, ended) : plainField(bytes, at, ended)
      if (end < 0) {
        cells = []
        column = 0
        filled = false
        return -1
      }
      if (bytes[end] === mark) {
        at = end + 1
        continue
      }
      record()
      if (bytes[end] === RETURN) skipLineFeed = true
      return end + 1
    }
  }

  const run = (ended: boolean) => {
    const bytes = pending
    const next = (byte: number, from: number) => {
      const found = bytes.indexOf(byte, from)
      return found < 0 ? bytes.length : found
    }
    let at = 0
    let quote = next(QUOTE, 0)
    let turn = next(RETURN, 0)
    while (at < bytes.length) {
      if (skipLineFeed) {
        skipLineFeed = false
        if (bytes[at] === LINE_FEED) {
          at += 1
          continue
        }
      }
      if (quote < at) quote = next(QUOTE, at)
      if (turn < at) turn = next(RETURN, at)
      const feed = next(LINE_FEED, at)
      if (feed < bytes.length && quote > feed && turn >= feed - 1) {
        plainRecord(bytes, at, turn === feed - 1 ? turn : feed)
        at = feed + 1
        continue
      }
      const end = anyRecord(bytes, at, ended)
      if (end < 0) break
      at = end
    }
    pending = bytes.subarray(at)
  }
  return {
    push(chunk) {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      run(false)
    },
    end() {
      run(true)
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
  const rows: SheetRow[] = []
  const encoding = bytesAsTheyAre(how)
  const drawn = how.delimiter === '│'
  const delimiter = drawn ? '|' : how.delimiter
  const tokenizer = tokenize({ delimiter, encoding: encoding ?? 'utf-8' }, how.limits, rows, wanted ?? null)
  const chunks = encoding ? fileBytes(path, encoding, signal) : asUtf8(path, how, signal)
  let read = 0
  try {
    for await (const { bytes, consumed } of chunks) {
      read = consumed
      tokenizer.push(bytes)
      for (let at = 0; at < rows.length; at += how.limits.batchRows) {
        yield { rows: rows.slice(at, at + how.limits.batchRows), consumed, total: how.total }
      }
      rows.length = 0
    }
    tokenizer.end()
  } catch (error) {
    if (error instanceof TypeError) throw new FileProblem('fileEncoding', { encoding: how.encoding, offset: read })
    throw error
  }
  if (rows.length > 0) yield { rows, consumed: how.total, total: how.total }
}

/** The encoding whose bytes can be cut at the delimiter; a bar may be the second byte of a character in GB18030. */
const bytesAsTheyAre = ({ encoding, delimiter }: { encoding: Encoding; delimiter: Delimiter }): ByteText | null =>
  delimiter === '│' ? null : encoding === 'utf-8' || (encoding === 'gb18030' && delimiter !== '|') ? encoding : null

type Bytes = { bytes: Buffer; consumed: number }

async function* fileBytes(path: string, encoding: ByteText, signal?: AbortSignal): AsyncGenerator<Bytes> {
  const stream = createReadStream(path, { highWaterMark: 1 << 17 })
  let consumed = 0
  try {
    for await (const chunk of stream) {
      signal?.throwIfAborted()
      const bytes = chunk as Buffer
      const marked = consumed === 0 && encoding === 'utf-8' && bytes.indexOf('\ufeff') === 0
      consumed += bytes.length
      yield { bytes: marked ? bytes.subarray(3) : bytes, consumed }
    }
  } finally {
    stream.destroy()
  }
}

async function* asUtf8(
  path: string,
  { encoding, delimiter }: { encoding: Encoding; delimiter: Delimiter },
  signal?: AbortSignal,
): AsyncGenerator<Bytes> {
  for await (const { text, consumed } of decoded(path, encoding, signal))
    yield { bytes: Buffer.from(delimiter === '│' ? text.replaceAll(drawnBars, '|') : text), consumed }
}
