import type { Editor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import type { Source } from '#contract/tool-source.ts'
import { BY_MODEL } from '#contract/writing-doc.ts'
import { behind, proposeText } from './suggestions.ts'
import { newChange } from './tracked-typing.ts'

/** Where an answer belongs, and the words that stood there when the model was asked. */
export type Place = { from: number; to: number; words: string; before: string }

/** Letters in front of the place that the model is told. */
const BEFORE = 4000
const MOST_SELECTED = 20_000

const wordsAt = (editor: Editor, from: number, to: number) =>
  editor.state.doc.textBetween(from, to, '\n', (leaf) => String(leaf.attrs['value'] ?? ''))

/** The marked words, or the place of the cursor. */
export function placeOf(editor: Editor): Place {
  const { from, to } = editor.state.selection
  return {
    from,
    to,
    words: wordsAt(editor, from, to).slice(0, MOST_SELECTED),
    before: wordsAt(editor, Math.max(0, from - BEFORE), from),
  }
}

/** The place again after the text went on; undefined where its words are no longer there. */
function found(editor: Editor, { from, to, words }: Place): { from: number; to: number } | undefined {
  const { size } = editor.state.doc.content
  if (from === to) return { from: Math.min(from, size), to: Math.min(from, size) }
  if (to <= size && wordsAt(editor, from, to).slice(0, MOST_SELECTED) === words) return { from, to }
  return undefined
}

/** A place that moves with the text in front of it. */
export type Followed = { now: () => Place; stop: () => void }
export function followPlace(editor: Editor, place: Place): Followed {
  let { from, to } = place
  const heard = ({ transaction: { docChanged, mapping } }: { transaction: Transaction }) => {
    if (!docChanged) return
    from = mapping.map(from, from === to ? -1 : 1)
    to = mapping.map(to, -1)
  }
  editor.on('transaction', heard)
  return { now: () => ({ ...place, from, to: Math.max(from, to) }), stop: () => void editor.off('transaction', heard) }
}

type Written = { text: string; sources: readonly Source[]; why: string }

/** Proposes what the model wrote as a tracked change of the model; false where the words it was about are gone. */
export function putAnswer(editor: Editor, place: Place, { text, sources, why }: Written): boolean {
  const at = found(editor, place)
  if (!at) return false
  const attrs = newChange({ by: BY_MODEL, name: '' }, why)
  const links = sources.map((source) => source.place)
  const tr = proposeText(editor.state.tr, at, { text, attrs, links })
  editor.view.dispatch(behind(editor.state, tr, attrs.id).scrollIntoView())
  editor.view.focus()
  return true
}
