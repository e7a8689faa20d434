import { type PictureType, pictureType } from './picture-type.ts'

const OCTET_STRING = 0x04
const DEEPEST = 24

export type SealPicture = { kind: 'ofd'; bytes: Buffer } | { kind: 'picture'; type: PictureType; bytes: Buffer }

/**
 * The picture of an electronic seal in a signature or seal file (GB/T 38540, GM/T 0031: DER), without judging the signature: the
 * first octet string that is a picture or an OFD. Undefined where there is none.
 */
export function sealPicture(der: Buffer): SealPicture | undefined {
  return search(der, 0, { steps: 20_000 })
}

function search(der: Buffer, depth: number, left: { steps: number }): SealPicture | undefined {
  let at = 0
  while (at + 2 <= der.length && left.steps > 0) {
    left.steps -= 1
    const tag = der[at] ?? 0
    const { start, length } = contentOf(der, at + 1)
    if (start < 0 || start + length > der.length) return undefined
    const content = der.subarray(start, start + length)
    const found = tag & 0x20 ? depth < DEEPEST && search(content, depth + 1, left) : undefined
    if (found) return found
    const picture = tag === OCTET_STRING ? asPicture(content) : undefined
    if (picture) return picture
    at = start + length
  }
  return undefined
}

/** Where the content of an element begins and how long it is; −1 for what is not DER. */
function contentOf(der: Buffer, at: number): { start: number; length: number } {
  const first = der[at] ?? 0
  if (first < 0x80) return { start: at + 1, length: first }
  const count = first & 0x7f
  if (count === 0 || count > 4 || at + 1 + count > der.length) return { start: -1, length: 0 }
  return { start: at + 1 + count, length: der.readUIntBE(at + 1, count) }
}

function asPicture(bytes: Buffer): SealPicture | undefined {
  if (bytes.length < 40) return undefined
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return { kind: 'ofd', bytes }
  const type = pictureType(bytes)
  return type && { kind: 'picture', type, bytes }
}
