import { Refusal } from '#server/kernel/errors.ts'

/** An element with its namespace resolved; `text` and children in order. */
export type DavElement = { ns: string; name: string; children: (DavElement | string)[] }

const DEEPEST = 40
const MOST_ELEMENTS = 2_000
/** Each element that declares one copies what stands around it. */
const MOST_PREFIXES = 200
const XML = 'http://www.w3.org/XML/1998/namespace'
const name = String.raw`[\p{L}_][\p{L}\p{N}\p{M}._\-·]*`
const qname = new RegExp(`^(?:(${name}):)?(${name})$`, 'u')
const token =
  /<!--(?:[^-]|-(?!->))*-->|<\?[^>]*\?>|<!\[CDATA\[[\s\S]*?\]\]>|<(\/?)([^\s/>=!?'"<]+)((?:\s+[^\s=/>]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const bad = () => new Refusal('davBody')

/** Characters that stand for others; entities of a document's own are not resolved, they are an error. */
function plain(text: string): string {
  return text.replaceAll(/&([^;&]{0,12});?/g, (whole, body: string) => {
    const code = /^#x([\da-f]{1,6})$/i.exec(body)?.[1]
    const number = code === undefined ? Number(/^#(\d{1,7})$/.exec(body)?.[1] ?? Number.NaN) : Number.parseInt(code, 16)
    const known = Object.hasOwn(named, body) ? named[body] : undefined
    if (!whole.endsWith(';') || (known === undefined && !isCharacter(number))) throw bad()
    return known ?? String.fromCodePoint(number)
  })
}
const isCharacter = (code: number) =>
  (code === 9 || code === 10 || code === 13 || code >= 0x20) &&
  code <= 0x10ffff &&
  !(code >= 0xd800 && code <= 0xdfff) &&
  code !== 0xfffe &&
  code !== 0xffff

/**
 * Reads a small XML body with its namespaces: the root element. Refuses (davBody) what is not well formed, a DOCTYPE, unknown
 * entities and prefixes, and nesting that no client sends.
 */
export function readXml(body: string): DavElement {
  const top: DavElement = { ns: '', name: '', children: [] }
  const open: { element: DavElement; tag: string; scope: ReadonlyMap<string, string> }[] = [
    { element: top, tag: '', scope: new Map([['xml', XML]]) },
  ]
  let at = body.startsWith('\ufeff') ? 1 : 0
  let count = 0
  token.lastIndex = at
  while (at < body.length) {
    token.lastIndex = at
    const match = token.exec(body)
    const here = open.at(-1)
    if (!match || !here) throw bad()
    at = token.lastIndex
    const [whole, closing, tag, attributes = '', empty, text] = match
    if (text !== undefined || whole.startsWith('<![CDATA[')) {
      const value = text === undefined ? whole.slice(9, -3) : plain(text)
      if (open.length === 1 && value.trim() !== '') throw bad()
      here.element.children.push(value)
    } else if (tag !== undefined && closing) {
      if (open.length < 2 || here.tag !== tag || attributes !== '' || empty) throw bad()
      open.pop()
    } else if (tag !== undefined) {
      count += 1
      if (count > MOST_ELEMENTS || open.length > DEEPEST) throw bad()
      const scope = scopeOf(attributes, here.scope)
      const element = { ...resolved(tag, scope), children: [] }
      here.element.children.push(element)
      if (!empty) open.push({ element, tag, scope })
    }
  }
  const roots = elementsOf(top)
  const [root] = roots
  if (open.length !== 1 || !root || roots.length > 1) throw bad()
  return root
}

function scopeOf(attributes: string, outer: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  if (!attributes.includes('xmlns')) return outer
  const scope = new Map(outer)
  for (const [, key = '', double, single] of attributes.matchAll(attribute)) {
    const value = plain(double ?? single ?? '')
    if (key === 'xmlns') scope.set('', value)
    else if (key.startsWith('xmlns:')) {
      // a prefix cannot be taken away (Namespaces in XML 1.0, 5)
      if (value === '') throw bad()
      scope.set(key.slice(6), value)
    }
    if (scope.size > MOST_PREFIXES) throw bad()
  }
  return scope
}

function resolved(tag: string, scope: ReadonlyMap<string, string>): { ns: string; name: string } {
  const match = qname.exec(tag)
  if (!match) throw bad()
  const [, prefix = '', local = ''] = match
  const ns = scope.get(prefix)
  if (ns === undefined && prefix !== '') throw bad()
  return { ns: ns ?? '', name: local }
}

export const elementsOf = (element: DavElement): DavElement[] =>
  element.children.filter((child) => typeof child !== 'string')
export const textOf = (element: DavElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')
/** The first child of a name in DAV's own namespace. */
export const davChild = (element: DavElement | undefined, local: string): DavElement | undefined =>
  element && elementsOf(element).find(({ ns, name: called }) => ns === 'DAV:' && called === local)

/** Text as XML may hold it: marked, and without characters that XML has none for. */
export const escaped = (text: string): string =>
  text
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '\ufffd')
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Elements as text again, each with its namespace written out: what a client noted goes back as it meant it. */
export const writtenXml = (children: DavElement['children']): string =>
  children
    .map((child) =>
      typeof child === 'string'
        ? escaped(child)
        : `<${child.name} xmlns="${escaped(child.ns)}">${writtenXml(child.children)}</${child.name}>`,
    )
    .join('')
