import { Best } from './best.ts'

/** Vectors of one model, row by row, each of length one. */
export type VectorSet = { keys: readonly string[]; dimensions: number; rows: Float32Array }

/** Brings a vector to length one in place; false if it has none (all zero, not finite) and can be compared with nothing. */
export function normalise(vector: Float32Array): boolean {
  let sum = 0
  for (const value of vector) sum += value * value
  if (!(sum > 0) || !Number.isFinite(sum)) return false
  const length = Math.sqrt(sum)
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / length
  return true
}

/** A set of vectors as a model gave them. Those without a direction are left out; another number of dimensions is an error. */
export function vectorSet(dimensions: number, given: readonly { key: string; vector: ArrayLike<number> }[]): VectorSet {
  const rows = new Float32Array(given.length * dimensions)
  const keys: string[] = []
  for (const { key, vector } of given) {
    if (vector.length !== dimensions)
      throw new RangeError(`a vector has ${vector.length} dimensions, the set ${dimensions}`)
    const row = rows.subarray(keys.length * dimensions, (keys.length + 1) * dimensions)
    row.set(vector)
    if (normalise(row)) keys.push(key)
  }
  return { keys, dimensions, rows: rows.subarray(0, keys.length * dimensions) }
}

/** The nearest by cosine, exactly: every permitted vector is looked at, so that a filter never shortens the answer. */
export function nearest(
  { keys, dimensions, rows }: VectorSet,
  asked: Float32Array,
  { limit, allows }: { limit: number; allows?: ((key: string) => boolean) | undefined },
): { key: string; score: number }[] {
  const query = Float32Array.from(asked)
  if (query.length !== dimensions || !normalise(query)) return []
  const kept = new Best(limit)
  for (let row = 0; row < keys.length; row += 1) {
    if (allows && !allows(keys[row] ?? '')) continue
    const from = row * dimensions
    // four sums at once keep the processor's pipes full
    let [a, b, c, d] = [0, 0, 0, 0]
    let at = 0
    for (; at + 3 < dimensions; at += 4) {
      a += (rows[from + at] ?? 0) * (query[at] ?? 0)
      b += (rows[from + at + 1] ?? 0) * (query[at + 1] ?? 0)
      c += (rows[from + at + 2] ?? 0) * (query[at + 2] ?? 0)
      d += (rows[from + at + 3] ?? 0) * (query[at + 3] ?? 0)
    }
    for (; at < dimensions; at += 1) a += (rows[from + at] ?? 0) * (query[at] ?? 0)
    kept.offer(row, a + b + c + d)
  }
  return kept.ranked().map(({ number, score }) => ({ key: keys[number] ?? '', score }))
}
