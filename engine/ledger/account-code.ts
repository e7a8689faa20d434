import { plain, type Cell } from './cell.ts'

/** A code as the file shows it, and the name if the same cell holds both (`1001 库存现金`). */
export type PrintedCode = { printed: string; name: string | null }

/**
 * The account code in a cell; undefined if it holds none. A number shows as a plain reader sees it (1002.10 stored as
 * a number is 1002.1), unless its format has fixed zeros (`shown`).
 */
export function printedCode(cell: Cell | undefined, shown?: string): PrintedCode | undefined {
  if (cell === null || cell === undefined || typeof cell === 'boolean') return undefined
  if (typeof cell === 'number') return { printed: shown ?? wholeDigits(String(cell)), name: null }
  const text = plain(cell).replace(/^'/, '')
  const both =
    /^([0-9][0-9A-Za-z.-]{2,}(?: \d{2,4}(?![0-9]))*)[\s_/\\:-]+(\D.*)$/.exec(text) ??
    /^[[(【]([0-9][0-9A-Za-z.\- ]{2,})[\])】]\s*[-_/:]?\s*(\D.*)$/.exec(text)
  if (both && !/^[0-9A-Za-z]+$/.test(both[2] ?? ''))
    return { printed: both[1]?.replaceAll(' ', '').replace(/[-.]$/, '') ?? '', name: (both[2] ?? '').trim() }
  const code = wholeDigits(text.replaceAll(' ', ''))
  return /^[0-9A-Za-z](?:[0-9A-Za-z.\-_/\\]*[0-9A-Za-z])?$/.test(code) && /\d/.test(code)
    ? { printed: code, name: null }
    : undefined
}

/** `1.00201E+09` and `100201.0` are whole numbers that a spreadsheet wrote out its own way. */
function wholeDigits(text: string): string {
  const scientific = /^(\d)(?:\.(\d+))?e\+?(\d+)$/i.exec(text)
  if (scientific) {
    const digits = (scientific[1] ?? '') + (scientific[2] ?? '')
    const length = Number(scientific[3]) + 1
    if (digits.length <= length && length < 40) return digits.padEnd(length, '0')
  }
  return text.replace(/^(\d{4,})\.0$/, '$1')
}

const fraction = /^(\d+)\.(\d+)$/

/**
 * Restores the zeros a spreadsheet dropped from codes such as 1002.10: where second segments are elsewhere two digits
 * wide, 1002.1 can only be 1002.10. A code that would then be the same as another one stays as printed. Order is kept.
 */
export function restoreCodes(printed: readonly string[]): string[] {
  const widths = printed.map((code) => /^\d+\.(\d+)/.exec(code)?.[1]?.length ?? 0)
  const width = Math.max(0, ...widths)
  const present = new Set(printed)
  return printed.map((code) => {
    const match = fraction.exec(code)
    if (!match || (match[2] ?? '').length >= width) return code
    const restored = `${match[1]}.${(match[2] ?? '').padEnd(width, '0')}`
    return present.has(restored) ? code : restored
  })
}

/** Codes without what programs and spreadsheets add or lose: separators, outer zeros. */
const canonical = (code: string): string =>
  fraction.test(code)
    ? code.replace(/0+$/, '').replace(/\.$/, '').replace(/^0+/, '')
    : code.replaceAll(/[.\-_/\\]/g, '').replace(/^0+/, '')

/** Finds the account a printed code means among known accounts: exactly, as printed there, else by its canonical form if only one has it. */
export function codeResolver(known: readonly { code: string; printed: string }[]): (printed: string) => string {
  const exact = new Map<string, string>()
  const loose = new Map<string, string | null>()
  for (const { code, printed } of known) {
    exact.set(code, code)
    for (const form of new Set([canonical(code), canonical(printed)])) {
      const other = loose.get(form)
      loose.set(form, other === undefined || other === code ? code : null)
    }
  }
  for (const { code, printed } of known) if (printed !== '' && !exact.has(printed)) exact.set(printed, code)
  return (printed) => exact.get(printed) ?? loose.get(canonical(printed)) ?? printed
}
