/** What an invoice says of itself. Money in fen; null or '' where it does not say. */
export type InvoiceFacts = {
  /** Twenty digits of a digital invoice, eight of an older one. */
  number: string
  /** Ten or twelve digits of an older invoice. */
  code: string
  /** YYYY-MM-DD. */
  date: string
  amount: number | null
  tax: number | null
  /** 价税合计, or what a ticket cost. */
  total: number | null
  buyer: string
  buyerTaxNo: string
  seller: string
  sellerTaxNo: string
  /** The first line: `*餐饮服务*餐费`. */
  item: string
  /** Any sign that it is an invoice or ticket at all. */
  known: boolean
}

const LONGEST = 40_000
/** Labels of the data that an electronic invoice carries beside its picture. */
const fields: Readonly<Record<string, keyof InvoiceFacts>> = {
  发票号码: 'number',
  数电票号码: 'number',
  全电发票号码: 'number',
  InvoiceNo: 'number',
  InvoiceNumber: 'number',
  EIid: 'number',
  发票代码: 'code',
  InvoiceCode: 'code',
  开票日期: 'date',
  IssueDate: 'date',
  IssueTime: 'date',
  RequestTime: 'date',
  价税合计: 'total',
  'TotalTax-includedAmount': 'total',
  TaxInclusiveTotalAmount: 'total',
  合计金额: 'amount',
  TotalAmWithoutTax: 'amount',
  TaxExclusiveTotalAmount: 'amount',
  合计税额: 'tax',
  TotalTaxAm: 'tax',
  TaxTotalAmount: 'tax',
  购买方名称: 'buyer',
  BuyerName: 'buyer',
  销售方名称: 'seller',
  SellerName: 'seller',
  购买方纳税人识别号: 'buyerTaxNo',
  BuyerIdNum: 'buyerTaxNo',
  BuyerTaxID: 'buyerTaxNo',
  销售方纳税人识别号: 'sellerTaxNo',
  SellerIdNum: 'sellerTaxNo',
  SellerTaxID: 'sellerTaxNo',
  项目名称: 'item',
  ItemName: 'item',
  Item: 'item',
} as const

/** Yuan as a person writes them (`￥1,234.50`) in fen; null for what is no amount. */
export function fenOf(text: string): number | null {
  const plain = text.replaceAll(/[¥￥,\s元]/g, '')
  const [, sign = '', yuan = '', cents = ''] = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(plain) ?? []
  if (yuan === '') return null
  const fen = Number(yuan) * 100 + Number(cents.padEnd(2, '0'))
  return sign === '' ? fen : -fen
}

/** A day written with 年月日, strokes or nothing between, as YYYY-MM-DD; '' for no day. */
export function dayOf(text: string): string {
  const [, year = '', month = '', day = ''] =
    /(20\d{2})\s*[年\-/.]?\s*(\d{1,2})\s*[月\-/.]?\s*(\d{1,2})(?!\d)/.exec(text) ?? []
  const [m, d] = [Number(month), Number(day)]
  if (year === '' || m < 1 || m > 12 || d < 1 || d > 31) return ''
  return `${year}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
}

const nothing: InvoiceFacts = {
  number: '',
  code: '',
  date: '',
  amount: null,
  tax: null,
  total: null,
  buyer: '',
  buyerTaxNo: '',
  seller: '',
  sellerTaxNo: '',
  item: '',
  known: false,
}

/**
 * What the text of one invoice says: `lines` in reading order, the cells of a row parted by tabs. Data of a label and a value
 * (an OFD's, an XML's) comes first; what it leaves open is looked for in the words as they stand on the paper. Compatibility
 * characters, which PDF texts are full of, are made plain first.
 */
export function invoiceFacts(lines: readonly string[]): InvoiceFacts {
  const plain = lines.map((line) => line.normalize('NFKC'))
  const text = plain.join('\n').slice(0, LONGEST)
  const told = fromFields(plain)
  const read = fromWords(text)
  const facts = { ...nothing }
  for (const key of Object.keys(nothing) as (keyof InvoiceFacts)[]) {
    const value = told[key] ?? read[key]
    if (value !== undefined) Object.assign(facts, { [key]: value })
  }
  // two of the three give the third
  const { amount, tax, total } = facts
  if (total === null && amount !== null && tax !== null) facts.total = amount + tax
  if (tax === null && amount !== null && total !== null) facts.tax = total - amount
  facts.known = facts.number !== '' || /发票|客票|行程单|税务局|Invoice/i.test(text)
  return facts
}

function fromFields(lines: readonly string[]): Partial<InvoiceFacts> {
  const told: Partial<InvoiceFacts> = {}
  for (const line of lines) {
    const [label = '', value = '', more] = line.split('\t').map((part) => part.trim())
    const key = fields[label]
    if (key === undefined || more !== undefined || value === '' || told[key] !== undefined) continue
    if (key === 'amount' || key === 'tax' || key === 'total') {
      const fen = fenOf(value)
      if (fen !== null) told[key] = fen
    } else if (key === 'date') told.date = dayOf(value)
    else if (key === 'number' || key === 'code') {
      if (/^\d{8,20}$/.test(value)) told[key] = value
    } else if (key !== 'known') told[key] = value.slice(0, 120)
  }
  return told
}

const money = String.raw`[¥￥]?\s*(-?\d[\d,]*\.\d{2})(?!\d)`

/** Labels are often set apart: 名 称, 价 税 合 计. */
const spaced = (label: string) => Array.from(label).join(String.raw`\s*`)

function fromWords(text: string): Partial<InvoiceFacts> {
  const first = (pattern: RegExp) => pattern.exec(text)?.[1] ?? ''
  const number =
    first(new RegExp(String.raw`${spaced('发票号码')}\s*:?\s*(\d{20}|\d{8})(?!\d)`)) ||
    first(/(?<!\d)(2\d{19})(?!\d)/) ||
    first(/(?<!\d)\d{12}\s+(\d{8})(?!\d)/)
  const sums = new RegExp(String.raw`合\s*计\s*${money}\s*(?:${money}|\*+)?`).exec(text)
  const total =
    first(new RegExp(String.raw`\(\s*小\s*写\s*\)\s*${money}`)) ||
    first(new RegExp(String.raw`(?:票\s*价|合\s*计|实付金额|Total)\s*:?\s*${money}\s*元?`)) ||
    ''
  const [buyer = '', seller = ''] = [
    ...text.matchAll(/名\s*称\s*:\s*([^\t\n:]{2,80}?)(?=\s{2,}|\s+名\s*称|\s*[销购]|[\t\n]|$)/g),
  ].map(([, name = '']) => name.trim())
  const [buyerTaxNo = '', sellerTaxNo = ''] = [
    ...text.matchAll(/(?:纳税人识别号|统一社会信用代码)[^:\n]{0,14}:\s*([0-9A-Z]{15,20})/g),
  ].map(([, taxNo = '']) => taxNo)
  return {
    number,
    buyer,
    seller,
    buyerTaxNo,
    sellerTaxNo,
    code: first(new RegExp(String.raw`${spaced('发票代码')}\s*:?\s*(\d{12}|\d{10})(?!\d)`)),
    date:
      dayOf(first(/开\s*票\s*日\s*期\s*:?\s*([^\n\t]{8,16})/)) ||
      dayOf(first(/(20\d{2}\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日)/)),
    amount: sums?.[1] === undefined || sums[2] === undefined ? null : fenOf(sums[1]),
    tax: sums?.[2] === undefined ? null : fenOf(sums[2]),
    total: fenOf(total) ?? largest(text),
    item: first(/(\*[^*\s]{2,20}\*[^\s\t]{1,40})/),
  }
}

/** The largest amount behind ¥: the total, where nothing names it. */
function largest(text: string): number | null {
  const amounts = [...text.matchAll(/[¥￥]\s*(-?\d[\d,]*\.\d{2})(?!\d)/g)].flatMap(
    ([, amount = '']) => fenOf(amount) ?? [],
  )
  return amounts.length === 0 ? null : Math.max(...amounts)
}

/** What two copies of one invoice share, or '' where it carries no number. */
export const invoiceKey = ({ number, code }: Pick<InvoiceFacts, 'number' | 'code'>): string =>
  number === '' ? '' : number.length === 20 ? number : `${code}/${number}`
