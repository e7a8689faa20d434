/** The two-byte part of GB18030 by character, which holds what our texts are written in. */
function twoByteCodes(): Map<string, number> {
  const decoder = new TextDecoder('gb18030')
  const codes = new Map<string, number>()
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const text = low === 0x7f ? '' : decoder.decode(Uint8Array.of(high, low))
      if (text.length === 1 && text !== '\ufffd') codes.set(text, (high << 8) | low)
    }
  return codes
}

/** Text as GB18030 bytes. Throws on a character that needs four bytes: our generator writes none. */
export function encodeGb18030(text: string): Uint8Array {
  const codes = twoByteCodes()
  const bytes = new Uint8Array(text.length * 2)
  let size = 0
  for (const character of text) {
    const ascii = character.charCodeAt(0)
    const code = ascii < 0x80 ? ascii : codes.get(character)
    if (code === undefined) throw new Error(`${character} has no two-byte code in GB18030`)
    if (code > 0xff) bytes[size++] = code >> 8
    bytes[size++] = code & 0xff
  }
  return bytes.subarray(0, size)
}
