import { originOf, type JournalColumns } from './journal-columns.ts'
import type { Origin } from './model.ts'
import { lineHashes, sameLine, type VoucherLines } from './tie-out-lines.ts'
import { checked, finding, rowsShown, type Check, type Difference } from './tie-out-report.ts'

/**
 * Lines of a voucher that repeat its other lines. `sure`: they come from another file or sheet, or stand apart from
 * them; else they follow directly and may be meant, which only the trial balance can tell.
 */
export type Copy = { voucher: number; lines: number[]; kind: 'overlap' | 'duplicate_row'; sure: boolean }

/** Finds vouchers given twice: the same lines in two sources, or again further down in one. */
export function copiesIn(journal: JournalColumns, lines: VoucherLines): Copy[] {
  const hashes = lineHashes(journal)
  const copies: Copy[] = []
  for (let voucher = 0; voucher < lines.count; voucher += 1) {
    const own = lines.of(voucher)
    const first = own[0] ?? 0
    const last = own.at(-1) ?? 0
    const sources = journal.source[first] !== journal.source[last]
    const apart = last - first >= own.length
    const parts = apart ? runsOf(journal, own) : sources ? bySource(journal, own) : halves(own)
    if (parts.length < 2) continue
    const [original = new Uint32Array()] = parts
    if (!balances(journal, original)) continue
    for (const part of parts.slice(1)) {
      if (!isWithin(journal, { part, original, hashes })) continue
      const kind = journal.source[part[0] ?? 0] === journal.source[first] ? 'duplicate_row' : 'overlap'
      copies.push({ voucher, lines: [...part], kind, sure: apart || sources })
    }
  }
  return copies
}

/** Lines that stand together, and in one source. */
function runsOf(journal: JournalColumns, own: Uint32Array): Uint32Array[] {
  const runs: Uint32Array[] = []
  let start = 0
  for (let at = 1; at <= own.length; at += 1) {
    const [before = 0, index = 0] = [own[at - 1], own[at]]
    if (at < own.length && index === before + 1 && journal.source[index] === journal.source[before]) continue
    runs.push(own.subarray(start, at))
    start = at
  }
  return runs
}

function bySource(journal: JournalColumns, own: Uint32Array): Uint32Array[] {
  const cut = own.findIndex((index) => journal.source[index] !== journal.source[own[0] ?? 0])
  return [own.subarray(0, cut), own.subarray(cut)]
}

const halves = (own: Uint32Array): Uint32Array[] =>
  own.length >= 4 && own.length % 2 === 0 ? [own.subarray(0, own.length / 2), own.subarray(own.length / 2)] : []

function balances(journal: JournalColumns, lines: Uint32Array): boolean {
  let sum = 0n
  for (const index of lines) sum += (journal.debit[index] ?? 0n) - (journal.credit[index] ?? 0n)
  return sum === 0n
}

/** Whether each line of `part` repeats one of `original`, each of which answers for one. */
function isWithin(
  journal: JournalColumns,
  { part, original, hashes }: { part: Uint32Array; original: Uint32Array; hashes: Int32Array },
): boolean {
  if (part.length > original.length) return false
  const free = new Set(original)
  for (const index of part) {
    let found: number | undefined
    for (const candidate of free) {
      if (hashes[candidate] !== hashes[index] || !sameLine(journal, candidate, index)) continue
      found = candidate
      break
    }
    if (found === undefined) return false
    free.delete(found)
  }
  return true
}

/** What J07 looks at: months found missing, vouchers found twice. */
export type Pieces = { missingMonths: readonly string[]; copies: readonly Copy[] }

/** J07: files and sheets of one journal leave no month out, do not overlap, and do not end where a sheet is full. */
export function checkPieces(journal: JournalColumns, lines: VoucherLines, { missingMonths, copies }: Pieces): Check {
  const differences = missingMonths.map((month) =>
    finding({ period: month }, { class: 'missing_month', cause: 'causeMissingMonth', params: { month }, rows: [] }),
  )
  differences.push(...copied(journal, copies))
  const twice = new Set(copies.map(({ voucher }) => voucher))
  differences.push(...shared(journal, lines, twice))
  const lastRow = journal.sources.map(() => 0)
  for (let index = 0; index < journal.size; index += 1) {
    const source = journal.source[index] ?? 0
    lastRow[source] = Math.max(lastRow[source] ?? 0, journal.row[index] ?? 0)
  }
  for (const [source, row] of lastRow.entries()) {
    if (row !== 65_536 && row !== 1_048_576) continue
    const { file = 0, sheet = '' } = journal.sources[source] ?? {}
    // A following sheet goes on where this one was full.
    if (source + 1 < journal.sources.length) continue
    differences.push(
      finding(
        { label: sheet },
        { class: 'truncated', cause: 'causeTruncated', params: { row, sheet }, rows: [{ file, sheet, row }] },
      ),
    )
  }
  return checked('J07', journal.sources.length, differences)
}

/** One finding per month and pair of sources, however many vouchers they share. */
function copied(journal: JournalColumns, copies: readonly Copy[]): Difference[] {
  const groups = Map.groupBy(copies, ({ voucher, lines, kind }) => {
    const { period = '' } = journal.vouchers[voucher] ?? {}
    return `${kind} ${period} ${journal.source[lines[0] ?? 0]}`
  })
  return [...groups.values()].map((group) => {
    const [first] = group
    const { key = '', period = '' } = journal.vouchers[first?.voucher ?? 0] ?? {}
    const source = journal.sources[journal.source[first?.lines[0] ?? 0] ?? 0]
    const kind = first?.kind ?? 'overlap'
    const rows: Origin[] = []
    for (const { lines } of group)
      for (const index of lines) if (rows.length < rowsShown) rows.push(originOf(journal, index))
    const count = group.reduce((sum, { lines }) => sum + lines.length, 0)
    return finding(group.length === 1 ? { voucher: key, period } : { period, label: source?.sheet ?? '' }, {
      class: kind,
      cause: kind === 'overlap' ? 'causeOverlap' : 'causeRowsTwice',
      params: { voucher: key, vouchers: group.length, lines: count, month: period },
      rows,
    })
  })
}

/** Vouchers of one number in two sources whose lines are not the same: one may straddle two sheets, more are a fault. */
function shared(journal: JournalColumns, lines: VoucherLines, copies: ReadonlySet<number>): Difference[] {
  const found: number[] = []
  for (let place = 0; place < lines.count; place += 1) {
    const own = lines.of(place)
    if (journal.source[own[0] ?? 0] !== journal.source[own.at(-1) ?? 0] && !copies.has(place)) found.push(place)
  }
  if (found.length <= Math.max(1, journal.sources.length - 1)) return []
  return found.map((place) => {
    const { key = '', period = '' } = journal.vouchers[place] ?? {}
    const own = lines.of(place)
    const rows = [own[0], own.at(-1)].flatMap((index) => (index === undefined ? [] : [originOf(journal, index)]))
    return finding(
      { voucher: key, period },
      { class: 'overlap', cause: 'causeSharedNumber', params: { voucher: key }, rows },
    )
  })
}
