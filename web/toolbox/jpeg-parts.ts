/** What a JPEG says of itself; undefined where it is none. */
export type JpegHead = { width: number; height: number; channels: number }
type Segment = { marker: number; from: number; to: number }

/** The segments before the picture's own data. */
function* segments(bytes: Uint8Array): Generator<Segment> {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const to = at + 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)
    yield { marker, from: at, to }
    if (marker === 0xda || to <= at + 3) return
    at = to
  }
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

export function jpegHead(bytes: Uint8Array): JpegHead | undefined {
  for (const { marker, from } of segments(bytes))
    if (isFrame(marker)) {
      const at = (place: number) => bytes[from + place] ?? 0
      return { height: at(5) * 256 + at(6), width: at(7) * 256 + at(8), channels: at(9) }
    }
  return undefined
}

/** Without what cameras add: in a PDF neither their turning nor their colours count. How its colours are coded stays. */
export function bareJpeg(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [bytes.subarray(0, 2)]
  let end = 2
  for (const { marker, from, to } of segments(bytes)) {
    if (marker === 0xda) break
    const added = (marker >= 0xe0 && marker <= 0xef && marker !== 0xee) || marker === 0xfe
    if (!added) parts.push(bytes.subarray(from, to))
    end = to
  }
  parts.push(bytes.subarray(end))
  const bare = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bare.set(part, at)
    at += part.length
  }
  return bare
}
