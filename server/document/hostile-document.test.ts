import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { readDocument } from './read-document.ts'
import { documentFolder, packed, refusalOf, testDocx, testXlsx, wordsOf } from './testing-documents.ts'
import { testPdf } from './testing-pdf.ts'

const fixtures = join(import.meta.dirname, '../../e2e/fixtures')
const folder = documentFolder()
afterAll(folder.done)
const refused = (name: string, bytes: Uint8Array | string, limits = {}) => refusalOf(folder.read(name, bytes, limits))
const fixture = (name: string) => readFileSync(join(fixtures, name))

test('files that cannot be read are refused with what to do', async () => {
  expect(await refused('空.pdf', '')).toBe('documentEmpty')
  expect(await refused('密.pdf', fixture('documents/pdflib-encrypted_new.pdf'))).toBe('documentEncrypted')
  expect(await refused('坏.pdf', fixture('documents/pdflib-missing_xref_trailer_dict.pdf'))).toBe('documentDamaged')
  expect(await refused('密.xls', fixture('odd/sheetjs-password_2002_128_enhanced.xls'))).toBe('documentEncrypted')
  expect(await refused('扫描.pdf', testPdf([{ scan: true }]))).toBe('documentNeedsOcr')
  expect(await refused('照片.docx', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))).toBe('documentNeedsOcr')
  expect(await refused('包.docx', packed({ '一.txt': '甲' }))).toBe('documentArchive')
  expect(await refused('旧.docx', oldWord())).toBe('documentOld')
  expect(await refused('a.rtf', '{\\rtf1 x}')).toBe('documentOld')
  expect(await refused('空白.txt', '  \n \n')).toBe('documentNothing')
  expect(await refused('大.txt', 'x'.repeat(2000), { bytes: 1000 })).toBe('documentTooLarge')
  expect(await refused('断.docx', testDocx('<w:p/>').subarray(0, 200))).toBe('documentTruncated')
  expect(await refused('程序.txt', Buffer.from('7f454c46020101000000000000000000', 'hex'))).toBe('documentOther')
})

/** The directory of a compound file names its streams. */
const oldWord = () =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(2000),
    Buffer.from('WordDocument', 'utf16le'),
    Buffer.alloc(500),
  ])

test('packages that swell, lie, leave their folder or define entities are not opened', async () => {
  const blanks = new Uint8Array(10 * 1024 ** 2).fill(32)
  expect(await refused('炸弹.docx', zipSync({ 'word/document.xml': blanks }))).toBe('documentBomb')
  expect(
    await refused('多.docx', packed({ 'word/document.xml': '<a/>', 'b.bin': new Uint8Array(3000) }), {
      unpackedBytes: 2000,
    }),
  ).toBe('documentBomb')
  expect(await refused('越界.docx', packed({ 'word/document.xml': '<a/>', '../../etc/x': 'y' }))).toBe('documentUnsafe')
  const laughs =
    '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><w:document><w:body>&b;</w:body></w:document>'
  expect(await refused('实体.docx', packed({ 'word/document.xml': laughs }))).toBe('documentUnsafe')
  expect(await refused('实体.xml', '<?xml version="1.0"?><!DOCTYPE x SYSTEM "file:///etc/passwd"><x>&e;</x>')).toBe(
    'documentUnsafe',
  )
  expect(await refused('深.docx', testDocx('<w:sdt>'.repeat(5000)))).toBe('documentBomb')
  expect(await refused('深.xml', '<?xml version="1.0"?>' + '<a>'.repeat(100_000))).toBe('documentBomb')
})

test('deep and broken pages, and blanks without end, cost no more than their size', async () => {
  const deep = await folder.read('深.html', `<html><body>${'<div><table><tr><td>'.repeat(20_000)}底`)
  expect(wordsOf(deep).join('')).toContain('底')
  const blanks = await folder.read('空白.txt', `甲${' '.repeat(5_000_000)}${'\n'.repeat(1_000_000)}乙`)
  expect(wordsOf(blanks)).toEqual(['甲', '乙'])
  const many = await folder.read('长.txt', '段\n\n'.repeat(1000), { blocks: 100 })
  expect(many.blocks).toHaveLength(100)
  expect(many.unread).toEqual([{ what: 'documentTextCut', where: { limit: 100 } }])
})

test('a workbook with cells and merges far away is read where it has any, one with columns that cannot be is refused', async () => {
  const cell = '<c r="A1"><v>5</v></c>'
  const far = testXlsx(
    `<row r="1">${cell}<c r="XFD1"><v>6</v></c></row><row r="1048576"><c r="XFD1048576"><v>7</v></c></row>`,
  )
  const reading = await folder.read('远.xlsx', far)
  expect(wordsOf(reading)).toEqual(['1: 1=5'])
  expect(reading.unread.map(({ what }) => what)).toEqual(['documentRowsUnread', 'documentColumnsCut'])
  expect(await refused('界外.xlsx', testXlsx(`<row r="1">${cell}<c r="ZZZZZZ1"><v>6</v></c></row>`))).toBe(
    'documentDamaged',
  )
  const merges = `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(20_000)}</mergeCells>`
  expect(wordsOf(await folder.read('合并.xlsx', testXlsx(`<row r="1">${cell}</row>`, merges)))).toEqual(['1: 1=5'])
})

test('a PDF that claims a hundred thousand pages is read as far as it has any', async () => {
  const reading = await folder.read(
    '谎.pdf',
    testPdf([{ words: [{ text: '第一页', x: 50, y: 700 }] }], { lies: 100_000 }),
  )
  expect(wordsOf(reading)).toEqual(['第一页'])
  const cut = await folder.read(
    '长.pdf',
    testPdf(Array.from({ length: 4 }, (_, at) => ({ words: [{ text: `Page ${'abcd'[at]}`, x: 50, y: 500 }] }))),
    { pages: 2 },
  )
  expect(wordsOf(cut)).toEqual(['Page a', 'Page b'])
  expect(cut.unread).toEqual([{ what: 'documentPagesCut', where: { pages: 4, limit: 2 } }])
})

test('a reading that takes too long or too much memory ends alone, and an abort ends it at once', async () => {
  // of random words: what packs too well is refused as a bomb before it takes memory
  const row = '<row><c t="inlineStr"><is><t>-</t></is></c></row>'
  const book = testXlsx(row.repeat(80_000).replaceAll('-', () => randomUUID()))
  const path = folder.put('大.xlsx', book)
  const [memory, late, aborted] = await Promise.all([
    refusalOf(readDocument(path, '大.xlsx', { memory: 24, rows: 1_000_000 })),
    refusalOf(readDocument(path, '大.xlsx', { seconds: 0.05 })),
    readDocument(path, '大.xlsx', {}, AbortSignal.timeout(60)).catch((error: unknown) =>
      error instanceof Error ? error.name : '',
    ),
  ])
  expect({ memory, late, aborted }).toEqual({
    memory: 'documentMemory',
    late: 'documentTooSlow',
    aborted: 'TimeoutError',
  })
})

test('a recognition service reads pictures and scanned pages, by place; when it fails, that is said', async () => {
  const asked: { type: string; bytes: number }[] = []
  let broken = false
  const server = createServer((request, response) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => (bytes += chunk.length))
    request.on('end', () => {
      asked.push({ type: request.headers['content-type'] ?? '', bytes })
      response.setHeader('content-type', 'application/json')
      const lines = [
        { text: '银行询证函', box: [20, 10, 40, 14] },
        {
          text: '贵公司列示的余额一致',
          box: [
            [10, 40],
            [50, 40],
            [50, 43],
            [10, 43],
          ],
        },
      ]
      response.statusCode = broken ? 500 : 200
      response.end(JSON.stringify(broken ? {} : { width: 60, height: 80, lines }))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const ocr = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}/ocr`
  try {
    const scan = await folder.read('函.pdf', testPdf([{ scan: true }]), { ocr })
    expect(wordsOf(scan)).toEqual(['# 银行询证函', '贵公司列示的余额一致'])
    expect(scan.blocks[1]?.origin).toMatchObject({ page: 1, box: { left: 99.2, top: 421 } })
    const picture = await folder.read('函.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), { ocr })
    expect(picture).toMatchObject({ kind: 'image', title: '银行询证函' })
    expect(asked).toHaveLength(2)
    expect(asked[0]?.type).toMatch(/^multipart\/form-data; boundary=/)
    broken = true
    expect(await refused('函.pdf', testPdf([{ scan: true }]), { ocr })).toBe('documentOcrFailed')
    const half = await folder.read('半.pdf', testPdf([{ words: [{ text: '正文', x: 50, y: 500 }] }, { scan: true }]), {
      ocr,
    })
    expect(half.unread.map(({ what }) => what)).toEqual(['documentOcrFailed', 'documentNoText'])
  } finally {
    server.close()
  }
})
