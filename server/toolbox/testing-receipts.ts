import { PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { testPdf } from '../document/testing-pdf.ts'

export type TestReceipt = {
  number: string
  /** YYYY-MM-DD. */
  date: string
  /** 价税合计 in fen. */
  total: number
  seller?: string
}

const yuan = (fen: number) => (fen / 100).toFixed(2)

/** A digital invoice as a PDF of one page: its words in 宋体, in the places the tax bureau's form has them. */
export function receiptPdf({ number, date, total, seller = '上海某某酒店有限公司' }: TestReceipt): Buffer {
  const [year, month, day] = date.split('-')
  const amount = Math.round(total / 1.06)
  return testPdf([
    {
      under: '0.8 0 0 RG 1 w 30 500 535 300 re S',
      words: [
        { text: '电子发票（普通发票）', x: 200, y: 770, size: 18 },
        { text: '发票号码：', x: 380, y: 770 },
        { text: number, x: 445, y: 770, size: 10 },
        { text: '开票日期：', x: 380, y: 750 },
        { text: `${year}年${month}月${day}日`, x: 445, y: 750, size: 10 },
        { text: `名称：北京客户有限公司`, x: 40, y: 700 },
        { text: `名称：${seller}`, x: 310, y: 700 },
        { text: '*住宿服务*住宿费', x: 40, y: 640 },
        { text: '合计', x: 60, y: 580 },
        { text: `¥${yuan(amount)}`, x: 380, y: 580 },
        { text: `¥${yuan(total - amount)}`, x: 480, y: 580 },
        { text: '价税合计（大写）', x: 60, y: 550 },
        { text: `（小写）¥${yuan(total)}`, x: 400, y: 550 },
      ],
    },
  ])
}

/** The same with a red stamp above the page, as a stamp annotation or as what a signature shows. */
export async function stampedPdf(receipt: TestReceipt, kind: 'Stamp' | 'Widget' = 'Stamp'): Promise<Buffer> {
  const document = await PDFDocument.load(receiptPdf(receipt))
  const { context } = document
  const [page] = document.getPages()
  const look = context.register(
    context.stream('1 0 0 rg 0 0 100 100 re f', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 100, 100] }),
  )
  const stamp = context.obj({ Type: 'Annot', Subtype: kind, Rect: [250, 640, 350, 740], F: 4, AP: { N: look } })
  if (kind === 'Widget') stamp.set(PDFName.of('FT'), PDFName.of('Sig'))
  stamp.set(PDFName.of('Contents'), PDFHexString.fromText('发票专用章'))
  page?.node.set(PDFName.of('Annots'), context.obj([context.register(stamp)]))
  return Buffer.from(await document.save())
}

/** A photograph of a ticket: noise on paper, with a dark bar along what is its upper edge when held right. */
export async function photo(
  {
    width = 1200,
    height = 900,
    orientation = 1,
    seed = 1,
  }: Partial<Record<'width' | 'height' | 'orientation' | 'seed', number>> = {},
  format: 'jpeg' | 'png' = 'jpeg',
): Promise<Buffer> {
  const bar = Buffer.from(
    `<svg width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#f4efe2"/>
     <rect width="${width}" height="${Math.round(height / 8)}" fill="#10206f"/>
     ${Array.from({ length: 40 }, (_, at) => `<rect x="${(at * 97 * seed) % width}" y="${height / 4 + ((at * 53) % (height / 2))}" width="${60 + at}" height="9" fill="#333"/>`).join('')}</svg>`,
  )
  const picture = sharp(bar).withMetadata({ orientation })
  return format === 'jpeg' ? picture.jpeg({ quality: 90 }).toBuffer() : picture.png().toBuffer()
}
