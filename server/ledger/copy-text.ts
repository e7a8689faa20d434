type Value = string | number | bigint | boolean | null

const special = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** One row in PostgreSQL's COPY text format. A zero character, which no text column can hold, is left out. */
export const copyText = (values: readonly Value[]): string => `${values.map(cellText).join('\t')}\n`

function cellText(value: Value): string {
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (typeof value !== 'string') return String(value)
  const text = value.includes('\0') ? value.replaceAll('\0', '') : value
  return special.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? '') : text
}
