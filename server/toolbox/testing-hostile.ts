import { deflateSync, strToU8, zipSync } from 'fflate'
import { crc32 } from 'node:zlib'
import type { Handed } from './testing-toolbox.ts'

const zip = (parts: Record<string, string | Uint8Array>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([at, part]) => [at, typeof part === 'string' ? strToU8(part) : part]),
      ),
    ),
  )

const chunk = (kind: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, sum])
}

/** A PNG that says it has so many pixels and packs them as next to nothing. */
export function hugePng(side = 60_000): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.concat([Buffer.from([0x78, 0x9c]), deflateSync(new Uint8Array(1 << 20)), Buffer.alloc(4)])
  const sign = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([sign, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

const entities = `<!DOCTYPE x [<!ENTITY a "0123456789">${Array.from({ length: 12 }, (_, at) => `<!ENTITY ${'abcdefghijklmn'[at + 1]} "${`&${'abcdefghijklmn'[at]};`.repeat(10)}">`).join('')}]>`
const ofdRoot = (inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>${inner}<ofd:OFD xmlns:ofd="http://www.ofdspec.org/2016" Version="1.0"><ofd:DocBody><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`
const workbook = '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets/></workbook>'

/** Files that want to do harm or are nothing, one of each kind; `as` is the ending they are handed in under. */
export const hostileFiles = (): Handed[] => [
  { name: '坏.pdf', content: '%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 1 0 R>> endobj trailer <</Root 1 0 R>>' },
  { name: '坏.xlsx', content: Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(300, 7)]) },
  { name: '半个.xls', content: Buffer.from('d0cf11e0a1b11ae1', 'hex') },
  {
    name: '炸弹.xlsx',
    content: zip({ 'xl/workbook.xml': workbook, 'xl/worksheets/sheet1.xml': new Uint8Array(120_000_000) }),
  },
  {
    name: '炸弹.ofd',
    content: zip({ 'OFD.xml': ofdRoot(''), 'Doc_0/Document.xml': new Uint8Array(120_000_000).fill(32) }),
  },
  { name: '实体.ofd', content: zip({ 'OFD.xml': ofdRoot(entities).replace('Doc_0', '&l;') }) },
  {
    name: '路径.ofd',
    content: zip({
      'OFD.xml': ofdRoot('').replace('Doc_0/', '../../../../etc/'),
      '../../../../etc/Document.xml': '<a/>',
    }),
  },
  {
    name: '外部.xml',
    content: '<?xml version="1.0"?><!DOCTYPE e [<!ENTITY x SYSTEM "file:///etc/passwd">]><EInvoice>&x;</EInvoice>',
  },
  { name: '实体.xml', content: `<?xml version="1.0"?>${entities}<EInvoice>&l;</EInvoice>` },
  { name: '巨图.png', content: hugePng() },
  { name: '巨图.jpg', content: hugePng() },
  {
    name: '脚本.xls',
    content:
      '<html><body><script>fetch("http://127.0.0.1:9/x")</script><img src="http://127.0.0.1:9/p.png"><link rel=stylesheet href="http://127.0.0.1:9/s.css"><table><tr><td>日期</td><td>=HYPERLINK("http://x","点")</td></tr><tr><td onclick="x()">=cmd|\' /C calc\'!A0</td><td>@SUM(1)</td></tr></table></body></html>',
  },
  { name: '=cmd|calc!A0.csv', content: '日期,金额\n=1+1,2\n' },
  { name: '变.pdf', content: 'not a pdf but words\n' },
  { name: '变.csv', content: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 255, 254, 0, 0, 1]) },
]
