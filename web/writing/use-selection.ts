import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'

/** The words that are marked in the text now; empty where none are. */
export const useSelection = (editor: Editor): string =>
  useEditorState({
    editor,
    selector: ({ editor: { state } }) => {
      const { from, to } = state.selection
      return state.doc.textBetween(from, to, '\n', ' ').trim()
    },
  })
