import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { read, utils } from '@e965/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { tenantPackage } from '#contract/package.ts'
import { tenant } from '#contract/tenant.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { testPdf } from '../document/testing-pdf.ts'
import { photo, receiptPdf } from './testing-receipts.ts'
import { type Handed, ran, resultOf } from './testing-toolbox.ts'

let server: TestServer
let zxs: Caller
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '王咨询')
})

const fixtures = join(import.meta.dirname, '../../e2e/fixtures')
const ofd: Handed = {
  name: '旧票.ofd',
  content: readFileSync(join(fixtures, 'documents', 'einvoice-sample-with-xml-attachment.ofd')),
}
const number = (n: number) => `2531200000${String(n).padStart(10, '0')}`
const invoice = (n: number, total = 10_600): Handed => ({
  name: `发票${n}.pdf`,
  content: receiptPdf({ number: number(n), date: '2025-03-01', total }),
})
const rowsOf = (bytes: Buffer): unknown[][] => {
  const book = read(bytes, { type: 'buffer' })
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, raw: true })
}
const says = (run: Awaited<ReturnType<typeof ran>>, name: string) =>
  run.outcomes.find((one) => one.name === name)?.says.join('\n') ?? ''

describe('invoices read into a ledger', () => {
  test('give number, day, parties and amounts, whatever they come as', async () => {
    const xml: Handed = {
      name: '数电票.xml',
      content: `<?xml version="1.0" encoding="UTF-8"?><EInvoice><Header><EIid>${number(77)}</EIid></Header><EInvoiceData><SellerInformation><SellerName>甲方公司</SellerName></SellerInformation><BuyerInformation><BuyerName>乙方公司</BuyerName></BuyerInformation><BasicInformation><TotalAmWithoutTax>100.00</TotalAmWithoutTax><TotalTaxAm>6.00</TotalTaxAm><TotalTax-includedAmount>106.00</TotalTax-includedAmount><RequestTime>2025-03-02 10:00:00</RequestTime></BasicInformation></EInvoiceData></EInvoice>`,
    }
    const run = await ran(zxs, [invoice(1), ofd, xml], { code: 'readInvoices' })
    expect(run).toMatchObject({ state: 'succeeded', failed: 0 })
    expect(run.figures.find(({ label }) => label === 'total')?.value).toBe('530.00')
    const [head, first, second, third] = rowsOf(await resultOf(zxs, run))
    expect(head?.slice(2, 5)).toEqual(['发票代码', '发票号码', '开票日期'])
    expect(first?.slice(3, 5)).toEqual([number(1), '2025-03-01'])
    expect(first?.slice(10, 13)).toEqual([100, 6, 106])
    expect(second).toEqual(expect.arrayContaining(['050001700111', '99999951', '科游迈利有限公司', 318]))
    expect(third).toEqual(expect.arrayContaining([number(77), '2025-03-02', '乙方公司', '甲方公司', 106]))
  })

  test('are checked: sums, buyer, year, consecutive numbers, and twice in one run', async () => {
    const wrong: Handed = {
      name: '错.pdf',
      content: testPdf([
        {
          words: [
            { text: `发票号码：${number(900)}`, x: 40, y: 700 },
            { text: '开票日期：2024年12月31日', x: 40, y: 680 },
            { text: '合计 ¥100.00 ¥6.00', x: 40, y: 660 },
            { text: '（小写）¥107.00', x: 40, y: 640 },
          ],
        },
      ]),
    }
    const files = [invoice(50), invoice(51), { ...invoice(50, 10_601), name: '又一张.pdf' }, wrong]
    const run = await ran(zxs, files, { code: 'readInvoices', buyer: '另一家公司', year: '2025' })
    expect(says(run, '发票50.pdf')).toContain(`连号`)
    expect(says(run, '发票50.pdf')).toContain('购买方“北京客户有限公司”与要求的抬头不一致')
    expect(says(run, '又一张.pdf')).toContain('与“发票50.pdf”发票号码相同，但价税合计不同（106.00 / 106.01）')
    expect(says(run, '错.pdf')).toContain('金额 100.00 + 税额 6.00 不等于价税合计 107.00')
    expect(says(run, '错.pdf')).toContain('不在所选年度')
    expect(run.figures.find(({ label }) => label === 'invoices')?.value).toBe('3')
  })

  test('that a colleague has read before are said, but not to another firm', async () => {
    await ran(zxs, [invoice(300)], { code: 'readInvoices' })
    const colleague = await server.as('zxs', '同事')
    expect(says(await ran(colleague, [invoice(300)], { code: 'readInvoices' }), '发票300.pdf')).toContain('王咨询在')
    const changed = await ran(colleague, [invoice(300, 9_900)], { code: 'readInvoices' })
    expect(says(changed, '发票300.pdf')).toMatch(/读取过这个发票号码，当时价税合计 106\.00，这次 99\.00：请核对真伪/)
    const stranger = await server.as('admin', '外人', await server.tenant('别家'))
    expect(says(await ran(stranger, [invoice(300)], { code: 'readInvoices' }), '发票300.pdf')).not.toContain('读取过')
  })

  test('that are pictures or something else are left out with the reason', async () => {
    const run = await ran(
      zxs,
      [
        { name: '照片.jpg', content: await photo() },
        { name: '纪要.pdf', content: testPdf([{ words: [{ text: 'minutes', x: 9, y: 9 }] }]) },
        invoice(8),
      ],
      { code: 'readInvoices' },
    )
    expect(run.outcomes.map(({ state }) => state)).toEqual(['skipped', 'skipped', 'done'])
    expect(says(run, '照片.jpg')).toContain('文字识别')
    expect(says(run, '纪要.pdf')).toContain('没有读到发票内容')
  })

  test('count as read only once the ledger of them is kept', async () => {
    const small = await server.tenant('小所')
    const reader = await server.as('zxs', '赵咨询', small)
    const platform = await server.as('administrator', '平台', { tenantId: '000000' })
    const room = async (bytes: number) => {
      const code = `room${bytes}`
      const limits = { storage_bytes: bytes }
      const made = await platform(tenantPackage.submit, { code, packageName: code, edition: 'firm', limits })
      await platform(tenant.packageSetting, { tenantId: small.tenantId, packageId: made.id })
    }
    const one = invoice(400)
    await room(Buffer.byteLength(one.content) + 100)
    expect(await ran(reader, [one], { code: 'readInvoices' })).toMatchObject({ state: 'failed', results: 0 })
    await room(10_000_000)
    const run = await ran(reader, [one], { code: 'readInvoices' })
    expect(run).toMatchObject({ state: 'succeeded', outcomes: [{ state: 'done' }] })
  })

  test('whose tax number would be a formula give text', async () => {
    const xml: Handed = {
      name: '公式.xml',
      content: `<?xml version="1.0" encoding="UTF-8"?><EInvoice><Header><EIid>${number(78)}</EIid></Header><EInvoiceData><SellerInformation><SellerName>甲</SellerName><SellerIdNum>=HYPERLINK("http://x")</SellerIdNum></SellerInformation><BasicInformation><TotalTax-includedAmount>106.00</TotalTax-includedAmount></BasicInformation></EInvoiceData></EInvoice>`,
    }
    const run = await ran(zxs, [xml], { code: 'readInvoices' })
    expect(rowsOf(await resultOf(zxs, run))[1]).toContain(`'=HYPERLINK("http://x")`)
  })
})

describe('tables of documents', () => {
  test('become workbooks in which amounts are numbers and formulas are none', async () => {
    const page =
      '<html><body><h1>表</h1><table><tr><td>科目</td><td>金额</td></tr><tr><td>=1+1</td><td>1,234.50</td></tr></table></body></html>'
    const run = await ran(zxs, [{ name: '报表.html', content: page }], { code: 'tablesToExcel' })
    expect(run.outcomes[0]).toMatchObject({ state: 'done', fileName: '报表.xlsx' })
    expect(rowsOf(await resultOf(zxs, run))).toEqual([
      ['科目', '金额'],
      ["'=1+1", 1234.5],
    ])
    const all = await ran(zxs, [{ name: '报表.html', content: page }], { code: 'tablesToExcel', what: 'all' })
    expect(rowsOf(await resultOf(zxs, all))[0]).toEqual(['表'])
  })

  test('a document without a table says so, and the others are done', async () => {
    const page = '<html><body><table><tr><td>a</td><td>b</td></tr></table></body></html>'
    const files = [
      { name: '信.txt', content: '只有文字的一封信。' },
      { name: '表.html', content: page },
    ]
    const run = await ran(zxs, files, { code: 'tablesToExcel' })
    expect(run.outcomes.map(({ state }) => state)).toEqual(['failed', 'done'])
    expect(says(run, '信.txt')).toContain('没有找到表格')
  })
})
