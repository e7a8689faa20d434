/** Words on a page of a test's PDF, in points from its lower left corner. */
export type TestWords = {
  text: string
  x: number
  y: number
  size?: number
  /** Three numbers from 0 to 1. */
  color?: string
  /** 3 draws nothing. */
  mode?: number
}
export type TestPage = {
  words?: readonly TestWords[]
  /** Operators written before the words: areas, lines. */
  under?: string
  /** A grey picture over the whole page, as a scan is. */
  scan?: boolean
}

/** The object that is this page; its words are the next one. */
const pageAt = (index: number) => 7 + index * 2

/**
 * A small PDF. Latin words are set in Helvetica, others in 宋体 by name, without the font, as UniGB-UCS2-H (`encoding`) or GBK.
 * `lies` puts another number of pages into its root.
 */
export function testPdf(pages: readonly TestPage[], { encoding = 'UniGB-UCS2-H', lies = 0 } = {}): Buffer {
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(
    `<< /Type /Pages /Count ${lies || pages.length} /Kids [${pages.map((_, at) => `${pageAt(at)} 0 R`).join(' ')}] >>`,
  )
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  add(`<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /${encoding} /DescendantFonts [5 0 R] >>`)
  add(
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 >>',
  )
  const pixels = 'A'.repeat(60 * 80)
  add(
    `<< /Type /XObject /Subtype /Image /Width 60 /Height 80 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length ${pixels.length} >>\nstream\n${pixels}\nendstream`,
  )
  for (const [index, { words = [], under = '', scan = false }] of pages.entries()) {
    const content = [
      under,
      scan ? 'q 595 0 0 842 0 0 cm /S Do Q' : '',
      ...words.map((one) => shown(one, encoding)),
    ].join('\n')
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${pageAt(index) + 1} 0 R /Resources << /Font << /F 3 0 R /C 4 0 R >> /XObject << /S 6 0 R >> >> >>`,
    )
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  }
  let text = '%PDF-1.4\n'
  const places = objects.map((body, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${body}\nendobj\n`
    return place
  })
  const start = text.length
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

function shown({ text, x, y, size = 12, color = '0 0 0', mode = 0 }: TestWords, encoding: string): string {
  const latin = /^[ -~]*$/.test(text)
  const codes = latin
    ? Buffer.from(text, 'latin1')
    : encoding.startsWith('GBK')
      ? gbk(text)
      : Buffer.from(text, 'utf16le').swap16()
  return `BT /${latin ? 'F' : 'C'} ${size} Tf ${color} rg ${mode} Tr ${x} ${y} Td <${codes.toString('hex')}> Tj ET`
}

/** The platform only reads GBK: its characters are found by reading every code. */
function gbk(text: string): Buffer {
  const decoder = new TextDecoder('gbk')
  const codes = new Map<string, number>()
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const sign = decoder.decode(Uint8Array.of(lead, trail))
      if (sign.length === 1 && !codes.has(sign)) codes.set(sign, (lead << 8) | trail)
    }
  return Buffer.from(
    Array.from(text).flatMap((sign) => {
      const code = codes.get(sign) ?? sign.charCodeAt(0)
      return code > 0xff ? [code >> 8, code & 0xff] : [code]
    }),
  )
}
