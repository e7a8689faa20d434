export type Change = { field: string; before: unknown; after: unknown }

const asFields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : value === null || value === undefined
      ? {}
      : { '': value }

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What an entry changed, field by field; of a record that came or went all its fields. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, now] = [asFields(before), asFields(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((field) => ({ field, before: old[field], after: now[field] }))
    .filter((change) => !same(change.before, change.after))
}
