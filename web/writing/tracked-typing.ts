import { Extension } from '@tiptap/core'
import { Slice } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { type ChangeAttrs, marked, proposeRemoval } from './suggestions.ts'

/** Whose proposal what is typed becomes; null: it is simply written. */
export type Tracking = { by: string; name: string } | null
const key = new PluginKey<Tracking>('tracked typing')
/** Whether, and in whose name, typing is tracked. */
export const trackingOf = (state: EditorState): Tracking => key.getState(state) ?? null

const two = (part: number) => String(part).padStart(2, '0')
/** yyyy-MM-dd HH:mm:ss by the clock of this browser. */
export const nowText = (at = new Date()) =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
/** A change that nobody has made yet; typing goes on under the change the cursor stands at. */
export const newChange = (who: { by: string; name: string }, say = ''): ChangeAttrs => ({
  ...who,
  id: [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  at: nowText(),
  say,
})

/** The change of this person that ends or begins at the cursor. */
function changeBeside(
  { doc, selection, schema }: EditorState,
  by: string,
  at = selection.from,
): ChangeAttrs | undefined {
  const $from = doc.resolve(at)
  const marks = [...($from.nodeBefore?.marks ?? []), ...($from.nodeAfter?.marks ?? [])]
  const beside = marks.find(
    ({ type, attrs }) =>
      (type === schema.marks['insertion'] || type === schema.marks['deletion']) && attrs['by'] === by,
  )
  return beside && (beside.attrs as ChangeAttrs)
}

/** No letter, not even one put together of several, is longer. */
const LONGEST_LETTER = 40
/** How long the last (-1) or first (1) letter of a text is, as a person counts letters. */
function letterBeside(text: string, way: -1 | 1): number {
  const part = way < 0 ? text.slice(-LONGEST_LETTER) : text.slice(0, LONGEST_LETTER)
  const letters = Array.from(new Intl.Segmenter().segment(part), ({ segment }) => segment)
  return (way < 0 ? letters.at(-1) : letters[0])?.length ?? 1
}

/** The stretch that Backspace (-1) or Delete (1) would take; nothing at the edge of a paragraph. */
function strokeRange({ selection }: EditorState, way: -1 | 1): { from: number; to: number } | undefined {
  const { from, to, empty, $from } = selection
  if (!empty) return { from, to }
  const beside = way < 0 ? $from.nodeBefore : $from.nodeAfter
  if (!beside || !beside.isInline) return undefined
  const size = beside.isText ? letterBeside(beside.text ?? '', way) : beside.nodeSize
  return way < 0 ? { from: from - size, to: from } : { from, to: from + size }
}

function remove(view: EditorView, who: { by: string; name: string }, way: -1 | 1): boolean {
  const { state } = view
  const range = strokeRange(state, way)
  if (!range) return false
  const tr = proposeRemoval(state.tr, range, changeBeside(state, who.by) ?? newChange(who))
  const rest = tr.mapping.map(way < 0 ? range.from : range.to)
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(rest), way)).scrollIntoView())
  return true
}

/** The words that typing over would replace are marked as removed, and the cursor stands behind them. */
function withoutSelection(state: EditorState, tr: Transaction, who: { by: string; name: string }): Transaction {
  const { from, to, empty } = state.selection
  if (empty) return tr
  proposeRemoval(tr, { from, to }, newChange(who))
  return tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(to))))
}

/** What a browser says of a key that an input method takes. */
const IME_KEY = 229

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    trackedTyping: { track: (who: Tracking) => ReturnType }
  }
}

/** Types words over a stretch: the old ones are marked as removed, the new ones stand behind them as added. */
function typeOver(view: EditorView, range: { from: number; to: number }, words: string): boolean {
  const { state } = view
  const who = trackingOf(state)
  const { insertion } = state.schema.marks
  if (!who || !insertion || range.from === range.to) return false
  const attrs = newChange(who)
  const tr = proposeRemoval(state.tr, range, attrs)
  const at = tr.mapping.map(range.to)
  tr.insert(at, state.schema.text(words, [insertion.create(attrs)]))
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + words.length)).scrollIntoView())
  return true
}

/** A moment in which the editor takes over the last word of an input method. */
const SETTLED_MS = 60

/**
 * Input methods: while a word is being composed the text must be left alone, so what was composed is marked when the word stands.
 * Answers whether one is under way, and what hears the browser.
 */
function composed() {
  let from: number | undefined
  let words = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const mark = (view: EditorView) => {
    const { state } = view
    const who = trackingOf(state)
    const { insertion } = state.schema.marks
    const [start, text] = [from, words]
    from = undefined
    words = ''
    if (view.isDestroyed || !who || !insertion || start === undefined || text === '') return
    const end = start + text.length
    // the browser and the document must agree on what was composed
    if (end > state.doc.content.size || state.doc.textBetween(start, end) !== text) return
    const attrs = changeBeside(state, who.by, start) ?? newChange(who)
    view.dispatch(state.tr.removeMark(start, end, insertion).addMark(start, end, insertion.create(attrs)))
  }
  return {
    running: () => from !== undefined,
    start: (view: EditorView) => {
      clearTimeout(timer)
      // one word may follow the last before that is marked: both are
      if (trackingOf(view.state)) from ??= view.state.selection.from
    },
    end: (view: EditorView, text: string) => {
      clearTimeout(timer)
      words += text
      timer = setTimeout(() => mark(view), SETTLED_MS)
    },
  }
}

/** While it is on, what a person types and deletes is a proposal in his name. Plain typing takes a stored mark. */
export const TrackedTyping = Extension.create({
  name: 'trackedTyping',
  addCommands: () => ({
    track:
      (who) =>
      ({ tr, dispatch }) => {
        dispatch?.(tr.setMeta(key, { who }))
        return true
      },
  }),
  addProseMirrorPlugins: () => {
    const word = composed()
    let own: EditorView | undefined
    return [
      new Plugin<Tracking>({
        key,
        view: (view) => {
          own = view
          return {}
        },
        // what is cut is on the clipboard by now; in the text it waits for a decision
        filterTransaction: (tr, state) => {
          const who = trackingOf(state)
          if (!who || tr.getMeta('uiEvent') !== 'cut') return true
          queueMicrotask(() => own && remove(own, who, -1))
          return false
        },
        state: {
          init: () => null,
          apply: (tr, before) => {
            const set = tr.getMeta(key) as { who: Tracking } | undefined
            return set ? set.who : before
          },
        },
        appendTransaction(_, __, state) {
          const who = trackingOf(state)
          // a stored mark would end the word that is being composed
          if (!who || word.running() || !state.selection.empty) return null
          const { insertion } = state.schema.marks
          const stored = state.storedMarks ?? state.selection.$from.marks()
          if (!insertion || insertion.isInSet(stored)) return null
          const mark = insertion.create(changeBeside(state, who.by) ?? newChange(who))
          return state.tr.setStoredMarks(mark.addToSet(stored.filter(({ type }) => type.name !== 'deletion')))
        },
        props: {
          handleDOMEvents: {
            compositionstart: (view) => word.start(view),
            compositionend: (view, { data }) => word.end(view, data),
          },
          handleTextInput: (view, from, to, words) => !view.composing && typeOver(view, { from, to }, words),
          handleKeyDown(view, event) {
            const who = trackingOf(view.state)
            if (!who || !view.editable || view.composing) return false
            if (event.key === 'Backspace' || event.key === 'Delete')
              return remove(view, who, event.key === 'Backspace' ? -1 : 1)
            // an input method is about to compose over a selection
            const composes = event.isComposing || event.keyCode === IME_KEY
            if (composes && !view.state.selection.empty) view.dispatch(withoutSelection(view.state, view.state.tr, who))
            return false
          },
          handlePaste(view, _, slice) {
            const who = trackingOf(view.state)
            const { insertion } = view.state.schema.marks
            if (!who || !insertion) return false
            const tr = withoutSelection(view.state, view.state.tr, who)
            const content = marked(slice.content, insertion.create(newChange(who)))
            view.dispatch(tr.replaceSelection(new Slice(content, slice.openStart, slice.openEnd)).scrollIntoView())
            return true
          },
        },
      }),
    ]
  },
})
