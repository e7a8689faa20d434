import { readFileSync, writeFileSync } from 'node:fs'
import { read, set_cptable, utils, write } from '@e965/xlsx'
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs'
import { FileProblem } from '#server/ledger/read/file-problem.ts'
import type { Converted } from './convert-worker.ts'

/**
 * Writes a workbook of any kind as xlsx with what the library keeps: values, formulas, number formats, merged cells, widths and
 * heights, hidden sheets, names and comments. Fonts, fills, borders, pictures and charts are lost. Throws `FileProblem`.
 */
export function writeOldBook({ from, to }: { from: string; to: string }): Converted {
  set_cptable(codePages)
  try {
    const book = read(readFileSync(from), {
      type: 'buffer',
      cellFormula: true,
      cellNF: true,
      cellStyles: true,
      codepage: 936,
    })
    let rows = 0
    for (const name of book.SheetNames) {
      const sheet = book.Sheets[name]
      const range = sheet?.['!ref']
      if (range !== undefined) rows += utils.decode_range(range).e.r + 1
    }
    const bytes: Uint8Array = write(book, { type: 'buffer', bookType: 'xlsx', compression: true, cellStyles: true })
    writeFileSync(to, bytes, { mode: 0o600 })
    return { sheets: book.SheetNames.length, rows, container: 'xls', encoding: '' }
  } catch (error) {
    if (error instanceof Error && /password|encrypt|ECMA-376/i.test(error.message))
      throw new FileProblem('fileEncrypted')
    throw new FileProblem('fileDamaged')
  }
}
