import { sniff } from '#server/ledger/read/container.ts'
import { FileProblem } from '#server/ledger/read/file-problem.ts'
import { Refusal } from '#server/kernel/errors.ts'

/** The reader that a file's first bytes ask for. */
export type Reader = 'pdf' | 'zip' | 'workbook' | 'html' | 'json' | 'xml' | 'text' | 'image' | 'mail' | 'spreadsheetml'

const imageTypes: Record<string, string> = {
  PNG: 'image/png',
  JPEG: 'image/jpeg',
  GIF: 'image/gif',
  TIFF: 'image/tiff',
  WebP: 'image/webp',
  HEIC: 'image/heic',
  BMP: 'image/bmp',
}

/** Recognises a file by its first bytes, never by its name. Refuses what cannot be read here, with what to do. */
export function readerOf(head: Uint8Array, name: string): { reader: Reader; type?: string } {
  const ascii = Buffer.from(head.subarray(0, 4096)).toString('latin1')
  // a PDF may have a few bytes in front
  if (/^[\s\S]{0,1024}%PDF-\d/.test(ascii)) return { reader: 'pdf' }
  if (ascii.startsWith('{\\rtf')) throw new Refusal('documentOld', { file: name, kind: 'RTF', wanted: 'docx' })
  if (
    /^(?:(?:received|return-path|delivered-to|message-id|date|to|subject|x-[\w-]+|from|mime-version):[^\n]*\r?\n(?:[ \t][^\n]*\r?\n)*){2}/i.test(
      ascii,
    )
  )
    return { reader: 'mail' }
  try {
    const kind = sniff(head)
    if (kind === 'ole2') return oldOffice(head, name)
    if (kind === 'biff' || kind === 'sylk' || kind === 'dif') return { reader: 'workbook' }
    return { reader: kind }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    const kind = String(error.params['kind'] ?? '')
    if (error.code === 'filePicture') return { reader: 'image', type: imageTypes[kind] ?? 'application/octet-stream' }
    if (error.code === 'fileArchive') throw new Refusal('documentArchive', { file: name, kind })
    if (error.code === 'fileNoBytes') throw new Refusal('documentEmpty', { file: name })
    if (kind === 'MHTML') return { reader: 'mail' }
    throw new Refusal('documentOther', { file: name, kind: kind || '?' })
  }
}

/** A compound file is an old workbook, an old text or slides, or a package under a password: its directory names the streams. */
function oldOffice(head: Uint8Array, name: string): { reader: Reader } {
  const bytes = Buffer.from(head)
  const has = (stream: string) => bytes.includes(Buffer.from(stream, 'utf16le'))
  if (has('EncryptedPackage')) throw new Refusal('documentEncrypted', { file: name })
  if (has('WordDocument')) throw new Refusal('documentOld', { file: name, kind: 'doc', wanted: 'docx' })
  if (has('PowerPoint Document')) throw new Refusal('documentOld', { file: name, kind: 'ppt', wanted: 'pptx' })
  if (has('__properties_version1.0')) throw new Refusal('documentOther', { file: name, kind: 'msg' })
  return { reader: 'workbook' }
}
