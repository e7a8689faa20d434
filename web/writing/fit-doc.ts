import type { Node, Schema } from '@tiptap/pm/model'

type Json = { type: string; attrs?: Record<string, unknown>; content?: Json[]; marks?: unknown[]; text?: string }
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && 'type' in value
const blank = (): Json => ({ type: 'paragraph' })

/** What a store may hold and the editor cannot: rows and tables of nothing, list items that begin with something else than words. */
function fitted({ content, ...node }: Json): Json[] {
  const inside = content?.filter(isJson).flatMap(fitted) ?? []
  switch (node.type) {
    case 'listItem':
      return [{ ...node, content: inside[0]?.type === 'paragraph' ? inside : [blank(), ...inside] }]
    case 'tableCell':
    case 'tableHeader':
    case 'blockquote':
      return [{ ...node, content: inside.length > 0 ? inside : [blank()] }]
    case 'tableRow':
      return inside.length > 0 ? [{ ...node, content: inside }] : []
    case 'table':
    case 'bulletList':
    case 'orderedList':
      return inside.length > 0 ? [{ ...node, content: inside }] : []
    case 'doc':
      return [{ ...node, content: inside.length > 0 ? inside : [blank()] }]
    default:
      return [inside.length > 0 ? { ...node, content: inside } : node]
  }
}

/** A stored document as the editor can hold it. Throws where it is no document at all. */
export function fitDoc(schema: Schema, doc: unknown): Node {
  const [whole] = isJson(doc) ? fitted(doc) : []
  const node = schema.nodeFromJSON(whole ?? { type: 'doc', content: [blank()] })
  node.check()
  return node
}
