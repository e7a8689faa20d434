import { open } from 'node:fs/promises'
import { MOST_TEXT, TEXT_PIECE } from '#contract/viewer.ts'
import { type Encoding, encodingOf } from '#server/ledger/read/encoding.ts'

export type TextPiece = { text: string; next: number | null; encoding: Encoding; cut: boolean }

const HEAD = 64 * 1024

/** A piece of a text file, cut at the end of a line where there is one; bytes that are no text show as replacement characters. */
export async function textPiece(path: string, size: number, from: number): Promise<TextPiece> {
  const handle = await open(path)
  try {
    const part = async (at: number, length: number) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - at)))
      await handle.read(bytes, 0, bytes.length, at)
      return bytes
    }
    const encoding = await encodingOf(path, await part(0, HEAD))
    const end = Math.min(size, MOST_TEXT)
    const bytes = await part(from, Math.min(TEXT_PIECE, end - from))
    const last = from + bytes.length >= end
    const kept = last ? bytes : bytes.subarray(0, lineEnd(bytes, encoding))
    const next = from + kept.length
    return {
      text: new TextDecoder(encoding).decode(kept).replaceAll('\r\n', '\n'),
      next: next >= end ? null : next,
      encoding,
      cut: next >= end && next < size,
    }
  } finally {
    await handle.close()
  }
}

/** After the last line break; without one after the last whole character. No second byte of a Chinese character is one. */
function lineEnd(bytes: Buffer, encoding: Encoding): number {
  const wide = encoding.startsWith('utf-16')
  const mark = encoding === 'utf-16le' ? '\n\0' : encoding === 'utf-16be' ? '\0\n' : '\n'
  const found = bytes.lastIndexOf(Buffer.from(mark, 'latin1'))
  if (found <= 0) return encoding === 'utf-8' ? wholeUtf8(bytes) : bytes.length - (bytes.length % 2)
  // half of one character and half of the next look like a break
  return wide && found % 2 === 1 ? lineEnd(bytes.subarray(0, found), encoding) : found + mark.length
}

/** Up to where the last character begins: it may go on in the next piece. */
function wholeUtf8(bytes: Buffer): number {
  let end = bytes.length - 1
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return end > 0 ? end : bytes.length
}
