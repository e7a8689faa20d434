import { FileProblem } from './file-problem.ts'

/** The first look at a file: which reader it needs. */
export type Sniffed = 'zip' | 'ole2' | 'biff' | 'sylk' | 'dif' | 'html' | 'spreadsheetml' | 'xml' | 'json' | 'text'

const magics: {
  bytes: number[]
  at?: number
  problem: 'filePicture' | 'filePdf' | 'fileArchive' | 'fileOtherFormat'
  kind: string
}[] = [
  { bytes: [0x89, 0x50, 0x4e, 0x47], problem: 'filePicture', kind: 'PNG' },
  { bytes: [0xff, 0xd8, 0xff], problem: 'filePicture', kind: 'JPEG' },
  { bytes: [0x47, 0x49, 0x46, 0x38], problem: 'filePicture', kind: 'GIF' },
  { bytes: [0x49, 0x49, 0x2a, 0x00], problem: 'filePicture', kind: 'TIFF' },
  { bytes: [0x4d, 0x4d, 0x00, 0x2a], problem: 'filePicture', kind: 'TIFF' },
  { bytes: [0x57, 0x45, 0x42, 0x50], at: 8, problem: 'filePicture', kind: 'WebP' },
  { bytes: [0x66, 0x74, 0x79, 0x70, 0x68, 0x65], at: 4, problem: 'filePicture', kind: 'HEIC' },
  { bytes: [0x42, 0x4d], problem: 'filePicture', kind: 'BMP' },
  { bytes: [0x25, 0x50, 0x44, 0x46], problem: 'filePdf', kind: 'PDF' },
  { bytes: [0x52, 0x61, 0x72, 0x21], problem: 'fileArchive', kind: 'RAR' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], problem: 'fileArchive', kind: '7z' },
  { bytes: [0x1f, 0x8b], problem: 'fileArchive', kind: 'gzip' },
]

/**
 * Recognises a file by its first bytes (64 KB are plenty), never by its name. Throws `FileProblem` for what is no
 * table: an empty file, a picture, a PDF, an archive, other binary data.
 */
export function sniff(head: Uint8Array): Sniffed {
  if (head.length === 0) throw new FileProblem('fileNoBytes')
  if (starts(head, [0x50, 0x4b, 0x03, 0x04]) || starts(head, [0x50, 0x4b, 0x05, 0x06])) return 'zip'
  if (starts(head, [0x49, 0x44, 0x3b])) return 'sylk'
  if (/^TABLE\s+0,1/.test(asciiOf(head))) return 'dif'
  if (starts(head, [0xd0, 0xcf, 0x11, 0xe0])) return 'ole2'
  // A bare BIFF stream: BOF of versions 2, 3, 4 or 5.
  if (head.length > 4 && head[0] === 0x09 && [0x00, 0x02, 0x04, 0x08].includes(head[1] ?? 1) && (head[2] ?? 255) <= 16)
    return 'biff'
  for (const magic of magics) {
    if (!starts(head, magic.bytes, magic.at)) continue
    if (magic.kind === 'BMP' && !binary(head)) continue
    throw new FileProblem(magic.problem, { kind: magic.kind })
  }
  const opening = asciiOf(head)
  if (/^(?:mime-version:|from:.*\r?\nsubject:)/i.test(opening)) {
    throw new FileProblem('fileOtherFormat', { kind: 'MHTML' })
  }
  if (/^<\?xml|^<(?:\w+:)?workbook/i.test(opening)) {
    if (/urn:schemas-microsoft-com:office:spreadsheet/i.test(opening)) return 'spreadsheetml'
    if (!/<html/i.test(opening)) return 'xml'
  }
  if (/^[[{]\s*["{[]/.test(opening)) return 'json'
  if (/^(?:<!--[\s\S]*?-->\s*)?<(?:!doctype\s+html|html|head|meta|body|table|style|div)\b/i.test(opening)) return 'html'
  if (/<html[\s>]/i.test(opening) && /<table|<body|<head/i.test(opening)) return 'html'
  if (binary(head) && utf16(head) === null) throw new FileProblem('fileBinary')
  return 'text'
}

/** UTF-16 without a mark shows as zeros in every other byte. */
export function utf16(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (starts(head, [0xff, 0xfe])) return 'utf-16le'
  if (starts(head, [0xfe, 0xff])) return 'utf-16be'
  const pairs = Math.min(head.length, 4096) >> 1
  if (pairs < 4) return null
  let even = 0
  let odd = 0
  for (let at = 0; at < pairs * 2; at += 2) {
    if (head[at] === 0) even += 1
    if (head[at + 1] === 0) odd += 1
  }
  if (odd > pairs * 0.2 && even < pairs * 0.02) return 'utf-16le'
  return even > pairs * 0.2 && odd < pairs * 0.02 ? 'utf-16be' : null
}

const starts = (head: Uint8Array, bytes: number[], at = 0) => bytes.every((byte, index) => head[at + index] === byte)

const binary = (head: Uint8Array) => {
  let control = 0
  const end = Math.min(head.length, 8192)
  for (let at = 0; at < end; at += 1) {
    const byte = head[at] ?? 0
    if (byte === 0) return true
    if (byte < 9 || (byte > 13 && byte < 27)) control += 1
  }
  return control > end * 0.02
}

/** The text of the opening with zeros and a mark left out: enough to see ASCII markup in any encoding. */
function asciiOf(head: Uint8Array): string {
  let text = ''
  for (const byte of head.subarray(0, 4096)) if (byte > 0 && byte < 0x80) text += String.fromCharCode(byte)
  return text.trimStart()
}
