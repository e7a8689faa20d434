import { afterAll, expect, test } from 'vitest'
import { write, utils, type BookType } from '@e965/xlsx'

import { memberName } from './archive-names.ts'
import { readDataset } from './read-dataset.ts'
import { modelCompany } from './testing-company.ts'
import { csvOf } from './testing-csv.ts'
import { sheetOf, testFolder, workbookParts, zipOf } from './testing-files.ts'
import { layouts, tableOf } from './testing-layout-table.ts'
import { wrongFigures } from './testing-oracle.ts'

const folder = testFolder()
afterAll(() => folder.remove())
const company = modelCompany(5, 3)
const u8 = layouts[0]
const rows = u8 ? tableOf(u8, company) : []
const read = (name: string, content: string | Uint8Array) =>
  readDataset([{ path: folder.file(name, content), name }], { year: 2025 })

const kinds: [BookType, string][] = [
  ['xlsb', 'xlsb'],
  ['ods', 'ods'],
  ['dif', 'dif'],
  ['biff8', 'xls'],
]
test.each(kinds)('a workbook saved as %s is read to the fen, whatever its name says', async (bookType, container) => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), '余额表')
  const bytes: Uint8Array = write(book, { type: 'buffer', bookType, codepage: 936 })
  const dataset = await read(`余额表-${bookType}.xls`, bytes)
  expect(wrongFigures(dataset, company, {})).toEqual([])
  expect(dataset.files[0]?.container).toBe(container)
})

test('a SYLK file in GBK is read', async () => {
  const sylk = [
    'ID;PWXL;N;E',
    'C;Y1;X1;K"Code"',
    'C;Y1;X2;K"Account Name"',
    'C;Y1;X3;K"Opening Balance"',
    'C;Y1;X4;K"Debit"',
    'C;Y1;X5;K"Credit"',
    'C;Y1;X6;K"Closing Balance"',
  ]
  sylk[1] = 'C;Y1;X1;K"Account Code"'
  for (const [at, cells] of [
    ['"1001"', '"Cash"', 1.5, 2, 1, 2.5],
    ['"4001"', '"Capital"', -1.5, 1, 2, -2.5],
  ].entries())
    for (const [column, cell] of cells.entries()) sylk.push(`C;Y${at + 2};X${column + 1};K${cell}`)
  const dataset = await read('TB_2025.slk', [...sylk, 'E'].join('\r\n'))
  expect(dataset.files[0]?.container).toBe('sylk')
  expect(dataset.built.ledger.accounts.map(({ code, closing }) => [code, closing])).toEqual([
    ['1001', 250n],
    ['4001', -250n],
  ])
})

test('names of members: UTF-8, GBK bytes, and GBK that was once read as CP437', () => {
  const gbk = Uint8Array.from([0xd0, 0xf2, 0xca, 0xb1, 0xd5, 0xcb, 0x2e, 0x78, 0x6c, 0x73])
  expect(memberName(gbk, false)).toBe('序时账.xls')
  expect(memberName(new TextEncoder().encode('序时账.xls'), true)).toBe('序时账.xls')
  expect(memberName(new TextEncoder().encode('╨≥╩▒╒╦.xls'), true)).toBe('序时账.xls')
  expect(memberName(new TextEncoder().encode('plain.csv'), false)).toBe('plain.csv')
})

test('sheets of 16,384 columns are refused with words, also where only the last column is filled', async () => {
  const wide = [['科目编码', ...Array.from({ length: 16_383 }, (_, at) => `列${at}`)]]
  const refused = await read('宽.xlsx', zipOf(workbookParts(sheetOf(wide))))
  expect(refused.files[0]?.problem?.code).toBe('fileTooManyColumns')
  const csv = await read('宽.csv', csvOf([Array.from({ length: 16_384 }, (_, at) => `列${at}`)]))
  expect(csv.files[0]?.problem?.code).toBe('fileTooManyColumns')
})

test('XML with a document type is refused, also as a standard ledger', async () => {
  const dataset = await read(
    '总账.xml',
    '<?xml version="1.0"?><!DOCTYPE 总账 [<!ENTITY a "b">]><总账><会计科目><科目编号>&a;</科目编号></会计科目></总账>',
  )
  expect(dataset.files[0]?.problem?.code).toBe('fileDoctype')
})
