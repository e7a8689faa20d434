import { FileProblem } from './file-problem.ts'

/** What a scanner meets, in order. `attributes` is the raw text between the name and `>`. */
export type MarkupEvents = {
  open(name: string, attributes: string, empty: boolean): void
  close(name: string): void
  text(text: string): void
}

export type MarkupScanner = { push(chunk: string): void; end(): void }

/**
 * Scans XML (or, with `html`, tag soup) in chunks of any size; memory is bounded by `limit` characters of one piece.
 * Names lose their prefix, in HTML also their case. Entities of the document's own are never resolved: XML with a
 * DOCTYPE is refused. Throws `FileProblem` fileDoctype, fileDamaged, fileTruncated.
 */
export function markupScanner(events: MarkupEvents, limit: number, html = false): MarkupScanner {
  let buffer = ''
  let skipUntil = ''

  const scan = (last: boolean) => {
    let at = 0
    for (;;) {
      if (skipUntil) {
        const end = buffer.indexOf(skipUntil, at)
        if (end < 0) {
          at = Math.max(at, buffer.length - skipUntil.length)
          break
        }
        at = end + skipUntil.length
        skipUntil = ''
      }
      const open = buffer.indexOf('<', at)
      if (open < 0 || open + 9 > buffer.length) {
        // Text may go on in the next chunk; it is handed over as it comes unless an entity may be cut.
        if (open < 0 && (last || buffer.lastIndexOf('&') < at)) {
          if (at < buffer.length) events.text(unescape(buffer.slice(at)))
          at = buffer.length
        }
        if (open < 0 || !last) break
      }
      if (open > at) events.text(unescape(buffer.slice(at, open)))
      at = open
      const end = tagEnd(open)
      if (end < 0) break
      at = end
    }
    buffer = buffer.slice(at)
    if (buffer.length > limit) throw new FileProblem('fileDamaged')
    if (last && (skipUntil || (buffer.length > 0 && !html))) throw new FileProblem('fileTruncated')
  }

  /** Handles the tag at `open`; the place after it, or -1 if it goes on in the next chunk. */
  const tagEnd = (open: number): number => {
    const second = buffer.charCodeAt(open + 1)
    if (second === 0x21) return declarationEnd(open)
    if (second === 0x3f) return after('?>', open)
    if (html && second !== 0x2f && !isLetter(second)) {
      events.text('<')
      return open + 1
    }
    const close = closingBracket(open)
    if (close < 0) return -1
    if (second === 0x2f) {
      events.close(named(buffer.slice(open + 2, close)))
      return close + 1
    }
    const empty = buffer.charCodeAt(close - 1) === 0x2f
    const body = buffer.slice(open + 1, empty ? close - 1 : close)
    const space = body.search(/\s/)
    const name = named(space < 0 ? body : body.slice(0, space))
    events.open(name, space < 0 ? '' : body.slice(space), empty)
    if (empty) events.close(name)
    else if (html && (name === 'script' || name === 'style')) skipUntil = `</${name}`
    return close + 1
  }

  const declarationEnd = (open: number): number => {
    if (buffer.startsWith('<!--', open)) return after('-->', open)
    if (buffer.startsWith('<![CDATA[', open)) {
      const end = buffer.indexOf(']]>', open)
      if (end < 0) return -1
      events.text(buffer.slice(open + 9, end))
      return end + 3
    }
    if (!html && /^<!DOCTYPE/i.test(buffer.slice(open, open + 9))) throw new FileProblem('fileDoctype')
    return after('>', open)
  }

  const after = (mark: string, open: number): number => {
    skipUntil = mark
    return open + 2
  }

  /** The `>` that ends the tag: not one inside an attribute's quotes. */
  const closingBracket = (open: number): number => {
    let even = true
    let at = open
    for (let close = buffer.indexOf('>', open); close >= 0; close = buffer.indexOf('>', close + 1)) {
      if (html) return close
      for (; at < close; at += 1) if (buffer.charCodeAt(at) === 0x22) even = !even
      if (even) return close
    }
    return -1
  }

  const named = (name: string): string => {
    const local = name.slice(name.indexOf(':') + 1).trim()
    return html ? local.toLowerCase() : local
  }

  return {
    push(chunk) {
      buffer += chunk
      scan(false)
    },
    end() {
      scan(true)
    },
  }
}

const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ', yen: '¥' }

/** Resolves the five entities of XML, two of HTML, and characters by number; any other stays as written. */
export function unescape(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]+));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name as string] ?? whole
    const point = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

const attributePatterns = new Map<string, RegExp>()

/** The value of an attribute whose name (without prefix) is `name`; undefined if absent. */
export function attribute(attributes: string, name: string): string | undefined {
  let pattern = attributePatterns.get(name)
  if (!pattern) {
    pattern = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i')
    attributePatterns.set(name, pattern)
  }
  const match = pattern.exec(attributes)
  const value = match?.[1] ?? match?.[2] ?? match?.[3]
  return value === undefined ? undefined : unescape(value)
}
