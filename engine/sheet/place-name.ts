const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/** `B3` for row 2, column 1: both count from 0. */
export const placeName = (row: number, column: number): string => `${letters(column)}${row + 1}`
