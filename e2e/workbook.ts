import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as xlsx from '@e965/xlsx'

export type Papers = {
  sheets: readonly string[]
  /** Number of cells that hold a formula. */
  formulas: number
  /** The figure of a bound cell by its defined name, in fen; undefined when there is none. */
  fen(name: string): number | undefined
}

/** The downloaded papers as a client's spreadsheet program sees them: by the names of their cells. */
export function readPapers(path: string): Papers {
  const book = xlsx.read(readFileSync(path))
  const places = new Map(book.Workbook?.Names?.map(({ Name, Ref }) => [Name, Ref]))
  const cellAt = (ref: string): xlsx.CellObject | undefined => {
    const [, sheet = '', cell = ''] = /^'?(.+?)'?!(.+)$/.exec(ref.replaceAll('$', '')) ?? []
    return book.Sheets[sheet.replaceAll("''", "'")]?.[cell]
  }
  const cells = book.SheetNames.flatMap((name) => Object.values(book.Sheets[name] ?? {}))
  return {
    sheets: book.SheetNames,
    formulas: cells.filter((cell) => typeof cell === 'object' && cell !== null && 'f' in cell).length,
    fen(name) {
      const value = cellAt(places.get(name) ?? '')?.v
      return typeof value === 'number' ? Math.round(value * 100) : undefined
    },
  }
}

const office = ['/usr/bin/soffice', '/usr/local/bin/soffice'].find((path) => existsSync(path))
/** Debian has the spreadsheet in a package of its own. */
const parts = '/usr/lib/libreoffice/program'
export const hasLibreOffice = office !== undefined && (!existsSync(parts) || existsSync(join(parts, 'libsclo.so')))

/** The same file opened, computed anew and saved by LibreOffice. */
export function throughLibreOffice(path: string): Papers {
  if (!office) throw new Error('LibreOffice is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'digao-office-'))
  try {
    const profile = `-env:UserInstallation=file://${folder}/profile`
    execFileSync(office, [profile, '--headless', '--convert-to', 'xlsx', '--outdir', folder, path], {
      timeout: 120_000,
    })
    return readPapers(join(folder, path.split('/').at(-1) ?? ''))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
