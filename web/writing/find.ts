import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

export type Match = { from: number; to: number }
export type FindState = { query: string; matches: readonly Match[]; at: number }
/** More are not looked for: a letter of a long document says nothing. */
const MOST = 2000
/** Stands for a node that is not text; nobody can type it. */
const LEAF = '\ufffc'

/** Where words stand in a document, within paragraphs, whatever their case. */
export function matchesIn(doc: Node, query: string): Match[] {
  const found: Match[] = []
  const wanted = query.toLowerCase()
  if (wanted === '') return found
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return true
    const text = node.textBetween(0, node.content.size, LEAF, LEAF).toLowerCase()
    for (let at = text.indexOf(wanted); at >= 0 && found.length < MOST; at = text.indexOf(wanted, at + wanted.length))
      found.push({ from: pos + 1 + at, to: pos + 1 + at + wanted.length })
    return false
  })
  return found
}

const key = new PluginKey<FindState>('find')
const nothing: FindState = { query: '', matches: [], at: -1 }
/** What is looked for now. */
export const findState = (state: EditorState): FindState => key.getState(state) ?? nothing

const drawn = ({ doc }: EditorState, { matches, at }: FindState) =>
  DecorationSet.create(
    doc,
    matches.map(({ from, to }, i) =>
      Decoration.inline(from, to, { class: i === at ? 'wr-found wr-found-now' : 'wr-found' }),
    ),
  )

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    find: {
      /** Looks for words and marks the first place from the cursor on; empty: stops looking. */
      find: (query: string) => ReturnType
      /** Goes to the next place (1) or the one before (-1). */
      findStep: (by: 1 | -1) => ReturnType
    }
  }
}

export const Find = Extension.create({
  name: 'find',
  addProseMirrorPlugins: () => [
    new Plugin<FindState>({
      key,
      state: {
        init: () => nothing,
        apply(tr, before) {
          const asked: unknown = tr.getMeta(key)
          if (typeof asked === 'string') {
            const matches = matchesIn(tr.doc, asked)
            const next = matches.findIndex(({ from }) => from >= tr.selection.from)
            return { query: asked, matches, at: next < 0 ? (matches.length > 0 ? 0 : -1) : next }
          }
          if (typeof asked === 'number') return { ...before, at: asked }
          if (!tr.docChanged || before.query === '') return before
          const matches = matchesIn(tr.doc, before.query)
          return { ...before, matches, at: Math.min(before.at, matches.length - 1) }
        },
      },
      props: {
        decorations(state) {
          const now = findState(state)
          return now.matches.length > 0 ? drawn(state, now) : null
        },
      },
    }),
  ],
  addCommands: () => ({
    find:
      (query) =>
      ({ tr, dispatch }) => {
        dispatch?.(tr.setMeta(key, query))
        return true
      },
    findStep:
      (by) =>
      ({ tr, state, dispatch }) => {
        const { matches, at } = findState(state)
        if (matches.length === 0) return false
        dispatch?.(tr.setMeta(key, (at + by + matches.length) % matches.length))
        return true
      },
  }),
})
