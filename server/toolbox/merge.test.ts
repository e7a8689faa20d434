import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodePDFRawStream, degrees, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFStream } from '@cantoo/pdf-lib'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, test } from 'vitest'
import type { MergeOptions } from '#contract/tool-run.ts'
import { A4, POINTS_PER_MM } from '#engine/invoice/page-grid.ts'
import { type Caller, testServer } from '#server/kernel/testing.ts'
import { testPdf } from '../document/testing-pdf.ts'
import { hexOf } from './pdf-words.ts'
import { photo, receiptPdf, stampedPdf } from './testing-receipts.ts'
import { type Handed, ran, resultOf } from './testing-toolbox.ts'

const fixtures = join(import.meta.dirname, '../../e2e/fixtures')
const fixture = (folder: string, name: string): Handed => ({
  name,
  content: readFileSync(join(fixtures, folder, name)),
})

let zxs: Caller
beforeAll(async () => {
  zxs = await (await testServer()).as('zxs', '王咨询')
})

const merge = (files: readonly Handed[], options: Partial<MergeOptions> = {}) =>
  ran(zxs, files, { code: 'batchMergePdf', ...options })
const number = (n: number) => `2531200000${String(n).padStart(10, '0')}`
const receipt = (n: number, over: { date?: string; total?: number; seller?: string } = {}): Handed => ({
  name: `发票${n}.pdf`,
  content: receiptPdf({ number: number(n), date: '2025-03-01', total: 10_600 * n, ...over }),
})
const figure = (run: Awaited<ReturnType<typeof merge>>, label: string) =>
  run.figures.find((one) => one.label === label)?.value
const stateOf = (run: Awaited<ReturnType<typeof merge>>, name: string) =>
  run.outcomes.find((one) => one.name === name)?.state

/** The Latin words of each page of the result. */
async function pagesOf(run: Awaited<ReturnType<typeof merge>>): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await resultOf(zxs, run)), { verbosity: 0 })
  const { text } = await extractText(pdf)
  return text.map((one) => one.normalize('NFKC'))
}
const numbersIn = (text: string) => [...text.matchAll(/2531\d{16}/g)].map(([one]) => one)

describe('receipts merged into one PDF', () => {
  test.each(['2', '9'] as const)('stand %s to an A4 page, every one exactly once', async (perPage) => {
    const files = Array.from({ length: 10 }, (_, at) => receipt(at + 1))
    const run = await merge(files, { perPage })
    expect(run).toMatchObject({ state: 'succeeded', failed: 0 })
    const document = await PDFDocument.load(await resultOf(zxs, run))
    expect(document.getPageCount()).toBe(Math.ceil(10 / Number(perPage)))
    expect(document.getPage(0).getSize()).toEqual({ width: A4.width, height: A4.height })
    expect((await pagesOf(run)).flatMap(numbersIn)).toEqual(files.map((_, at) => number(at + 1)))
    expect(figure(run, 'total')).toBe('5,830.00')
  })

  test('come in the order asked for: as given, by name, date or amount', async () => {
    const files = [
      { ...receipt(1, { date: '2025-03-09', total: 5 }), name: '票10.pdf' },
      { ...receipt(2, { date: '2025-03-01', total: 99_900 }), name: '票9.pdf' },
      { ...receipt(3, { date: '2024-12-31', total: 100_000 }), name: '票1.pdf' },
      { name: '照片.jpg', content: await photo() },
    ]
    const order = async (options: Partial<MergeOptions>) =>
      (await pagesOf(await merge(files, { perPage: '9', ...options })))
        .flatMap(numbersIn)
        .map((one) => Number(one.slice(-2)))
    expect(await order({ order: 'given' })).toEqual([1, 2, 3])
    expect(await order({ order: 'name' })).toEqual([3, 2, 1])
    expect(await order({ order: 'date' })).toEqual([3, 2, 1])
    expect(await order({ order: 'amount' })).toEqual([1, 2, 3])
    expect(await order({ order: 'amount', descending: true })).toEqual([3, 2, 1])
  })

  test('that are there twice are found by their number, whatever they are called', async () => {
    const files = [
      receipt(1),
      { ...receipt(1, { total: 10_601 }), name: '同一张.pdf' },
      receipt(2),
      { ...receipt(2), name: '副本.pdf' },
    ]
    const run = await merge(files)
    expect(run.outcomes.map(({ state }) => state)).toEqual(['done', 'same', 'done', 'same'])
    expect(run.outcomes[1]?.says.join()).toContain('与“发票1.pdf”发票号码相同')
    expect(run.outcomes[3]?.says.join()).toContain('与“发票2.pdf”内容完全相同')
    expect(figure(run, 'duplicates')).toBe('2')
    expect(figure(run, 'total')).toBe('318.00')
    const kept = await merge(files, { duplicates: 'keep' })
    expect(kept.outcomes.map(({ state }) => state)).toEqual(['done', 'warned', 'done', 'warned'])
    expect((await pagesOf(kept)).flatMap(numbersIn)).toHaveLength(4)
  })

  test('keep red stamps that stand above the page, as annotation or signature', async () => {
    for (const kind of ['Stamp', 'Widget'] as const) {
      const run = await merge([
        { name: '盖章.pdf', content: await stampedPdf({ number: number(7), date: '2025-03-01', total: 100 }, kind) },
      ])
      expect(run.outcomes[0]?.says.join()).toContain('印章和批注 1 处')
      expect(await drawnIn(await resultOf(zxs, run))).toContain('1 0 0 rg 0 0 100 100 re f')
    }
  })

  test('of OFD are drawn with their seal and their data counted', async () => {
    const ofd = fixture('documents', 'einvoice-sample-with-xml-attachment.ofd')
    const run = await merge([ofd, receipt(1)])
    expect(run.outcomes[0]).toMatchObject({ state: 'done' })
    expect(figure(run, 'total')).toBe('424.00')
    expect((await pagesOf(run)).join()).toMatch(/318\.00/)
  })

  test('that are damaged, locked or something else are left out by name, and the rest is merged', async () => {
    const run = await merge([
      fixture('documents', 'pdflib-encrypted_new.pdf'),
      { name: '坏.pdf', content: '%PDF-1.4 nothing' },
      { name: '说明.txt', content: '不是票据' },
      { name: '手机.heic', content: Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic')]) },
      { name: '断.jpg', content: (await photo()).subarray(0, 60) },
      receipt(1),
      fixture('documents', 'pdflib-missing_xref_trailer_dict.pdf'),
    ])
    expect(run.state).toBe('succeeded')
    expect(run.outcomes.map(({ state }) => state)).toEqual([
      'skipped',
      'failed',
      'skipped',
      'skipped',
      'failed',
      'done',
      'done',
    ])
    expect(run.outcomes[0]?.says.join()).toContain('打开密码')
    expect(run.outcomes[3]?.says.join()).toContain('HEIC')
    expect(figure(run, 'leftOut')).toBe('5')
  })

  test('stand upright: a page turned by its own mark, and a photo by how it was held', async () => {
    const turned = await PDFDocument.load(testPdf([{ words: [{ text: 'SIDEWAYS', x: 100, y: 400 }] }]))
    turned.getPage(0).setRotation(degrees(90))
    turned.getPage(0).setCropBox(0, 300, 595, 300)
    const run = await merge(
      [
        { name: '横.pdf', content: Buffer.from(await turned.save()) },
        { name: '竖拍.jpg', content: await photo({ width: 800, height: 400, orientation: 6 }) },
      ],
      { perPage: '1', margin: 0, cutLine: false, pageNumbers: false },
    )
    const [page, second] = (await PDFDocument.load(await resultOf(zxs, run))).getPages()
    const first = matrixOf(page)
    // shown turned by a quarter: its 595 points of width stand upright, 300 across
    expect(first.slice(0, 4).map((value) => Math.round(value))).toEqual([0, -1, 1, 0])
    const [a = 0, , , d = 0] = matrixOf(second)
    expect(a).toBeCloseTo(d)
    // 400 × 800 pixels as it was held fill the height of the page
    expect(800 * d).toBeCloseTo(A4.height, 0)
  })

  test('are cut by what is asked on each side', async () => {
    const wide = (options: Partial<MergeOptions>) =>
      merge([receipt(1)], { perPage: '1', margin: 0, pageNumbers: false, ...options }).then(async (run) => {
        const [page] = (await PDFDocument.load(await resultOf(zxs, run))).getPages()
        return boxOf(page)
      })
    expect(await wide({})).toEqual([0, 0, 595, 842])
    const cut = await wide({ crop: { top: 10, right: 0, bottom: 150, left: 20 } })
    expect(cut.map((value) => Math.round(value / POINTS_PER_MM))).toEqual([20, 150, 210, 287])
    const gone = await merge([receipt(1)], { crop: { top: 200, right: 0, bottom: 200, left: 0 } })
    expect(gone.outcomes[0]?.says.join()).toContain('裁剪后没有内容')
  })

  test('carry numbers, bookmarks and a first page with the list and the total', async () => {
    const run = await merge([receipt(1), receipt(2), { name: '出租车.jpg', content: await photo() }], {
      cover: true,
      indexNumbers: true,
      name: '三月差旅',
    })
    expect(run.outputs[0]?.name).toBe('三月差旅.pdf')
    const pages = await pagesOf(run)
    expect(pages).toHaveLength(3)
    const drawn = await drawnIn(await resultOf(zxs, run))
    for (const words of ['三月差旅', '张有金额', '发票号码']) expect(drawn).toContain(hexOf(words).toString())
    expect(pages[0]).toContain('318.00')
    expect(pages[1]).toContain('1 / 2')
    const document = await PDFDocument.load(await resultOf(zxs, run))
    const outline = document.catalog.lookup(PDFName.of('Outlines'), PDFDict)
    expect(String(outline.get(PDFName.of('Count')))).toBe('4')
    expect(run.figures.map(({ label, value }) => `${label} ${value}`)).toEqual([
      'receipts 3',
      'pages 3',
      'sheets 3',
      'total 318.00',
      'withoutTotal 1',
      'duplicates 0',
      'leftOut 0',
    ])
    expect(stateOf(run, '出租车.jpg')).toBe('done')
  })

  test('of many pages end at the firm’s limit, first pages go in', async () => {
    const long: Handed = { name: '长.pdf', content: testPdf(Array.from({ length: 3001 }, () => ({}))) }
    const run = await merge([long, receipt(1)])
    expect(run.outcomes.map(({ state }) => state)).toEqual(['skipped', 'done'])
    expect(run.outcomes[0]?.says.join()).toContain('3001 页')
    expect((await merge([long, receipt(1)], { pages: 'first' })).outcomes.map(({ state }) => state)).toEqual([
      'done',
      'done',
    ])
  })
})

type Page = ReturnType<PDFDocument['getPage']> | undefined

/** What is put on a page first. */
function drawingsOf(page: Page): PDFStream[] {
  const drawings = page?.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict)
  return (drawings?.keys() ?? []).map((key) => drawings?.lookup(key, PDFStream)).filter((one) => one !== undefined)
}
const boxOf = (page: Page): number[] =>
  String(drawingsOf(page)[0]?.dict.get(PDFName.of('BBox')))
    .replaceAll(/[[\]]/g, '')
    .trim()
    .split(/\s+/)
    .map(Number)

/** The matrix that the first drawing of a page is put on it with. */
function matrixOf(page: Page): number[] {
  const content = page?.node.Contents()
  const text = content ? contentText(page) : ''
  return (/([-\d. ]+) cm/.exec(text)?.[1] ?? '').trim().split(/\s+/).map(Number)
}
const contentText = (page: Page): string => {
  const { Contents } = page?.node.normalizedEntries() ?? {}
  return (Contents?.asArray() ?? []).map((_, at) => decoded(Contents?.lookup(at, PDFStream))).join('\n')
}

/** Every drawing of the document, unpacked. */
async function drawnIn(bytes: Buffer): Promise<string> {
  const document = await PDFDocument.load(bytes)
  return document.context
    .enumerateIndirectObjects()
    .map(([, object]) => (isDrawing(object) ? decoded(object) : ''))
    .join('\n')
}

const decoded = (stream: PDFStream | undefined): string =>
  stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : ''

/** Pictures are streams too, packed in ways of their own. */
const isDrawing = (object: unknown): object is PDFStream =>
  object instanceof PDFStream && !String(object.dict.get(PDFName.of('Subtype'))).includes('Image')
