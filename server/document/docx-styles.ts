import { listNumber } from '#engine/document/list-number.ts'
import { attr, child, descendants, elements, under, type XmlNode } from './xml-tree.ts'

/** What a paragraph style says that matters for reading. */
export type DocxStyle = {
  /** 1 to 9; 0 is body text. */
  level: number
  hidden: boolean
  /** It lays a colour under its text, or parts of it. */
  ground: boolean
  numId?: string
  numLevel?: number
}

/** Styles by id, with what they inherit. */
export function docxStyles(tree: XmlNode | null): (id: string | undefined) => DocxStyle {
  const nodes = new Map<string, XmlNode>()
  for (const style of tree ? descendants(tree, 'style') : []) {
    const id = attr(style, 'styleId')
    if (id !== undefined) nodes.set(id, style)
  }
  const known = new Map<string, DocxStyle>()
  const body: DocxStyle = { level: 0, hidden: false, ground: false }
  const read = (id: string, depth: number): DocxStyle => {
    const cached = known.get(id)
    if (cached) return cached
    const node = nodes.get(id)
    if (!node || depth > 20) return body
    const base = attr(child(node, 'basedOn'), 'val')
    const from = base === undefined ? body : read(base, depth + 1)
    const name = attr(child(node, 'name'), 'val') ?? ''
    const outline = attr(under(node, 'pPr', 'outlineLvl'), 'val')
    const named = /^(?:heading|标题)\s*(\d)$/i.exec(name)?.[1]
    const numId = attr(under(node, 'pPr', 'numPr', 'numId'), 'val')
    const numLevel = attr(under(node, 'pPr', 'numPr', 'ilvl'), 'val')
    const style: DocxStyle = {
      ...from,
      level: levelOf(outline) ?? (named ? Number(named) : /^(?:title|标题)$/i.test(name) ? 1 : from.level),
      ground: from.ground || descendants(node, 'shd').some(coloured),
      hidden: hidesText(child(node, 'rPr')) ?? from.hidden,
      ...(numId === undefined ? {} : { numId }),
      ...(numLevel === undefined ? {} : { numLevel: Number(numLevel) }),
    }
    known.set(id, style)
    return style
  }
  return (id) => (id === undefined ? body : read(id, 0))
}

/** Outline levels count from 0; 9 is body text. */
export function levelOf(outline: string | undefined): number | undefined {
  if (outline === undefined) return undefined
  const level = Number(outline)
  return level >= 0 && level < 9 ? level + 1 : 0
}

const off = new Set(['0', 'false', 'none', 'off'])

/** Whether these properties of a run keep its text from being read; undefined if they say nothing on it. */
export function hidesText(properties: XmlNode | undefined): boolean | undefined {
  if (!properties) return undefined
  let said: boolean | undefined
  for (const one of elements(properties)) {
    const value = attr(one, 'val')
    if (one.name === 'vanish' || one.name === 'specVanish') said = said === true || !off.has(value ?? '')
    else if (one.name === 'color') said = said === true || nearWhite(value)
    // half points: below one point nobody reads
    else if (one.name === 'sz') said = said === true || Number(value ?? 24) <= 2
  }
  return said === true && shaded(properties) ? false : said
}

/** White words on a dark ground are read like any. */
export function shaded(properties: XmlNode | undefined): boolean {
  const ground = child(properties, 'shd')
  const mark = attr(child(properties, 'highlight'), 'val')
  return (ground !== undefined && coloured(ground)) || (mark !== undefined && mark !== 'none' && mark !== 'white')
}

function coloured(ground: XmlNode): boolean {
  const fill = attr(ground, 'fill')
  return fill !== undefined && fill !== 'auto' && !nearWhite(fill)
}

export const nearWhite = (color: string | undefined): boolean => /^#?(?:f[a-f0-9]){3}$/i.test(color ?? '')

type Level = { format: string; text: string; start: number; legal: boolean }

/** Counts numbered paragraphs: `next` answers the number in front of the next one, as the list's definition writes it. */
export function docxNumbering(tree: XmlNode | null): { next(numId: string, level: number): string } {
  const abstracts = new Map<string, Map<number, Level>>()
  for (const node of tree ? descendants(tree, 'abstractNum') : []) {
    abstracts.set(attr(node, 'abstractNumId') ?? '', new Map(descendants(node, 'lvl').map(levelEntry)))
  }
  const lists = new Map<string, { of: string; levels: Map<number, Level> }>()
  for (const node of tree ? descendants(tree, 'num') : []) {
    const of = attr(child(node, 'abstractNumId'), 'val') ?? ''
    const levels = new Map(abstracts.get(of))
    let own = of
    for (const change of descendants(node, 'lvlOverride')) {
      const at = Number(attr(change, 'ilvl') ?? 0)
      const whole = child(change, 'lvl')
      const start = attr(child(change, 'startOverride'), 'val')
      const level = whole ? levelEntry(whole)[1] : levels.get(at)
      // a list that starts anew counts by itself
      if (start !== undefined || whole) own = `num ${attr(node, 'numId') ?? ''}`
      if (level) levels.set(at, { ...level, start: start === undefined ? level.start : Number(start) })
    }
    lists.set(attr(node, 'numId') ?? '', { of: own, levels })
  }
  const counts = new Map<string, number[]>()
  return {
    next(numId, level) {
      const list = lists.get(numId)
      const how = list?.levels.get(level)
      if (!list || !how || numId === '0') return ''
      const count = counts.get(list.of) ?? []
      counts.set(list.of, count)
      count.length = level + 1
      count[level] = (count[level] ?? how.start - 1) + 1
      return how.text.replaceAll(/%([1-9])/g, (_, digit: string) => {
        const at = Number(digit) - 1
        const other = list.levels.get(at)
        count[at] ??= other?.start ?? 1
        return listNumber(count[at], how.legal && at < level ? 'decimal' : (other?.format ?? 'decimal'))
      })
    },
  }
}

function levelEntry(node: XmlNode): [number, Level] {
  const format = attr(child(node, 'numFmt'), 'val') ?? 'decimal'
  return [
    Number(attr(node, 'ilvl') ?? 0),
    {
      format,
      // a bullet's sign comes from a font of signs and says nothing
      text: format === 'bullet' ? '' : (attr(child(node, 'lvlText'), 'val') ?? ''),
      start: Number(attr(child(node, 'start'), 'val') ?? 1),
      legal: child(node, 'isLgl') !== undefined,
    },
  ]
}
