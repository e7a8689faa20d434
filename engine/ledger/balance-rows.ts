import { printedCode } from './account-code.ts'
import { isBlank, textOf, wordsOf, type Cell, type SheetRow } from './cell.ts'
import { columnsByRole, type ColumnReading } from './column-reading.ts'
import { nameParts, namePathOf } from './name-path.ts'

/** What a row of a trial balance is about: an account, or one customer, supplier … of an account. */
export type BalanceSubject = {
  printed: string
  name: string
  dimension: { kind: string; code: string; name: string } | null
}

const kindWord = (word: string) => (word === '客户' ? 'customer' : word === '供应商' ? 'supplier' : word)

/** `客商:甲公司`, `C001/甲公司`, `[C001]甲公司` as kind, code and name. */
export function dimensionIn(text: string): { kind: string; code: string; name: string } {
  const kind = /^(客户|供应商|客商|部门|职员|员工|个人|项目|往来单位)[:：]\s*(.+)$/.exec(text)
  const rest = kind?.[2] ?? text
  const both =
    /^[[(【]?([A-Za-z]*\d[\dA-Za-z.-]*)[\])】]?\s*[/\s:：_-]\s*(\D.*)$/.exec(rest) ??
    /^[[(【]([A-Za-z\d.-]+)[\])】](.+)$/.exec(rest)
  return { kind: kindWord(kind?.[1] ?? ''), code: both?.[1] ?? '', name: (both?.[2] ?? rest).trim() }
}

const indentOf = (cell: Cell | undefined): number => {
  const blanks = typeof cell === 'string' ? (/^[ \u3000\t]*/.exec(cell)?.[0] ?? '') : ''
  let width = 0
  for (const blank of blanks) width += blank === '\u3000' ? 2 : 1
  return width
}

/**
 * Says what each row is about, in order. A row without a code belongs to the account above, as one of its dimensions;
 * in a table without codes the name path is the code, by the path in the name, by columns 一级科目 …, or by indent; a
 * detail row that prints only its own digits (`01` indented below 1002) gets its parent's in front.
 */
export function balanceSubjects(columns: readonly ColumnReading[]): (row: SheetRow) => BalanceSubject | undefined {
  const roles = columnsByRole(columns)
  const nameColumn = roles.account_name
  const coded = roles.account_code
  const namePath = namePathOf(columns)
  const dimensionColumns = columns.filter(({ role }) => role === 'dimension' || role === 'dimension_code')
  const named = dimensionColumns.some(({ role }) => role === 'dimension')
  const levelled = columns.some(({ role }) => role === 'level_name')
  const open: { indent: number; path: string }[] = []
  let above: BalanceSubject | undefined

  /** The path or code of the parent by indent; the row itself becomes the last of the open ones. */
  const below = (indent: number, own: (parent: string) => string): string => {
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent) open.pop()
    const path = own(open.at(-1)?.path ?? '')
    open.push({ indent, path })
    return path
  }
  const dimensionOf = (row: SheetRow) => {
    const code = roles.dimension_code === undefined ? '' : wordsOf(row.cells[roles.dimension_code])
    const texts = dimensionColumns
      .filter(({ role }) => !named || role === 'dimension')
      .map(({ column }) => wordsOf(row.cells[column]))
      .filter((text) => text !== '')
    if (texts.length === 0 && code === '') return null
    const found = dimensionIn(texts.join(' '))
    return { ...found, code: found.code || code, name: found.name || code }
  }

  return (row) => {
    const nameCell = nameColumn === undefined ? null : (row.cells[nameColumn] ?? null)
    const name = wordsOf(nameCell)
    const dimension = dimensionOf(row)
    const printed = coded === undefined ? undefined : printedCode(row.cells[coded], row.shown?.[coded])
    if (coded === undefined) {
      if (name === '' && !levelled) return undefined
      const path =
        levelled || nameParts(name).length > 1
          ? namePath(row)
          : below(indentOf(nameCell), (parent) => (parent === '' ? name : `${parent}/${name}`))
      if (path === '') return undefined
      above = { printed: path, name: path.split('/').at(-1) ?? '', dimension }
      return above
    }
    if (!printed) {
      if (!isBlank(row.cells[coded]) || !above) return undefined
      if (dimension) return { ...above, dimension }
      if (name === '') return undefined
      return { ...above, dimension: dimensionIn(textOf(name)) }
    }
    const indent = indentOf(nameCell)
    const partial = /^\d{1,3}$/.test(printed.printed) && indent > 0 && open.length > 0
    const code = below(indent, (parent) => (partial ? parent + printed.printed : printed.printed))
    above = { printed: code, name: name === '' ? (printed.name ?? '') : name, dimension }
    return above
  }
}
