import type { Node } from '@tiptap/pm/model'

export type Heading = { level: number; text: string; pos: number }

/** The headings of a document that say something, in order. */
export function outlineOf(doc: Node): Heading[] {
  const found: Heading[] = []
  doc.descendants((node, pos) => {
    if (node.type.name !== 'heading') return !node.isTextblock
    const text = node.textContent.trim()
    if (text !== '') found.push({ level: Number(node.attrs['level']), text, pos })
    return false
  })
  return found
}
