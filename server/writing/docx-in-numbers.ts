import { listNumber } from '#engine/document/list-number.ts'
import { attr, child, descendants, type XmlNode } from '../document/xml-tree.ts'

type Level = { format: string; text: string; start: number; legal: boolean }
/** `starts`: what a level begins at when this list is first met, whatever was counted before. */
type List = { of: string; levels: Map<number, Level>; starts: Map<number, number> }
/** A numbered paragraph: what stands in front of it (empty: nothing to write), and which list it goes on. */
export type Numbered = { key: string; bullet: boolean; number: string }

/** As far as a word processor counts; what is beyond begins at 1. */
const startIn = (node: XmlNode | undefined): number => {
  const start = Number(attr(node, 'val') ?? 1)
  return Number.isInteger(start) && start >= 0 && start <= 32_767 ? start : 1
}

const levelIn = (node: XmlNode): [number, Level] => [
  Number(attr(node, 'ilvl') ?? 0),
  {
    format: attr(child(node, 'numFmt'), 'val') ?? 'decimal',
    text: attr(child(node, 'lvlText'), 'val') ?? '',
    start: startIn(child(node, 'start')),
    legal: child(node, 'isLgl') !== undefined,
  },
]

function listsIn(tree: XmlNode): Map<string, List> {
  const abstracts = new Map<string, Map<number, Level>>()
  for (const node of descendants(tree, 'abstractNum'))
    abstracts.set(attr(node, 'abstractNumId') ?? '', new Map(descendants(node, 'lvl').map(levelIn)))
  const lists = new Map<string, List>()
  for (const node of descendants(tree, 'num')) {
    const of = attr(child(node, 'abstractNumId'), 'val') ?? ''
    const list: List = { of, levels: new Map(abstracts.get(of)), starts: new Map() }
    for (const change of descendants(node, 'lvlOverride')) {
      const at = Number(attr(change, 'ilvl') ?? 0)
      const whole = child(change, 'lvl')
      const start = child(change, 'startOverride')
      if (whole) list.levels.set(at, levelIn(whole)[1])
      if (start) list.starts.set(at, startIn(start))
    }
    lists.set(attr(node, 'numId') ?? '', list)
  }
  return lists
}

/** Counts numbered paragraphs as Word does: lists of one definition go on from each other, unless one is told where to begin. */
export function numbersIn(tree: XmlNode | null): (numId: string, level: number) => Numbered {
  const lists = tree ? listsIn(tree) : new Map<string, List>()
  const counts = new Map<string, number[]>()
  return (numId, level) => {
    const list = lists.get(numId)
    const how = list?.levels.get(level)
    // what nothing defines is a dot
    if (!list || !how) return { key: `num ${numId}`, bullet: true, number: '' }
    const count = counts.get(list.of) ?? []
    counts.set(list.of, count)
    count.length = level + 1
    const told = list.starts.get(level)
    list.starts.delete(level)
    count[level] = told ?? (count[level] ?? how.start - 1) + 1
    const bullet = how.format === 'bullet' || how.format === 'none'
    const number = how.text.replaceAll(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1
      const other = list.levels.get(at)
      count[at] ??= other?.start ?? 1
      return listNumber(count[at], how.legal && at < level ? 'decimal' : (other?.format ?? 'decimal'))
    })
    return { key: `of ${list.of}`, bullet, number: bullet ? '' : number }
  }
}
