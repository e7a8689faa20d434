import type { Editor } from '@tiptap/core'
import type { WritingDoc } from '#contract/writing-doc.ts'
import type { BodyFrame } from './body-of.ts'

type Values = ReadonlyMap<string, string>

/** The same JSON with the fields that are known filled in. */
function filled<T>(part: T, values: Values): T {
  if (Array.isArray(part)) return part.map((one: unknown) => filled(one, values)) as T
  if (typeof part !== 'object' || part === null) return part
  if ('type' in part && part.type === 'field' && 'attrs' in part) {
    const attrs = part.attrs as { name: string; value: string }
    return { ...part, attrs: { ...attrs, value: values.get(attrs.name) || attrs.value } }
  }
  return 'content' in part ? { ...part, content: filled(part.content, values) } : part
}

/** A header and footer with their fields filled in. */
export const filledFrame = (frame: BodyFrame, values: Values): BodyFrame => ({
  ...frame,
  header: filled<WritingDoc | null>(frame.header, values),
  footer: filled<WritingDoc | null>(frame.footer, values),
})

/** Puts what the fields stand for now into the text, one step for undoing; answers how many changed. What is not known stays. */
export function fillFields(editor: Editor, values: Values): number {
  const { tr, doc } = editor.state
  let changed = 0
  doc.descendants((node, pos) => {
    if (node.type.name !== 'field') return
    const value = values.get(String(node.attrs['name']))
    if (!value || value === node.attrs['value']) return
    tr.setNodeMarkup(pos, undefined, { ...node.attrs, value }, node.marks)
    changed += 1
  })
  if (changed > 0) editor.view.dispatch(tr)
  return changed
}
