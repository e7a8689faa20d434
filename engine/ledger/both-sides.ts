import { isBlank, textOf, type Cell, type SheetRow } from './cell.ts'
import { headerKey } from './column-roles.ts'
import type { Header } from './header.ts'
import type { Reshaping } from './reshape.ts'

type Half = { code?: number; name?: number; amount?: number }

const accountOf = /^([借贷])方?\/?(?:会计|明细|总账|一级)?科目(编码|编号|代码|名称|全称)?$/
const amountOf = /^([借贷])方?\/?(?:发生)?(?:金?额)$/

/**
 * A journal with 借方科目 and 贷方科目 in one row: each row is two lines of one voucher. The columns of either side, and the
 * amount both share; undefined for any other table.
 */
export function bothSides({ paths }: Header): { debit: Half; credit: Half } | undefined {
  const debit: Half = {}
  const credit: Half = {}
  let shared: number | undefined
  for (const [column, path] of paths.entries()) {
    const key = headerKey(path)
    const account = accountOf.exec(key)
    const amount = amountOf.exec(key)
    const half = (account ?? amount)?.[1] === '借' ? debit : credit
    if (account) half[/[编代]/.test(account[2] ?? '') ? 'code' : 'name'] ??= column
    else if (amount) half.amount ??= column
    else if (/^(?:发生|记账|本位币)?金额(?:\(.*\))?$/.test(key)) shared ??= column
  }
  const whole = [debit, credit].every((half) => {
    if (shared !== undefined) half.amount ??= shared
    return (half.code ?? half.name) !== undefined && half.amount !== undefined
  })
  return whole ? { debit, credit } : undefined
}

const added = ['科目编码', '科目名称', '借方金额', '贷方金额']

/** Turns each row of such a table into the line of its debit and the line of its credit; a side without account gives none. */
export function oneSideEach(
  { paths, rows }: Header,
  { debit, credit }: { debit: Half; credit: Half },
  samples: readonly SheetRow[],
): Reshaping {
  const own = new Set([debit, credit].flatMap((half) => Object.values(half)))
  const [first = 0] = rows
  const last = rows.at(-1) ?? first
  const plain = (row: SheetRow): Cell[] => paths.map((_, at) => (own.has(at) ? null : (row.cells[at] ?? null)))
  const line = (row: SheetRow, half: Half, side: 2 | 3): SheetRow => {
    const at = (column: number | undefined) => (column === undefined ? null : (row.cells[column] ?? null))
    const cells = [
      ...plain(row),
      at(half.code ?? half.name),
      at(half.code === undefined ? undefined : half.name),
      null,
      null,
    ]
    cells[paths.length + side] = at(half.amount)
    const red = half.amount !== undefined && row.red?.includes(half.amount) ? [paths.length + side] : undefined
    const shown = half.code === undefined ? undefined : row.shown?.[half.code]
    return {
      row: row.row,
      cells,
      ...(red && { red }),
      ...(shown !== undefined && { shown: { [paths.length]: shown } }),
      ...(row.uncalculated && { uncalculated: row.uncalculated }),
    }
  }
  // a column headed 借方科目 holds codes or names: what stands in it tells
  const codes = samples.filter(
    ({ row, cells }) => row > last && /^\d{3,}[\d.-]*$/.test(textOf(cells[debit.name ?? -1])),
  )
  const coded = (debit.code ?? credit.code) !== undefined || codes.length > 0
  const words = coded ? added : ['会计科目', null, ...added.slice(2)]
  return {
    push(row) {
      if (row.row < first) return [row]
      if (row.row === first)
        return [{ row: row.row, cells: [...paths.map((path, at) => (own.has(at) ? null : path)), ...words] }]
      if (row.row <= last || paths.every((path, at) => textOf(row.cells[at]) === path)) return []
      const sides = [line(row, debit, 2), line(row, credit, 3)].filter(({ cells }) => !isBlank(cells[paths.length]))
      return sides.length > 0 ? sides : [{ row: row.row, cells: plain(row) }]
    },
    end: () => [],
  }
}
