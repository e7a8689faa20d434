export type Change = { field: string; before: unknown; after: unknown }

const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/** What every record carries and no reader asks for. */
const silent = new Set([
  'id',
  'tenantId',
  'version',
  'updateTime',
  'updateUser',
  'createTime',
  'createUser',
  'isDeleted',
])
const blank = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
const same = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other) || (blank(one) && blank(other))

/**
 * Field by field what an audit entry says: of a change what is different, of a new record what it was made with, of one that is
 * gone what it was. Bookkeeping fields and those of `hidden` are left out.
 */
export function changesOf(entry: { before?: unknown; after?: unknown }, hidden: readonly string[] = []): Change[] {
  const [before, after] = [fields(entry.before), fields(entry.after)]
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])]
  return names
    .filter((name) => !silent.has(name) && !hidden.includes(name))
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((change) => !same(change.before, change.after))
}
