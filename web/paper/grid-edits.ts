import type { ICellData } from '@univerjs/core'
import type { ISetRangeValuesMutationParams } from '@univerjs/preset-sheets-core'

/** What a person typed, pasted or deleted in the grid; '' empties. A formula begins with `=`. */
export type GridEdit = { row: number; column: number; text: string }

export const isSetting = (params: unknown): params is ISetRangeValuesMutationParams =>
  typeof params === 'object' && params !== null && 'unitId' in params && 'subUnitId' in params

/** What a change of cells by a person says. */
export function editsOf({ cellValue }: ISetRangeValuesMutationParams): GridEdit[] {
  const edits: GridEdit[] = []
  for (const [row, columns] of Object.entries(cellValue ?? {}))
    for (const [column, cell] of Object.entries((columns ?? {}) as Record<string, ICellData | null>)) {
      const text = textOf(cell)
      if (text !== undefined) edits.push({ row: Number(row), column: Number(column), text })
    }
  return edits
}

/** The text of a changed cell; undefined where only its look was to change. */
function textOf(cell: ICellData | null): string | undefined {
  if (cell === null) return ''
  if (typeof cell.f === 'string' && cell.f !== '') return cell.f
  const rich = cell.p?.body?.dataStream
  if (rich !== undefined) return rich.replace(/\r\n$/, '').replaceAll('\r', '\n')
  if (cell.v === undefined) return undefined
  const pattern = typeof cell.s === 'object' ? cell.s?.n?.pattern : undefined
  if (typeof cell.v === 'number' && pattern?.includes('%')) return percentText(cell.v)
  return cell.v === null ? '' : String(cell.v)
}

/** 0.125 as 12.5%, without the noise of binary fractions. */
const percentText = (value: number) => `${Number((value * 100).toPrecision(12))}%`
