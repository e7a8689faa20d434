const PIECE = /"(?:[^"]|"")*"|'(?:[^']|'')*'!|(?<![\p{L}\p{N}_.$])(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\p{L}\p{N}_.(])/gu

const numberOf = (letters: string) => Array.from(letters).reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0)
const lettersOf = (at: number): string =>
  at <= 0 ? '' : lettersOf(Math.floor((at - 1) / 26)) + String.fromCharCode(65 + ((at - 1) % 26))

/**
 * A formula as it reads so many rows down and columns to the right: relative references move, absolute ones and what stands in
 * quotes do not. Workbooks store a filled-down formula once and only its first cell spells it out (ECMA-376 18.3.1.40).
 */
export const shiftFormula = (formula: string, down: number, right: number): string =>
  formula.replace(PIECE, (...found: (string | undefined)[]) => {
    const [whole = '', fixedColumn, letters, fixedRow, digits] = found
    if (letters === undefined || digits === undefined) return whole
    const column = numberOf(letters) + (fixedColumn ? 0 : right)
    const row = Number(digits) + (fixedRow ? 0 : down)
    if (column < 1 || row < 1) return '#REF!'
    return `${fixedColumn ?? ''}${lettersOf(column)}${fixedRow ?? ''}${row}`
  })
