/** Parts of a composite account (Oracle's `01.100.1002.000`), or undefined if the code is in one piece. */
const partsOf = (code: string): string[] | undefined => {
  const parts = code.split(/[.\-|]/)
  return parts.length >= 3 ? parts : undefined
}

/**
 * Which segment of composite accounts is the natural account (from 0); null if codes are no composites. All codes have
 * the same number of segments of the same widths, which no chart by levels has. Known accounts prove the segment; else
 * it is the one that looks like a chart: four digits or more, beginning with 1 to 6, with the most different values.
 */
export function naturalSegment(codes: readonly string[], known: ReadonlySet<string>): number | null {
  if (codes.length === 0 || codes.filter((code) => known.has(code)).length > codes.length / 2) return null
  const rows = codes.map(partsOf)
  const width = rows[0]?.length ?? 0
  if (width === 0 || rows.some((parts) => parts?.length !== width)) return null
  const columns = Array.from({ length: width }, (_, at) => rows.map((parts) => parts?.[at] ?? ''))
  if (columns.some((values) => values.some((value) => value.length !== values[0]?.length))) return null
  const roots = new Set([...known].map((code) => code.replaceAll(/\D/g, '').slice(0, 4)))
  const scores = columns.map((values) => {
    const chart = values.filter((value) => /^[1-6]\d{3,}$/.test(value)).length / values.length
    if (chart < 0.9) return 0
    const distinct = new Set(values)
    const proved = [...distinct].filter((value) => known.has(value) || roots.has(value.slice(0, 4))).length
    return 1 + distinct.size / values.length + (known.size > 0 ? (proved / distinct.size) * 2 : 0)
  })
  const best = Math.max(...scores)
  return best > 1 ? scores.indexOf(best) : null
}

/** The natural account of a composite code; any other code as it is. */
export const naturalOf = (code: string, segment: number | null): string =>
  segment === null ? code : (partsOf(code)?.[segment] ?? code)
