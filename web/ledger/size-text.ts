const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** A size in bytes as people read it: `37 KB`, `1.4 GB`. */
export function sizeText(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024
    unit += 1
  }
  const text = unit === 0 || size >= 100 ? size.toFixed(0) : size.toFixed(1).replace(/\.0$/, '')
  return `${text} ${UNITS[unit]}`
}

/** The letter a spreadsheet gives a column: 0 is A, 26 is AA. */
export function columnLetter(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnLetter(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}
