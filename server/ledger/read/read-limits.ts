/** What one file may cost. Sizes are bytes (cells: characters). */
export type ReadLimits = {
  /** The file itself. */
  fileBytes: number
  /** Old workbooks are read whole into memory, at about thirty times their size. */
  wholeBytes: number
  /** All of an archive's parts together, unpacked. */
  unpackedBytes: number
  /** Unpacked to packed, for parts larger than `ratioFrom`; sheets of real ledgers stay below 60. */
  ratio: number
  ratioFrom: number
  /** Shared texts of a workbook, in characters: they stay in memory while its sheets are read. */
  sharedCharacters: number
  columns: number
  cellCharacters: number
  /** Markup between two angle brackets, or one row of a sheet. */
  pieceCharacters: number
  /** Rows in one batch. */
  batchRows: number
}

export const defaultLimits: ReadLimits = {
  fileBytes: 2 * 1024 ** 3,
  wholeBytes: 40 * 1024 ** 2,
  unpackedBytes: 4 * 1024 ** 3,
  ratio: 150,
  ratioFrom: 8 * 1024 ** 2,
  sharedCharacters: 200 * 1024 ** 2,
  columns: 512,
  cellCharacters: 32_767 * 4,
  pieceCharacters: 4 * 1024 ** 2,
  batchRows: 1000,
}
