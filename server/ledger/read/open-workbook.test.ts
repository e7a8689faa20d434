import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import type { SheetRow } from '#engine/ledger/cell.ts'

import { openWorkbook } from './open-workbook.ts'
import { defaultLimits } from './read-limits.ts'
import type { Workbook } from './sheet-source.ts'
import { sheetOf, testFolder, workbookParts, zipOf } from './testing-files.ts'

const odd = join(import.meta.dirname, '../../../e2e/fixtures/odd')
const folder = testFolder()
afterAll(() => folder.remove())

async function rowsOf(book: Workbook, sheet = 0): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const batch of book.sheets[sheet]?.batches() ?? []) rows.push(...batch.rows)
  return rows
}
const cellsOf = async (path: string, name = 'x.xlsx') => {
  const book = await openWorkbook(path, name)
  const rows = await rowsOf(book)
  book.close()
  return rows.map(({ cells }) => cells)
}

test('shared texts, rich text, phonetic guides, line breaks, booleans, errors and formula results are read', async () => {
  const strings = `<sst><si><t>科目</t></si><si><r><t>银行</t></r><r><t xml:space="preserve"> 存款</t></r><rPh sb="0" eb="1"><t>ぎんこう</t></rPh></si><si><t>一行_x000D_
二行 &amp; &#19977;</t></si></sst>`
  const sheet = `<worksheet><sheetData>
    <row r="2"><c r="B2" t="s"><v>0</v></c><c r="D2" t="s"><v>1</v></c><c r="E2" t="s"><v>2</v></c></row>
    <row r="5"><c r="A5" t="b"><v>1</v></c><c r="B5" t="e"><v>#REF!</v></c><c r="C5" t="str"><f>A1&amp;"x"</f><v>合</v></c><c r="D5"><f>1/3</f><v>0.30000000000000004</v></c><c r="E5" s="1"/></row>
  </sheetData></worksheet>`
  const book = await openWorkbook(folder.file('a.xlsx', zipOf(workbookParts(sheet, { strings }))), 'a.xlsx')
  expect(await rowsOf(book)).toEqual([
    { row: 2, cells: [null, '科目', null, '银行 存款', '一行\r\n二行 & 三'] },
    { row: 5, cells: [true, '#REF!', '合', 0.30000000000000004] },
  ])
  book.close()
})

test('dates follow the style and the date system; fixed zeros show a code as it is seen', async () => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="165" formatCode="0000.00"/><numFmt numFmtId="166" formatCode="[Red]#,##0.00;&quot;days&quot;0"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`
  const sheet = `<worksheet><sheetData><row><c s="1"><v>45659</v></c><c s="2"><v>45659.5</v></c><c s="3"><v>1002.1</v></c><c s="4"><v>45659</v></c></row></sheetData></worksheet>`
  const parts = (date1904: boolean) => zipOf(workbookParts(sheet, { styles, date1904 }))
  const book = await openWorkbook(folder.file('1900.xlsx', parts(false)), 'a.xlsx')
  expect(await rowsOf(book)).toEqual([
    { row: 1, cells: ['2025-01-02', '2025-01-02 12:00:00', 1002.1, 45659], shown: { 2: '1002.10' } },
  ])
  book.close()
  const [row] = await cellsOf(folder.file('1904.xlsx', parts(true)))
  expect(row?.[0]).toBe('2029-01-03')
})

test('a workbook whose tags carry a prefix and whose rows carry no reference is read alike', async () => {
  const sheet = `<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>甲</x:t></x:is></x:c><x:c><x:v>12.5</x:v></x:c></x:row></x:sheetData></x:worksheet>`
  expect(await cellsOf(folder.file('prefix.xlsx', zipOf(workbookParts(sheet))))).toEqual([['甲', 12.5]])
})

test('the real kind decides, not the name: HTML, XML spreadsheets and text named .xls', async () => {
  const html = `<html><head><meta charset="gbk"><style>td{}</style></head><body><table><tr><td colspan=2>科目余额表<tr><th rowspan="2">编码<th>借方<tr><td>1,234.50&nbsp;</td></tr><tr><td>1001<td>A&amp;B<br>C < 5</table></body></html>`
  expect(await cellsOf(folder.file('html.xls', html), 'html.xls')).toEqual([
    ['科目余额表'],
    ['编码', '借方'],
    [null, '1,234.50'],
    ['1001', 'A&B C < 5'],
  ])
  const xml = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="一"><Table><Row ss:Index="3"><Cell ss:Index="2"><Data ss:Type="Number">1002.5</Data></Cell><Cell ss:MergeAcross="1"><Data ss:Type="String">甲</Data></Cell><Cell><Data ss:Type="DateTime">2025-01-02T00:00:00.000</Data></Cell></Row></Table></Worksheet><Worksheet ss:Name="二"><Table><Row><Cell><Data ss:Type="Boolean">1</Data></Cell></Row></Table></Worksheet></Workbook>`
  const book = await openWorkbook(folder.file('xml.xls', xml), 'xml.xls')
  expect(book.sheets.map(({ name }) => name)).toEqual(['一', '二'])
  expect(await rowsOf(book, 0)).toEqual([{ row: 3, cells: [null, 1002.5, '甲', null, '2025-01-02'] }])
  expect(await rowsOf(book, 1)).toEqual([{ row: 1, cells: [true] }])
  const fake = await openWorkbook(join(odd, 'fake-xls-is-gbk-tsv-with-eq-quotes.xls'), 'f.xls')
  expect([fake.container, fake.encoding]).toEqual(['text', 'gb18030'])
  const rows = await rowsOf(fake)
  expect(rows[1]?.cells.slice(0, 3)).toEqual(['20230212', '00:00:00', '银行转证券'])
})

test.each([
  ['UTF-8 with a mark', Buffer.from('\ufeff编码,名称\n001,现金\n')],
  ['UTF-16 little-endian', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('编码,名称\n001,现金\n', 'utf16le')])],
  [
    'UTF-16 big-endian',
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('编码,名称\n001,现金\n', 'utf16le').swap16()]),
  ],
  [
    'GB18030',
    Buffer.from([
      0xb1, 0xe0, 0xc2, 0xeb, 0x2c, 0xc3, 0xfb, 0xb3, 0xc6, 0x0a, 0x30, 0x30, 0x31, 0x2c, 0xcf, 0xd6, 0xbd, 0xf0, 0x0a,
    ]),
  ],
])('text in %s gives the same cells', async (_name, bytes) => {
  expect(await cellsOf(folder.file('text.csv', bytes), 'text.csv')).toEqual([
    ['编码', '名称'],
    ['001', '现金'],
  ])
})

test('quotes, doubled quotes, line breaks inside quotes, CR LF, tabs and semicolons follow RFC 4180', async () => {
  expect(await readText('a,"b ""c"", d","e\r\nf"\r\n="001",5" pipe,x\r\n\r\n1,2,3')).toEqual([
    ['a', 'b "c", d', 'e\r\nf'],
    ['001', '5" pipe', 'x'],
    ['1', '2', '3'],
  ])
  expect(await readText('编码\t金额\n001\t1,234.50\n002\t2,000.00\n')).toEqual([
    ['编码', '金额'],
    ['001', '1,234.50'],
    ['002', '2,000.00'],
  ])
  expect(await readText('a;b\n"1;2";3\n')).toEqual([
    ['a', 'b'],
    ['1;2', '3'],
  ])
})

test('old workbooks: BIFF5, a Chinese code page, the 1904 date system', async () => {
  const first = async (name: string) => (await cellsOf(join(odd, name), name))[0]
  expect(await first('sheetjs-column_width.biff5')).toEqual(['default', 'W .09', null, null, 'W 4', null, 'W 12'])
  expect(await first('sheetjs-1904-date-system.xls')).toEqual([1, '1904-01-02', '1904-01-02', '1904-01-02'])
  const bank = await cellsOf(join(odd, 'bank-ccb-cp936-biff8.xls'))
  expect(bank[1]).toEqual(['开户机构：', 'xxx'])
})

const readText = (text: string) => cellsOf(folder.file('t.csv', text), 't.csv')

const sound = zipOf(
  workbookParts(
    sheetOf([
      ['科目编码', '科目名称', '金额'],
      ...Array.from({ length: 500 }, (_, row) => [`10${row}`, '现金', row * 1.5]),
    ]),
  ),
)
const kis = readFileSync(join(odd, '../ledgers/kingdee-kis/科目余额表.xls'))
const flipped = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 0xff
  return copy
}

test.each([
  ['an empty file', 'fileNoBytes', Buffer.alloc(0)],
  ['a picture', 'filePicture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a photo', 'filePicture', Buffer.from('ffd8ffe000104a464946000101', 'hex')],
  ['a PDF', 'filePdf', Buffer.from('%PDF-1.7\n')],
  ['a RAR archive', 'fileArchive', Buffer.from('Rar!\u001a\u0007')],
  ['a program', 'fileBinary', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500, 7)])],
  ['a Word document', 'fileOtherFormat', zipOf([{ name: 'word/document.xml', content: '<w/>' }])],
  ['an archive of other files', 'fileOtherFormat', zipOf([{ name: '说明.pdf', content: '%PDF-1.7' }])],
  ['XML that is no spreadsheet', 'fileOtherFormat', Buffer.from('<?xml version="1.0"?><总账/>')],
  ['a workbook cut in half', 'fileTruncated', sound.subarray(0, sound.length / 2)],
  ['a workbook that lost its last bytes', 'fileTruncated', sound.subarray(0, sound.length - 30)],
  ['an old workbook cut in half', 'fileTruncated', kis.subarray(0, kis.length / 2)],
  ['an old workbook that lost its last sector', 'fileTruncated', kis.subarray(0, kis.length - 512)],
  ['a workbook with a changed byte', 'fileDamaged', flipped(sound, sound.indexOf('sheet1.xml') + 200)],
  [
    'markup that ends in the middle',
    'fileTruncated',
    zipOf(workbookParts('<worksheet><sheetData><row><c><v>1</v></c></row>')),
  ],
  [
    'a cell that names no shared text',
    'fileDamaged',
    zipOf(workbookParts('<worksheet><sheetData><row><c t="s"><v>9</v></c></row></sheetData></worksheet>')),
  ],
  [
    'a document type in a sheet',
    'fileDoctype',
    zipOf(
      workbookParts(
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="str"><v>&e;</v></c></row></sheetData></worksheet>',
      ),
    ),
  ],
  [
    'a document type in an XML spreadsheet',
    'fileDoctype',
    Buffer.from(
      '<?xml version="1.0"?><!DOCTYPE Workbook [<!ENTITY e "x">]><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    ),
  ],
  ['a quote that is never closed', 'fileUnclosedQuote', Buffer.from('a,b\n1,"2\n3,4\n')],
  [
    'bytes that are no text',
    'fileEncoding',
    Buffer.concat([Buffer.from('编码,名称\n'), Buffer.from([0xb1, 0xe0, 0xff, 0xff, 0x0a])]),
  ],
])('%s is refused with a reason of its own', async (_what, code, bytes) => {
  const path = folder.file('bad.xlsx', bytes)
  const attempt = async () => {
    const book = await openWorkbook(path, '客户的.xlsx')
    try {
      await rowsOf(book)
    } finally {
      book.close()
    }
  }
  await expect(attempt()).rejects.toMatchObject({ name: 'FileProblem', code, params: { file: '客户的.xlsx' } })
})

test('workbooks with a password are refused, old and new', async () => {
  const old = join(odd, 'sheetjs-password_2002_128_enhanced.xls')
  await expect(openWorkbook(old, 'x.xls')).rejects.toMatchObject({ code: 'fileEncrypted' })
  const { CFB } = await import('@e965/xlsx')
  const box = CFB.utils.cfb_new()
  CFB.utils.cfb_add(box, '/EncryptionInfo', Buffer.alloc(200, 1))
  CFB.utils.cfb_add(box, '/EncryptedPackage', Buffer.alloc(9000, 2))
  const path = folder.file('new.xlsx', Buffer.from(CFB.write(box, { type: 'array' }) as Uint8Array))
  await expect(openWorkbook(path, 'x.xlsx')).rejects.toMatchObject({ code: 'fileEncrypted' })
})

test('a bomb is refused before it is unpacked, and one that lies about its size while it is', async () => {
  const zeros = Buffer.alloc(200 * 1024 ** 2)
  const [types, book, relations] = workbookParts('')
  if (!types || !book || !relations) throw new Error('a workbook has more parts')
  const sheet = { name: 'xl/worksheets/sheet1.xml', content: zeros }
  const path = folder.file('bomb.xlsx', zipOf([types, book, relations, sheet]))
  const liar = folder.file(
    'liar.xlsx',
    zipOf([types, book, relations, { ...sheet, content: zeros.subarray(0, 30 * 1024 ** 2), claims: 1000 }]),
  )
  const before = process.memoryUsage().rss
  await expect(openWorkbook(path, 'x.xlsx')).rejects.toMatchObject({ code: 'fileBomb' })
  await expect(cellsOf(liar)).rejects.toMatchObject({ code: 'fileBomb' })
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2)
})

test('limits of size and of columns are kept', async () => {
  const wide = folder.file('wide.csv', `${'x,'.repeat(600)}x\n`)
  await expect(cellsOf(wide, 'wide.csv')).rejects.toMatchObject({
    code: 'fileTooManyColumns',
    params: { row: 1, limit: 512 },
  })
  const far = '<worksheet><sheetData><row r="1"><c r="XFD1"><v>1</v></c></row></sheetData></worksheet>'
  await expect(cellsOf(folder.file('far.xlsx', zipOf(workbookParts(far))))).rejects.toMatchObject({
    code: 'fileTooManyColumns',
  })
  const limits = { ...defaultLimits, wholeBytes: 1000 }
  await expect(openWorkbook(join(odd, 'bank-ccb-cp936-biff8.xls'), 'x.xls', { limits })).rejects.toMatchObject({
    code: 'fileTooLarge',
  })
})

test('reading stops when it is cancelled', async () => {
  const path = folder.file('long.csv', `科目编码,金额\n${'1001,5\n'.repeat(300_000)}`)
  const controller = new AbortController()
  const book = await openWorkbook(path, 'long.csv', { signal: controller.signal })
  let rows = 0
  const reading = async () => {
    for await (const batch of book.sheets[0]?.batches(controller.signal) ?? []) {
      rows += batch.rows.length
      if (rows > 5000) controller.abort(new Error('cancelled'))
    }
  }
  await expect(reading()).rejects.toThrow('cancelled')
  expect(rows).toBeLessThan(100_000)
})
