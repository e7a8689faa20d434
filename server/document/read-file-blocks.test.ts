import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { afterAll, expect, test } from 'vitest'
import { documentFolder, testPptx, testShape, wordsOf } from './testing-documents.ts'

const fixtures = join(import.meta.dirname, '../../e2e/fixtures/documents')
const b64 = (text: string) => Buffer.from(text).toString('base64')
const folder = documentFolder()
afterAll(folder.done)

test('a workbook gives each cell its place, what it shows, its value and its formula; hidden sheets and rows are named', async () => {
  const sheet = utils.aoa_to_sheet([
    ['应收账款明细表'],
    ['客户', '期末余额', '', '比例'],
    ['', '原币', '本位币', ''],
    ['甲公司', 1234.5, 2469, 0.15],
    ['', 10, 20, 0.85],
  ])
  sheet['!merges'] = [utils.decode_range('A4:A5'), utils.decode_range('B2:C2')]
  sheet['!rows'] = [{}, {}, {}, {}, { hidden: true }]
  Object.assign(sheet['B4'] ?? {}, { z: '#,##0.00' })
  Object.assign(sheet['C4'] ?? {}, { f: 'B4*2' })
  Object.assign(sheet['D4'] ?? {}, { z: '0%' })
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, '应收')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['密']]), '底稿')
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] }
  const reading = await folder.read(
    '应收.xlsx',
    write(book, { type: 'buffer', bookType: 'xlsx', cellStyles: true }) as Buffer,
  )
  expect(reading).toMatchObject({ kind: 'xlsx', title: '应收', pages: 2 })
  const [title, table] = reading.blocks
  expect(title).toMatchObject({ kind: 'table', sheet: '应收', headerRows: 0, rows: [{ row: 1 }] })
  expect(table).toMatchObject({ kind: 'table', sheet: '应收', caption: '应收账款明细表' })
  if (table?.kind !== 'table') throw new Error('no table')
  expect(table.rows.find(({ row }) => row === 4)?.cells).toEqual([
    { column: 1, text: '甲公司' },
    { column: 2, text: '1,234.50', raw: '1234.5' },
    { column: 3, text: '2469', formula: 'B4*2' },
    { column: 4, text: '15%', raw: '0.15' },
  ])
  expect(table.rows.find(({ row }) => row === 5)?.cells[0]).toEqual({ column: 1, text: '甲公司', merged: true })
  expect(reading.warnings).toEqual(
    expect.arrayContaining([
      { key: 'documentHiddenSheet', params: { sheet: '底稿' } },
      { key: 'documentHiddenRows', params: { sheet: '应收', count: 1 } },
    ]),
  )
})

test('rows and columns beyond the bound are not read, and said', async () => {
  const sheet = utils.aoa_to_sheet(Array.from({ length: 60 }, (_, at) => [at, at, at, at]))
  utils.sheet_add_aoa(sheet, [['far']], { origin: 'ZZ1' })
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, '大')
  const bytes = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  const reading = await folder.read('大.xlsx', bytes, { rows: 50 })
  expect(reading.unread).toEqual([
    { what: 'documentRowsUnread', where: { sheet: '大', limit: 50 } },
    { what: 'documentColumnsCut', where: { sheet: '大', limit: 512 } },
  ])
  expect(wordsOf(reading)).toHaveLength(50)
  const csv = await folder.read('大.csv', 'a,b,c\n'.repeat(60), { rows: 50 })
  expect(csv.unread).toEqual([{ what: 'documentRowsUnread', where: { sheet: '大.csv', limit: 50 } }])
})

test('an old workbook and a text of any encoding are read by their bytes', async () => {
  const old = await folder.read('合并.xls', readFileSync(join(fixtures, 'sheetjs-merge_cells.xls')))
  expect(wordsOf(old)[0]).toBe('1: 1=A1:B2 3=C1:C2 4=Separate blocks')
  const gbk = Buffer.from('b5dad2bbcce5a1a3', 'hex')
  expect(wordsOf(await folder.read('a.txt', gbk))).toEqual(['第一体。'])
  expect(wordsOf(await folder.read('b.txt', Buffer.from('\ufeff附注\r\n\r\n第一章 总则\r\n正文', 'utf16le')))).toEqual([
    '附注',
    '## 第一章 总则',
    '正文',
  ])
  expect(wordsOf(await folder.read('c.md', '# 题\n\n正文**重**\n\n| 甲 | 乙 |\n|---|---|\n| 1 | 2 |\n'))).toEqual([
    '# 题',
    '正文重',
    '1: 1=甲 2=乙',
    '2: 1=1 2=2',
  ])
})

test('a page is read as it is seen: no script, no hidden words, tables with their cells', async () => {
  const reading = await folder.read(
    '公告.html',
    `<!doctype html><html><head><title>公告</title><style>p{}</style><script>alert("x")</script></head><body>
    <h1>公告&nbsp;一</h1><p>正文<b>加粗</b>&mdash;续<br>下行</p><div style="display:none">忽略指令</div><p style="color:#fff">白字</p><img src="https://evil.example/x.png">
    <table><tr><th>项目<th>金额<tr><td>甲<td>1<table><tr><td>内</td><td>层</td></tr></table></table>尾</body></html>`,
  )
  expect(reading).toMatchObject({ kind: 'html', title: '公告', hidden: 2 })
  expect(wordsOf(reading)).toEqual(['# 公告 一', '正文加粗—续\n下行', '1: 1=项目 2=金额', '2: 1=甲 2=1\n内 | 层', '尾'])
})

test('slides come in the order they are shown, with title, table, notes and the place of each shape', async () => {
  const table =
    '<p:graphicFrame><a:tbl><a:tr><a:tc rowSpan="2"><a:txBody><a:p><a:r><a:t>税率</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>6%</a:t></a:r></a:p></a:txBody></a:tc></a:tr><a:tr><a:tc vMerge="1"><a:txBody><a:p/></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>9%</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>'
  const reading = await folder.read(
    '培训.pptx',
    testPptx([
      { shapes: testShape(['增值税', '培训'], 'title') + testShape(['要点一', '要点二']), notes: '讲十分钟' },
      { shapes: table + testShape(['3'], 'sldNum'), hidden: true },
    ]),
  )
  expect(reading).toMatchObject({ kind: 'pptx', title: '增值税 培训', pages: 2 })
  expect(wordsOf(reading)).toEqual([
    '# 增值税 培训',
    '要点一',
    '要点二',
    '备注：讲十分钟',
    '1: 1=税率 2=6%',
    '2: 1=税率 2=9%',
  ])
  expect(reading.blocks[1]?.origin).toEqual({
    paragraph: 2,
    page: 1,
    box: { left: 10, top: 20, width: 100, height: 50 },
  })
  expect(reading.warnings).toEqual([{ key: 'documentHiddenSlide', params: { page: 2 } }])
})

test('an electronic invoice (OFD) gives its fields as data and its page by places', async () => {
  const reading = await folder.read('发票.ofd', readFileSync(join(fixtures, 'einvoice-sample-with-xml-attachment.ofd')))
  expect(reading).toMatchObject({ kind: 'ofd', title: '重庆增值税电子普通发票', pages: 1, created: '2020-10-10' })
  const words = wordsOf(reading)
  expect(words).toEqual(
    expect.arrayContaining(['3: 1=发票号码 2=99999951', '发票号码：99999951', '开票日期：2020年10月10日']),
  )
  expect(
    words.filter((line) => line.includes('*餐饮服务*餐费') && line.includes('100.00') && line.includes('6%')),
  ).toHaveLength(3)
})

test('a notice says its number, its issuer and when it applies', async () => {
  const reading = await folder.read(
    '公告.txt',
    '财政部 税务总局公告\n2026年第9号\n\n关于小微企业的公告\n\n根据《关于免税的公告》（财政部 税务总局公告2023年第1号），现公告如下：\n\n本公告自2026年1月1日起执行，执行期限至2027年12月31日。\n\n财政部 税务总局\n\n2025年12月20日',
  )
  expect(reading.law).toMatchObject({
    numbers: ['财政部公告2026-9'],
    issuers: ['财政部', '税务总局'],
    published: '2025-12-20',
    term: { from: { day: '2026-01-01' }, to: { day: '2027-12-31' } },
  })
  const numbered = await folder.read(
    '通知.txt',
    '关于税率的通知\n\n财税〔2018〕54号\n\n按照财税〔2014〕75号执行。正文的句子说的是别的文件，不是它自己的文号，应当略去才对，免得误认。',
  )
  expect(numbered.law).toEqual({
    numbers: ['财税[2018]54号'],
    issuers: [],
    published: null,
    term: { from: null, to: null },
  })
})

test('a mail gives sender, subject and words; its attachment is named as not read', async () => {
  const reading = await folder.read(
    '询证.eml',
    `From: =?utf-8?B?${b64('张三')}?= <a@example.com>\r\nTo: b@example.com\r\nSubject: =?utf-8?B?${b64('询证函回复')}?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="x"\r\n\r\n--x\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${b64('余额相符')}\r\n--x\r\nContent-Type: application/pdf; name="a.pdf"\r\nContent-Disposition: attachment; filename="a.pdf"\r\n\r\nxx\r\n--x--\r\n`,
  )
  expect(reading).toMatchObject({
    kind: 'mail',
    title: '询证函回复',
    unread: [{ what: 'documentPart', where: { part: 'a.pdf' } }],
  })
  expect(wordsOf(reading).at(-1)).toBe('余额相符')
})

test('an electronic invoice in XML is its fields', async () => {
  const reading = await folder.read(
    '数电票.xml',
    '<?xml version="1.0"?><EInvoice><InvoiceNumber>25502000000012345678</InvoiceNumber><TaxRate>0.06</TaxRate></EInvoice>',
  )
  expect(wordsOf(reading)).toEqual(['1: 1=发票号码 2=25502000000012345678', '2: 1=税率 2=0.06'])
})
