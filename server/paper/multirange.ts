/** Ascending ordinals as an int4multirange literal: `{[3,5],[9,9]}`. */
export function multirange(ordinals: readonly number[]): string {
  const ranges: string[] = []
  let from: number | undefined
  for (const [place, ordinal] of ordinals.entries()) {
    from ??= ordinal
    if (ordinals[place + 1] === ordinal + 1) continue
    ranges.push(`[${from},${ordinal}]`)
    from = undefined
  }
  return `{${ranges.join(',')}}`
}
