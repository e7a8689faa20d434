import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ToolRun, toolRun } from '#contract/tool-run.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { hostileFiles } from './testing-hostile.ts'
import { receiptPdf } from './testing-receipts.ts'
import { type Handed, handed, ran, resultOf } from './testing-toolbox.ts'

const fixtures = join(import.meta.dirname, '../../e2e/fixtures')
const old = readFileSync(join(fixtures, 'tools', 'merged-report.xls'))
const bad = hostileFiles()
const invoice = (n: number): Handed => ({
  name: `好${n}.pdf`,
  content: receiptPdf({
    number: `2531200000000000${String(n).padStart(4, '0')}`,
    date: '2025-03-01',
    total: 10_600 * n,
  }),
})

let server: TestServer
let zxs: Caller
beforeAll(async () => {
  server = await testServer({ DIGAO_SOFFICE: 'off' })
  zxs = await server.as('zxs', '王咨询')
})

const told = ({ outcomes }: ToolRun) =>
  Object.fromEntries(outcomes.map(({ name, state, says }) => [name, `${state}: ${says.join(' ')}`]))

/** A PDF of a page whose drawing unpacks to far more than anybody could hold. */
async function bombPdf(): Promise<Buffer> {
  const document = await PDFDocument.create()
  const page = document.addPage()
  const packed = deflateSync(deflateSync(Buffer.alloc(120_000_000, 32)))
  const dict = document.context.obj({ Filter: ['FlateDecode', 'FlateDecode'] })
  page.node.set(PDFName.of('Contents'), document.context.register(PDFRawStream.of(dict, packed)))
  return Buffer.from(await document.save())
}

describe('files that want to do harm, or are nothing', () => {
  test('are each named with their reason, and the workbook among them is converted', async () => {
    const run = await ran(zxs, [...bad, { name: '好.xls', content: old }], { code: 'excelToXlsx' })
    expect(run.state).toBe('succeeded')
    const says = told(run)
    expect(says['炸弹.xlsx']).toContain('解压后异常地大')
    expect(says['坏.xlsx']).not.toContain('不是表格文件')
    expect(says['外部.xml']).toContain('为安全起见没有打开')
    expect(says['实体.xml']).toContain('为安全起见没有打开')
    expect(says['变.csv']).toContain('不是表格文件')
    expect(says['好.xls']).toMatch(/^warned/)
    // a page that calls itself a workbook leaves its words behind: no script, no address that is fetched, no formula
    const parts = unzipSync(await resultOf(zxs, run, '脚本.xls'))
    const all = Object.values(parts)
      .map((part) => new TextDecoder().decode(part))
      .join('')
    expect(all).toContain('HYPERLINK')
    expect(all).not.toMatch(/<f>|<f |127\.0\.0\.1|<script/)
    for (const { fileName } of run.outcomes) expect(fileName).not.toMatch(/[/\\]/)
  }, 120_000)

  test('stay out of the merged receipts, by name, and the receipt among them is merged', async () => {
    const whole = { name: '表.xlsx', content: readFileSync(join(fixtures, 'odd', 'ee-merged-vertical.xlsx')) }
    const run = await ran(zxs, [...bad, whole, invoice(1)], { code: 'batchMergePdf' })
    expect(run.state).toBe('succeeded')
    const says = told(run)
    expect(says['炸弹.ofd']).toContain('解压后异常地大')
    expect(says['实体.ofd']).toContain('为安全起见没有打开')
    expect(says['巨图.png']).toContain('像素')
    expect(says['表.xlsx']).toContain('不是 PDF、OFD 或图片')
    expect(says['好1.pdf']).toMatch(/^done/)
    expect((await PDFDocument.load(await resultOf(zxs, run))).getPageCount()).toBe(1)
  }, 120_000)

  test('are left out of the invoice ledger with their own reason, a locked one as locked', async () => {
    const locked = await PDFDocument.load(
      receiptPdf({ number: '25312000000000000077', date: '2025-03-01', total: 100 }),
    )
    locked.encrypt({ userPassword: 'x', ownerPassword: 'y' })
    const closed = { name: '加密.pdf', content: Buffer.from(await locked.save({ rewrite: true })) }
    const run = await ran(zxs, [...bad, closed, invoice(2)], { code: 'readInvoices' })
    expect(run.state).toBe('succeeded')
    const says = told(run)
    expect(says['加密.pdf']).toContain('密码')
    expect(says['炸弹.ofd']).toContain('解压后异常地大')
    expect(says['外部.xml']).toContain('为安全起见没有打开')
    expect(says['好2.pdf']).toMatch(/^done/)
  }, 120_000)

  test('no page that unpacks to gigabytes takes others with it', async () => {
    const run = await ran(zxs, [{ name: '页炸弹.pdf', content: await bombPdf() }, invoice(3)], { code: 'readInvoices' })
    expect(told(run)['好3.pdf']).toMatch(/^done/)
  }, 120_000)
})

test('two runs at once keep their own results', async () => {
  const files = [await handed(zxs, [invoice(4)]), await handed(zxs, [invoice(5)])]
  const started = await Promise.all(
    files.map((some) => zxs(toolRun.start, { files: some, order: { code: 'readInvoices' } })),
  )
  for (const { jobId } of started) await zxs.done(jobId, 90)
  const runs = await Promise.all(started.map(({ id }) => zxs(toolRun.detail, { id })))
  expect(runs.map(({ outcomes }) => outcomes.map(({ name }) => name))).toEqual([['好4.pdf'], ['好5.pdf']])
})
