import { closeSync, openSync, writeSync } from 'node:fs'
import { Zip, ZipDeflate } from 'fflate'
import type { CellValue } from 'hucre'

const ROOT = 'http://schemas.openxmlformats.org'
const fixed: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${ROOT}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${ROOT}/package/2006/relationships"><Relationship Id="rId1" Type="${ROOT}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${ROOT}/spreadsheetml/2006/main" xmlns:r="${ROOT}/officeDocument/2006/relationships"><sheets><sheet name="序时账" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${ROOT}/package/2006/relationships"><Relationship Id="rId1" Type="${ROOT}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${ROOT}/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
}
/** Characters handed on at once. */
const PIECE = 1 << 20

/** One sheet of more rows than fit one string, its texts shared as spreadsheet programs do; piece by piece. */
export function writeLargeXlsx(path: string, rows: Iterable<CellValue[]>): void {
  const out = openSync(path, 'w')
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    writeSync(out, bytes)
  })
  for (const [name, text] of Object.entries(fixed)) part(zip, name, [text])
  const strings = new Map<string, number>()
  part(zip, 'xl/worksheets/sheet1.xml', sheetXml(rows, strings))
  part(zip, 'xl/sharedStrings.xml', stringsXml(strings))
  zip.end()
  closeSync(out)
}

function part(zip: Zip, name: string, texts: Iterable<string>) {
  const entry = new ZipDeflate(name, { level: 1 })
  zip.add(entry)
  let piece = ''
  for (const text of texts) {
    piece += text
    if (piece.length < PIECE) continue
    entry.push(Buffer.from(piece))
    piece = ''
  }
  entry.push(Buffer.from(piece), true)
}

function* sheetXml(rows: Iterable<CellValue[]>, strings: Map<string, number>) {
  yield `<worksheet xmlns="${ROOT}/spreadsheetml/2006/main"><sheetData>`
  let at = 0
  for (const row of rows) {
    at += 1
    const cells = row.map((value, column) => cellXml(value, `${letters(column)}${at}`, strings))
    yield `<row r="${at}">${cells.join('')}</row>`
  }
  yield '</sheetData></worksheet>'
}

function cellXml(value: CellValue, place: string, strings: Map<string, number>): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`
  const text = String(value)
  const known = strings.get(text) ?? strings.size
  strings.set(text, known)
  return `<c r="${place}" t="s"><v>${known}</v></c>`
}

function* stringsXml(strings: Map<string, number>) {
  yield `<sst xmlns="${ROOT}/spreadsheetml/2006/main">`
  for (const text of strings.keys()) yield `<si><t>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></si>`
  yield '</sst>'
}

const letters = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : `${letters(Math.floor(column / 26) - 1)}${String.fromCharCode(65 + (column % 26))}`
