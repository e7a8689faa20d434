import { isBlank, isBlankRow, plain, preview, textOf, type Cell, type Remark, type SheetRow } from './cell.ts'
import type { ColumnReading } from './column-reading.ts'
import { companyWatch } from './companies.ts'
import type { Header } from './header.ts'
import type { Origin } from './model.ts'

/** Why a row is no data. */
export type DropReason =
  | 'title'
  | 'header'
  | 'header_repeat'
  | 'subtotal'
  | 'footer'
  | 'blank'
  | 'no_account'
  | 'no_voucher'
  | 'no_date'
  | 'duplicate_account'
  | 'currency_detail'
  | 'other_year'
  | 'voided'
  | 'balance_row'
  | 'parent_ledger'
  | 'no_item'

/** A row that was read and left out, with the words it shows. */
export type DroppedRow = { origin: Origin; reason: DropReason; text: string }

/** Something about a row that a person should know: a cell that is no amount, a rounding, a code repaired. */
export type RowRemark = Remark & { origin: Origin }

export type RowClass = 'title' | 'header' | 'header_repeat' | 'subtotal' | 'footer' | 'blank' | 'data'

const subtotalWords =
  /(?:小\s*计|合\s*计|总\s*计|本月合计|本年累计|本日合计|本期合计|承前页|过次页|上年结转|^累\s*计|^(?:sub)?total|grand total)[:(].*$|(?:小\s*计|合\s*计|总\s*计|本月合计|本年累计|本日合计|本期合计|承前页|过次页|^累\s*计|^(?:sub)?total|grand total)$/i
const footerWords =
  /^(?:制表|制单|打印|审核|复核|记账|会计主管|会计机构|单位负责人|主管|财务负责人|核算单位|第\s*\d+\s*页|共\s*\d+\s*页|page\s*\d|导出时间|\*{2,})/i

/** The words of a subtotal row (资产小计, 合计), or undefined. `labels` are the columns that may hold them. */
export function subtotalLabel(row: SheetRow, labels: readonly (number | undefined)[]): string | undefined {
  for (const column of labels) {
    if (column === undefined) continue
    const cell = row.cells[column]
    // Nearly every cell is told by its characters alone.
    if (typeof cell !== 'string' || cell.length > 60 || !/[计页转]|total/i.test(cell)) continue
    const text = plain(cell).replaceAll(' ', '')
    if (text.length < 40 && subtotalWords.test(text)) return text
  }
  return undefined
}

const wholeWords =
  /^(?:小计|合计|总计|累计|(?:本[日月期年季页]|当[日月期年前])?(?:累计|合计|小计|发生额|发生额合计|发生额及余额)|本年累计发生额|[日月季年]计|(?:承前|承上|接上|过次|转下|接下|转次)页|(?:上[年期月]|年初|期初)(?:结转|结余|结存)|结转(?:下年|下期|次年|上年)|[期年月]初(?:余额|数)?|上[年期月]余额|[期年月]末(?:余额|数|结存|结余)?|(?:sub)?total|grand total|opening balance|balance (?:brought|carried) forward|(?:合计|总计)(?:[(]?(?:大写|人民币)[)]?)*[零壹贰叁肆伍陆柒捌玖拾佰仟万亿元圆角分整正]+)$/i

/** Whether a 摘要 is nothing but the words of a subtotal or of a balance carried over. */
export function subtotalWhole(cell: Cell): boolean {
  if (typeof cell !== 'string' || cell.length > 60 || !/[计页转额余存初末数l]|forward/i.test(cell)) return false
  return wholeWords.test(plain(cell).replaceAll(/[\s:：]/g, ''))
}

/** Says what a row is by its place and words; `labels` are the columns that may hold 合计 and the like. */
export function classifyRow(row: SheetRow, header: Header, labels: readonly (number | undefined)[]): RowClass {
  if (header.rows.includes(row.row)) return 'header'
  if (row.row < header.firstDataRow) return 'title'
  if (isBlankRow(row)) return 'blank'
  if (repeatsHeader(row, header)) return 'header_repeat'
  if (subtotalLabel(row, labels) !== undefined) return 'subtotal'
  const first = row.cells.find((cell) => !isBlank(cell))
  // SAP marks its totals with stars
  if (typeof first === 'string' && /^\s*\*{1,4}\s*$/.test(first)) return 'subtotal'
  if (footerWords.test(textOf(first)) && !row.cells.some((cell) => typeof cell === 'number')) return 'footer'
  return 'data'
}

const wordsByHeader = new WeakMap<Header, ReadonlySet<string>[]>()

/** The words of each column's header as they are compared, worked out once. */
function headerWords(header: Header): ReadonlySet<string>[] {
  const known = wordsByHeader.get(header)
  if (known) return known
  const words = header.paths.map((path) => new Set(path.split('/').map((word) => plain(word))))
  wordsByHeader.set(header, words)
  return words
}

/** Page headers printed again inside the data: most of the row's cells are the header's words of their column. */
function repeatsHeader(row: SheetRow, header: Header): boolean {
  const words = headerWords(header)
  let filled = 0
  let same = 0
  for (const [column, cell] of row.cells.entries()) {
    if (isBlank(cell)) continue
    filled += 1
    if (typeof cell === 'string' && cell.length < 60 && words[column]?.has(plain(cell))) same += 1
    // Data rows are told by their first cells; only a header repeats its words from the start.
    if (filled === 2 && same === 0) return false
  }
  return filled >= 2 && same >= filled * 0.7
}

/** Collects dropped rows and remarks of one sheet; where its rows are of several companies, that is remarked. */
export function rowNotes(file: number, sheet: string, columns: readonly ColumnReading[] = []) {
  const companies = companyWatch(columns)
  const dropped: DroppedRow[] = []
  const remarks: RowRemark[] = []
  const origin = (row: number): Origin => ({ file, sheet, row })
  const remark = (row: number, code: string, params: Remark['params'] = {}) => {
    remarks.push({ code, params: { row, sheet, ...params }, origin: origin(row) })
  }
  const several = (row: SheetRow, found: ReturnType<typeof companies.ofData>) => {
    if (found) remark(row.row, 'severalCompanies', found)
  }
  return {
    dropped,
    remarks,
    origin,
    remark,
    /** A row that counts. */
    take(row: SheetRow) {
      several(row, companies.ofData(row))
    },
    drop(row: SheetRow, reason: DropReason) {
      several(row, companies.ofTitle(row))
      dropped.push({ origin: origin(row.row), reason, text: preview(row) })
    },
  }
}
export type RowNotes = ReturnType<typeof rowNotes>
