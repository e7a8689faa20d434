export type Value = string | number | boolean | Date | null
/** A sheet: its first row names the columns. */
export type Sheet = { name: string; rows: readonly (readonly Value[])[] }

/** What a cell shows, for keys and headings: no blanks around, full-width letters made plain, fifteen digits of a number. */
export function keyOf(value: Value | undefined): string {
  if (value instanceof Date) return momentOf(value)
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  return String(value ?? '')
    .normalize('NFKC')
    .trim()
}

/** A day, and the time to the second where it is not midnight. */
function momentOf(date: Date): string {
  const said = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ')
  return said.endsWith(' 00:00:00') ? said.slice(0, 10) : said
}

/** What the columns are called, each once: a second 借方 is 借方 (2), as under the merged headings of a trial balance. */
export function headOf({ rows }: Sheet): string[] {
  const taken = new Set<string>()
  return (rows[0] ?? []).map((value, at) => {
    const name = keyOf(value) || `#${at + 1}`
    let given = name
    for (let n = 2; taken.has(given); n += 1) given = `${name} (${n})`
    taken.add(given)
    return given
  })
}
const bodyOf = ({ rows }: Sheet): (readonly Value[])[] =>
  rows.slice(1).filter((row) => row.some((value) => keyOf(value) !== ''))

/** Sheets under each other: columns of one name become one, each row says where it came from. */
export function stacked(sheets: readonly Sheet[], source: string): Value[][] {
  const heads = sheets.map(headOf)
  const columns = [...new Set(heads.flat())]
  const rows = sheets.flatMap((sheet, at) =>
    bodyOf(sheet).map((row): Value[] => {
      const own = new Map(heads[at]?.map((name, column) => [name, row[column] ?? null]))
      return columns.map((name) => own.get(name) ?? null).concat(sheet.name)
    }),
  )
  return [[...columns, source], ...rows]
}

/** A sheet for each value of a column, in the order they first come; `empty` names the one without a value. */
export function dividedBy(sheet: Sheet, column: string, empty: string): Sheet[] {
  const at = headOf(sheet).indexOf(column)
  const parts = Map.groupBy(bodyOf(sheet), (row) => keyOf(row[at]) || empty)
  return [...parts].map(([name, rows]) => ({ name, rows: [sheet.rows[0] ?? [], ...rows] }))
}

/** The first row of each key; the others beside it. Without columns whole rows are compared. */
export function once(sheet: Sheet, columns: readonly string[]): { kept: Value[][]; dropped: Value[][] } {
  const head = headOf(sheet)
  const places = columns.length > 0 ? columns.map((name) => head.indexOf(name)) : head.map((_, at) => at)
  const seen = new Set<string>()
  const [kept, dropped]: [Value[][], Value[][]] = [[], []]
  for (const row of bodyOf(sheet)) {
    const key = JSON.stringify(places.map((at) => keyOf(row[at])))
    ;(seen.has(key) ? dropped : kept).push([...row])
    seen.add(key)
  }
  const top = [...(sheet.rows[0] ?? [])]
  return { kept: [top, ...kept], dropped: [top, ...dropped] }
}

export type Difference = 'left' | 'right' | 'changed' | 'twice'
/** What differs between two sheets of the same key: rows only one has, cells that changed, keys that stand twice. */
export function compared(left: Sheet, right: Sheet, column: string) {
  const [leftHead, rightHead] = [headOf(left), headOf(right)]
  const common = leftHead.filter((name) => name !== column && rightHead.includes(name))
  const found: { key: string; what: Difference; column: string; left: Value; right: Value }[] = []
  const indexed = (sheet: Sheet, head: readonly string[]) => {
    const rows = new Map<string, readonly Value[]>()
    for (const row of bodyOf(sheet)) {
      const key = keyOf(row[head.indexOf(column)])
      if (rows.has(key)) found.push({ key, what: 'twice', column: sheet.name, left: null, right: null })
      else rows.set(key, row)
    }
    return rows
  }
  const [leftRows, rightRows] = [indexed(left, leftHead), indexed(right, rightHead)]
  for (const [key, row] of leftRows) {
    const other = rightRows.get(key)
    if (!other) {
      found.push({ key, what: 'left', column: '', left: null, right: null })
      continue
    }
    for (const name of common) {
      const [one, two] = [row[leftHead.indexOf(name)] ?? null, other[rightHead.indexOf(name)] ?? null]
      if (!alike(one, two)) found.push({ key, what: 'changed', column: name, left: one, right: two })
    }
  }
  for (const key of rightRows.keys())
    if (!leftRows.has(key)) found.push({ key, what: 'right', column: '', left: null, right: null })
  return { found, left: leftRows.size, right: rightRows.size }
}

/** 1,234.50 as a text and 1234.5 as a number are the same amount; digit by digit, so that long numbers stay apart. */
const alike = (one: Value, two: Value): boolean => amountOf(keyOf(one)) === amountOf(keyOf(two))

const amountOf = (text: string): string =>
  /^-?[\d,]+(?:\.\d+)?$/.test(text)
    ? text
        .replaceAll(',', '')
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')
    : text

/** Columns to the right of the first `fixed` as rows: what it is called, and its value; empty cells are left out. */
export function unpivoted(sheet: Sheet, fixed: number, names: { item: string; value: string }): Value[][] {
  const head = headOf(sheet)
  const rows = bodyOf(sheet).flatMap((row) =>
    head.slice(fixed).flatMap((name, at): Value[][] => {
      const value = row[fixed + at] ?? null
      return keyOf(value) === '' ? [] : [[...row.slice(0, fixed), name, value]]
    }),
  )
  return [[...head.slice(0, fixed), names.item, names.value], ...rows]
}
