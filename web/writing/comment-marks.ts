import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'

/** Where in the text each comment stands: the first of its words. */
export function commentPlaces(doc: Node): Map<string, number> {
  const found = new Map<string, number>()
  doc.descendants((node, pos) => {
    for (const { type, attrs } of node.marks) {
      const id = String(attrs['id'])
      if (type.name === 'comment' && !found.has(id)) found.set(id, pos)
    }
  })
  return found
}

/** Takes the mark of a comment from its words. */
export function unmarkComment(editor: Editor, id: string): void {
  const { tr, doc } = editor.state
  doc.descendants((node, pos) => {
    for (const mark of node.marks)
      if (mark.type.name === 'comment' && mark.attrs['id'] === id) tr.removeMark(pos, pos + node.nodeSize, mark)
  })
  if (tr.docChanged) editor.view.dispatch(tr)
}

/** A v4 uuid; crypto.randomUUID needs a secure context, which an office's plain http address is not. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
