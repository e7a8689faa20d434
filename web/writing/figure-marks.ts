import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import type { FigureAttrs } from '#contract/writing-doc.ts'
import type { FigureNow } from '#contract/writing.ts'

/** A linked figure of the text and its place. */
export type FigureAt = { pos: number; attrs: FigureAttrs }
/** Which cell of which project: what the server's answer is found by. */
export const figureKey = ({ projectId, cell }: Pick<FigureAttrs, 'projectId' | 'cell'>) => `${projectId} ${cell}`

export function figuresIn(doc: Node): FigureAt[] {
  const found: FigureAt[] = []
  doc.descendants((node, pos) => {
    if (node.type.name === 'figure') found.push({ pos, attrs: node.attrs as FigureAttrs })
  })
  return found
}

/** How a figure of the text stands beside its source; undefined: the source has not been asked yet. */
export type FigureLook = 'same' | 'changed' | 'missing' | 'stale' | undefined
export function lookOf(attrs: FigureAttrs, now: FigureNow | undefined): FigureLook {
  if (!now) return undefined
  if (now.state === 'missing' || now.state === 'noProject') return 'missing'
  // a figure that is refreshed here is the same before the server is asked again
  if (now.value !== attrs.value) return 'changed'
  return now.stale ? 'stale' : 'same'
}

type Known = ReadonlyMap<string, FigureNow>
const key = new PluginKey<Known>('figures')

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    figureMarks: {
      /** What the sources of the figures are now, by `figureKey`. */
      knowFigures: (known: Known) => ReturnType
    }
  }
}

/** Marks figures whose source has changed, is gone or waits to be computed. */
export const FigureMarks = Extension.create({
  name: 'figureMarks',
  addCommands: () => ({
    knowFigures:
      (known) =>
      ({ tr, dispatch }) => {
        dispatch?.(tr.setMeta(key, known).setMeta('addToHistory', false))
        return true
      },
  }),
  addProseMirrorPlugins: () => [
    new Plugin<Known>({
      key,
      state: {
        init: () => new Map(),
        apply: (tr, before) => (tr.getMeta(key) as Known | undefined) ?? before,
      },
      props: {
        decorations(state) {
          const known = key.getState(state)
          if (!known || known.size === 0) return null
          return DecorationSet.create(
            state.doc,
            figuresIn(state.doc).flatMap(({ pos, attrs }) => {
              const look = lookOf(attrs, known.get(figureKey(attrs)))
              return look ? [Decoration.node(pos, pos + 1, { 'data-look': look })] : []
            }),
          )
        },
      },
    }),
  ],
})
