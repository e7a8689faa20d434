import { describe, expect, test } from 'vitest'
import { dayOf, fenOf, invoiceFacts, invoiceKey } from './invoice-facts.ts'

describe('what an invoice says', () => {
  test('a digital invoice by its words', () => {
    const facts = invoiceFacts([
      '电子发票（普通发票）',
      '发票号码：25312000000123456789',
      '开票日期：2025年03月08日',
      '名称：北京某某科技有限公司\t名称：上海某某酒店有限公司',
      '统一社会信用代码/纳税人识别号：91110108MA01ABCD2X\t统一社会信用代码/纳税人识别号：91310000MA1FL0001A',
      '*住宿服务*住宿费\t天\t2\t300.00\t600.00\t6%\t36.00',
      '合 计\t¥600.00\t¥36.00',
      '价税合计（大写）\t⊗陆佰叁拾陆圆整\t（小写）¥636.00',
    ])
    expect(facts).toEqual({
      number: '25312000000123456789',
      code: '',
      date: '2025-03-08',
      amount: 60_000,
      tax: 3600,
      total: 63_600,
      buyer: '北京某某科技有限公司',
      buyerTaxNo: '91110108MA01ABCD2X',
      seller: '上海某某酒店有限公司',
      sellerTaxNo: '91310000MA1FL0001A',
      item: '*住宿服务*住宿费',
      known: true,
    })
  })

  test('an older invoice by its data, before its words', () => {
    const facts = invoiceFacts([
      '发票代码\t050001700111',
      '发票号码\t99999951',
      '开票日期\t2020年10月10日',
      '购买方名称\t科游迈利有限公司',
      '销售方名称\t杭州融易算企业管理咨询有限公司',
      '价税合计\t318.00',
      '合计税额\t18.00',
      '合计金额\t300.00',
      '（小写）¥999.00',
    ])
    expect(facts).toMatchObject({
      number: '99999951',
      code: '050001700111',
      date: '2020-10-10',
      amount: 30_000,
      tax: 1800,
      total: 31_800,
      buyer: '科游迈利有限公司',
      seller: '杭州融易算企业管理咨询有限公司',
    })
    expect(invoiceKey(facts)).toBe('050001700111/99999951')
  })

  test('compatibility radicals of PDF texts, labels set apart, and a red-letter invoice', () => {
    const facts = invoiceFacts([
      '电⼦发票',
      '发 票 号 码 : 25312000000123456788',
      '合 计 ¥-100.00 ¥-6.00',
      '(小写)¥-106.00',
    ])
    expect(facts).toMatchObject({ number: '25312000000123456788', amount: -10_000, tax: -600, total: -10_600 })
  })

  test('both names of one line', () => {
    expect(invoiceFacts(['名称：北京客户有限公司 名称：上海某某酒店有限公司'])).toMatchObject({
      buyer: '北京客户有限公司',
      seller: '上海某某酒店有限公司',
    })
  })

  test('a tax-free invoice has no tax, a train ticket its price', () => {
    expect(invoiceFacts(['发票号码：25312000000123456787', '合计 ¥80.00 ***', '（小写）¥80.00'])).toMatchObject({
      total: 8000,
    })
    expect(invoiceFacts(['电子发票（铁路电子客票）', '发票号码:25319162551000000001', '票价:￥553.50'])).toMatchObject({
      number: '25319162551000000001',
      total: 55_350,
      known: true,
    })
  })

  test('what is no invoice says nothing', () => {
    expect(invoiceFacts(['会议纪要', '2025年1月2日'])).toMatchObject({ number: '', total: null, known: false })
    expect(invoiceKey(invoiceFacts([]))).toBe('')
  })

  test.each([
    ['￥1,234.50', 123_450],
    ['-0.05', -5],
    ['12', 1200],
    ['12.345', null],
    ['', null],
    ['壹元', null],
  ])('%s is %s fen', (text, fen) => expect(fenOf(text)).toBe(fen))
  test.each([
    ['2025年1月2日', '2025-01-02'],
    ['20250102', '2025-01-02'],
    ['2025-13-02', ''],
    ['二〇二五', ''],
  ])('%s is the day %s', (text, day) => expect(dayOf(text)).toBe(day))
})
