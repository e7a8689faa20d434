import type { Editor } from '@tiptap/core'
import { EditorState } from '@tiptap/pm/state'
import type { WritingBody, WritingDoc } from '#contract/writing-doc.ts'
import { fitDoc } from './fit-doc.ts'

/** What stands around the text: running header and footer, the paper. */
export type BodyFrame = Pick<WritingBody, 'header' | 'footer' | 'page'>

/** Puts a document into the editor as its beginning: nothing before it can come back by undoing. */
export function loadDoc(editor: Editor, doc: unknown): void {
  const { schema, plugins } = editor.state
  editor.view.updateState(EditorState.create({ schema, plugins, doc: fitDoc(schema, doc) }))
  editor.view.dispatch(editor.state.tr.setMeta('addToHistory', false).setMeta('preventUpdate', true))
}

/** A stored body in the form in which the editor would give it, so that two can be compared. */
export const asEdited = (editor: Editor, body: WritingBody): WritingBody => ({
  ...body,
  doc: fitDoc(editor.schema, body.doc).toJSON() as WritingDoc,
})

/** The document as it is stored. */
export const bodyOf = (editor: Editor, frame: BodyFrame): WritingBody => ({
  ...frame,
  doc: editor.state.doc.toJSON() as WritingDoc,
})
