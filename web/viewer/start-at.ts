/** Where in a file the viewer opens, as the address says. */
export type StartAt = {
  page: number
  /** `B7` or `Sheet1!B7`; empty for the beginning. */
  cell: string
  find: string
  /** `left,top,width,height` in points; empty for none. */
  box: string
}

/** Reads the address; what makes no sense there counts as the beginning. */
export function startAt(query: URLSearchParams): StartAt {
  const page = Number(query.get('page') ?? 1)
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    cell: query.get('cell') ?? '',
    find: (query.get('find') ?? '').slice(0, 200),
    box: query.get('box') ?? '',
  }
}

/** The sheet's name (empty: the first) and the place, from 0, of `B7`, `Sheet1!B7` or `'表 1'!B7`; of a range its first cell. */
export function cellPlace(written: string): { sheet: string; row: number; column: number } | undefined {
  const [, quoted, plain, letters, digits] =
    /^(?:(?:'((?:[^']|'')+)'|([^'!]+))!)?\$?([A-Za-z]{1,3})\$?(\d{1,7})(?::.*)?$/.exec(written.trim()) ?? []
  if (!letters || !digits) return undefined
  const column = Array.from(letters.toUpperCase()).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  const row = Number(digits)
  if (row < 1 || row > 1_048_576 || column > 16_384) return undefined
  return { sheet: quoted?.replaceAll("''", "'") ?? plain ?? '', row: row - 1, column: column - 1 }
}
