/** Elements of a drawing, those that references repeat counted each time; from here on a browser hangs. */
export const MOST_DRAWN = 100_000
/** Drawings inside drawings. */
const DEEPEST = 3
const INNER = /data:image\/svg\+xml([^,]*),/i
const REFERENCE = /url\(\s*["']?#([^"')\s]+)["']?\s*\)/gi

/**
 * How many elements a browser would draw for an SVG, as it stands and by what it repeats (`use`, patterns, markers, masks, other
 * drawings inside). Infinity where references run in a circle; undefined where the text is no drawing.
 */
export function svgCost(text: string, depth = 0): number | undefined {
  const document = new DOMParser().parseFromString(text, 'image/svg+xml')
  const root = document.documentElement
  if (root.localName !== 'svg' || document.querySelector('parsererror')) return undefined
  // what styles name may be on every element
  const styles = [...root.querySelectorAll('style')].map((style) => unescaped(style.textContent ?? ''))
  const styled = styles.flatMap(named)
  const byId = new Map<string, Element>()
  // as a browser looks them up: the first of a name
  for (const one of root.querySelectorAll('[id]')) if (!byId.has(one.id)) byId.set(one.id, one)
  const known = new Map<Element, number>()
  const open = new Set<Element>()
  const costOf = (element: Element): number => {
    const before = known.get(element)
    if (before !== undefined) return before
    if (open.has(element)) return Infinity
    open.add(element)
    let cost = 1
    for (const id of referencesOf(element)) {
      const target = byId.get(id)
      if (target) cost += costOf(target)
    }
    for (const child of element.children) cost += costOf(child)
    open.delete(element)
    known.set(element, cost)
    return cost
  }
  try {
    let cost = costOf(root)
    const count = root.querySelectorAll('*').length
    for (const id of styled) {
      const target = byId.get(id)
      if (target && !isShade(target)) cost += count * costOf(target)
    }
    for (const value of [...attributeValues(root), ...styles])
      if (INNER.test(value))
        // one that cannot be made out counts as the worst: it may be that only we cannot
        cost += depth >= DEEPEST ? Infinity : (svgCost(innerSvg(value), depth + 1) ?? Infinity)
    return cost
  } catch (error) {
    // nested deeper than can be followed
    if (error instanceof RangeError) return Infinity
    throw error
  }
}

const named = (text: string): string[] => [...text.matchAll(REFERENCE)].map(([, id = '']) => decoded(id))
/** Shades are drawn once, however often they are named. */
const isShade = ({ localName }: Element) => /^(?:linear|radial)Gradient$/.test(localName)

function* attributeValues(root: Element): Generator<string> {
  for (const element of [root, ...root.querySelectorAll('*')])
    for (const { value } of element.attributes) yield unescaped(value)
}

/** As CSS and addresses are read: `\\23 a` is `#a`, and breaks of lines are not there. */
function unescaped(text: string): string {
  const plain = text.includes('\\')
    ? text
        .replace(/\\([\da-f]{1,6})\s?/gi, (_, code: string) =>
          String.fromCodePoint(Number.parseInt(code, 16) % 0x10ffff),
        )
        .replace(/\\(.)/g, '$1')
    : text
  return plain.replace(/[\t\r\n]/g, '')
}

/** Ids an element names in any attribute: an animation may put the value of one into another. */
function referencesOf(element: Element): string[] {
  const found: string[] = []
  for (const attribute of element.attributes) {
    const value = unescaped(attribute.value)
    if (!value.includes('#') || element.localName === 'a') continue
    found.push(...named(value))
    for (const part of value.split(';')) if (part.trim().startsWith('#')) found.push(decoded(part.trim().slice(1)))
  }
  return found
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The first drawing in a value: of a style up to what closes it, of an address to its end. */
function innerSvg(value: string): string {
  const [begin = '', how = ''] = INNER.exec(value) ?? []
  const at = value.indexOf(begin)
  const quote = /["'(]$/.exec(value.slice(0, at))?.[0] ?? ''
  const rest = value.slice(at + begin.length)
  const end = quote === '' ? -1 : rest.indexOf(quote === '(' ? ')' : quote)
  // several in one value: none of them can be told apart safely
  if (INNER.test(rest)) return ''
  const data = decoded(end < 0 ? rest : rest.slice(0, end))
  try {
    return /;\s*base64\s*$/i.test(how)
      ? new TextDecoder().decode(Uint8Array.from(atob(data.replace(/\s/g, '')), (sign) => sign.charCodeAt(0)))
      : data
  } catch {
    return ''
  }
}

/** The text of an SVG in the encoding it declares; what is checked is then what is drawn. */
export async function svgText(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const wide =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : ''
  const said = wide || (/^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head)?.[1] ?? 'utf-8')
  return decoderOf(said)
    .decode(bytes)
    .replace(/^(\s*<\?xml[^>]*?)\sencoding=["'][\w-]+["']/, '$1')
}

function decoderOf(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}
