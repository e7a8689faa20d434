// Fonts that a PDF names without carrying them (宋体 with GBK-EUC-H or UniGB-UCS2-H, as older programs write) say which
// characters they show only through Adobe's character maps. For reading it is enough to know the Unicode character of each code,
// so maps are made here from the platform's own decoders: the number of a glyph *is* its character, and the map from glyphs to
// characters is the identity. Widths of glyphs are then those of the font's default, which places Chinese text well enough.

type Wanted = { kind: string; filename: string }

const collections = new Set(['Adobe-GB1-UCS2', 'Adobe-CNS1-UCS2', 'Adobe-Japan1-UCS2', 'Adobe-Korea1-UCS2'])

/** Answers what the PDF reader asks for; one per document. */
export class CharacterMaps {
  /** Whether a font of this document named its characters by a map made here. */
  #made = false

  fetch({ kind, filename }: Wanted): Promise<Uint8Array> {
    return kind === 'cMapUrl' ? this.#map(filename) : Promise.reject(new Error(`no ${filename}`))
  }

  #map(name: string): Promise<Uint8Array> {
    if (collections.has(name)) {
      // glyph numbers of the real collection cannot be told apart from characters: then nothing is better than wrong words
      return this.#made ? answer(identityMap(name)) : Promise.reject(new Error(`no ${name}`))
    }
    const map = mapOf(name)
    if (!map) return Promise.reject(new Error(`no ${name}`))
    this.#made = true
    return answer(map)
  }
}

const answer = (text: string): Promise<Uint8Array> => Promise.resolve(new TextEncoder().encode(text))

function mapOf(name: string): string | null {
  const vertical = name.endsWith('-V')
  const family = name.replace(/-[HV]$/, '')
  if (/^Uni(?:GB|CNS|JIS|KS)-(?:UCS2|UTF16)$/.test(family))
    return written(name, ['<0000> <ffff>'], ranges16(), vertical)
  if (/^(?:GBK2K|GBKp?-EUC|GB-EUC|GBpc-EUC|GBT-EUC)$/.test(family))
    return written(name, ['<00> <80>', '<8140> <fefe>'], doubleBytes('gb18030'), vertical)
  if (/^(?:B5pc|ETen-B5|ETenms-B5|HKscs-B5)$/.test(family))
    return written(name, ['<00> <80>', '<8140> <fefe>'], doubleBytes('big5'), vertical)
  return null
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/** A range may not cross the last byte of its codes. */
const ranges16 = (): string[] =>
  Array.from({ length: 256 }, (_, high) => `<${hex(high << 8, 4)}> <${hex((high << 8) | 0xff, 4)}> ${high << 8}`)

function doubleBytes(encoding: 'gb18030' | 'big5'): string[] {
  const decoder = new TextDecoder(encoding)
  const ranges = ['<00> <7f> 0']
  for (let lead = 0x81; lead <= 0xfe; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      if (trail === 0x7f) continue
      const character = decoder.decode(Uint8Array.of(lead, trail))
      if (character.length !== 1 || character === '\ufffd') continue
      const code = hex((lead << 8) | trail, 4)
      ranges.push(`<${code}> <${code}> ${character.charCodeAt(0)}`)
    }
  }
  return ranges
}

function written(name: string, spaces: string[], ranges: string[], vertical: boolean): string {
  return [
    'begincmap',
    `/CMapName /${name} def`,
    `/WMode ${vertical ? 1 : 0} def`,
    `${spaces.length} begincodespacerange`,
    ...spaces,
    'endcodespacerange',
    `${ranges.length} begincidrange`,
    ...ranges,
    'endcidrange',
    'endcmap',
  ].join('\n')
}

const identityMap = (name: string): string =>
  [
    'begincmap',
    `/CMapName /${name} def`,
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    '256 beginbfrange',
    ...Array.from(
      { length: 256 },
      (_, high) => `<${hex(high << 8, 4)}> <${hex((high << 8) | 0xff, 4)}> <${hex(high << 8, 4)}>`,
    ),
    'endbfrange',
    'endcmap',
  ].join('\n')
