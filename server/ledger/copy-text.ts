type Value = string | number | bigint | boolean | null

const special = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** One row in PostgreSQL's COPY text format. A zero character, which no text column can hold, is left out. */
export function copyText(values: readonly Value[]): string {
  let text = cellText(values[0] ?? null)
  for (let at = 1; at < values.length; at += 1) text += `\t${cellText(values[at] ?? null)}`
  return `${text}\n`
}

function cellText(value: Value): string {
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (typeof value !== 'string') return String(value)
  const text = value.includes('\0') ? value.replaceAll('\0', '') : value
  return special.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? '') : text
}
