/**
 * MD5 (RFC 1321) of a text's UTF-8 bytes, lower-case hex. Only because the wire asks for it: the server keeps argon2id of
 * what arrives, and TLS protects the way.
 */
export function md5(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const blocks = ((bytes.length + 8) >> 6) + 1
  const words = new Uint32Array(blocks * 16)
  const view = new Uint8Array(words.buffer)
  view.set(bytes)
  view[bytes.length] = 0x80
  words[blocks * 16 - 2] = bytes.length << 3
  words[blocks * 16 - 1] = Math.floor(bytes.length / 0x20000000)

  let [a, b, c, d] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  for (let block = 0; block < blocks; block++) {
    const before = [a, b, c, d] as const
    for (let step = 0; step < 64; step++) {
      const round = step >> 4
      const [mixed, at] =
        round === 0
          ? [(b & c) | (~b & d), step]
          : round === 1
            ? [(d & b) | (~d & c), (5 * step + 1) & 15]
            : round === 2
              ? [b ^ c ^ d, (3 * step + 5) & 15]
              : [c ^ (b | ~d), (7 * step) & 15]
      const sum = (a + mixed + (sines[step] ?? 0) + (words[block * 16 + at] ?? 0)) | 0
      const turn = turns[round]?.[step & 3] ?? 0
      ;[a, d, c, b] = [d, c, b, (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0]
    }
    a = (a + before[0]) | 0
    b = (b + before[1]) | 0
    c = (c + before[2]) | 0
    d = (d + before[3]) | 0
  }
  return [...new Uint8Array(Uint32Array.of(a, b, c, d).buffer)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

const sines = Array.from({ length: 64 }, (_, step) => Math.floor(Math.abs(Math.sin(step + 1)) * 0x100000000) | 0)
const turns = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
]
