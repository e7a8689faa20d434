/** What of a printed row says where it belongs. */
type KeyedRow = {
  cells: readonly { style: string; binding?: string | undefined; value: string | number | null }[]
}

/**
 * The name of each row of a printed paper, independent of its number and language: a row with figures is named by what is
 * bound in it (`actual` of C15.actual, `@union` of C14.adj@union), any other by its section, kind and place in that
 * (`2.note.1`). A paper generated with more or fewer table rows keeps all names, so what people typed stays where it belongs.
 */
export function rowKeys(rows: readonly KeyedRow[]): string[] {
  const taken = new Map<string, number>()
  let section = 0
  const unbound = new Map<string, number>()
  return rows.map(({ cells }) => {
    const bound = cells.find(({ binding }) => binding)?.binding
    if (bound !== undefined) return once(taken, nameOf(bound))
    const kind = cells.find(({ value, style }) => value !== null || style !== 'note')?.style ?? 'blank'
    if (kind === 'section') {
      section += 1
      unbound.clear()
    }
    const place = (unbound.get(kind) ?? 0) + 1
    unbound.set(kind, place)
    return once(taken, `${section}.${kind}.${place}`)
  })
}

/** The binding without its paper and, in a table, without its column. */
function nameOf(binding: string): string {
  const at = binding.indexOf('@')
  return at >= 0 ? binding.slice(at) : binding.slice(binding.indexOf('.') + 1)
}

function once(taken: Map<string, number>, key: string): string {
  const before = taken.get(key) ?? 0
  taken.set(key, before + 1)
  return before === 0 ? key : `${key}~${before + 1}`
}

/** The place of a cell that nothing is bound to: `~column~row key`. */
export const freePlace = (row: string, column: number): string => `~${column}~${row}`

/** The row and column of such a place; null for a binding. */
export function freePlaceOf(place: string): { row: string; column: number } | null {
  const [, column, row] = /^~(\d+)~([\s\S]+)$/.exec(place) ?? []
  return column === undefined || row === undefined ? null : { row, column: Number(column) }
}
