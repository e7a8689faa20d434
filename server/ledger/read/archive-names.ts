/** The upper half of code page 437, in which tools that know no other encoding show the bytes of a name. */
const upper437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

const gb = new TextDecoder('gb18030', { fatal: true })
const strict = new TextDecoder('utf-8', { fatal: true })

const decodedBy = (decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * The name of an archive's member from its bytes: UTF-8 if it is marked so or valid as such, else GBK, in which Chinese
 * systems write it unmarked. A name that was once read as CP437 and stored as UTF-8 (`╫╩▓·`) is put right.
 */
export function memberName(bytes: Uint8Array, markedUtf8: boolean): string {
  const text = decodedBy(strict, bytes)
  if (text === undefined) return decodedBy(gb, bytes) ?? new TextDecoder('latin1').decode(bytes)
  if (!markedUtf8 && /^[\x20-\x7e]*$/.test(text)) return text
  return unmangled(text) ?? text
}

/** The text whose GBK bytes were shown as CP437, if these characters are such bytes. */
function unmangled(text: string): string | undefined {
  if (!/[\u2500-\u259f]/.test(text) || /[\u3400-\u9fff]/.test(text)) return undefined
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const place = upper437.indexOf(character)
    if (code < 0x80) bytes.push(code)
    else if (place >= 0) bytes.push(0x80 + place)
    else return undefined
  }
  return decodedBy(gb, Uint8Array.from(bytes))
}

/** Whether a member's name tries to leave the archive's folder, or names a place on a drive. */
export const leavesFolder = (name: string): boolean =>
  /^(?:[/\\]|[A-Za-z]:)/.test(name) || name.split(/[/\\]/).includes('..') || name.includes('\0')

/** What systems put into archives of their own accord. */
export const systemMember = (name: string): boolean =>
  /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|~\$|\._)/i.test(name)
