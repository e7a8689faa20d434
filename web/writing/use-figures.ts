import { useQuery } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import { useEffect } from 'react'
import type { FigureAttrs } from '#contract/writing-doc.ts'
import { type FigureNow, writing } from '#contract/writing.ts'
import { call } from '#web/kernel/api.ts'
import { type FigureAt, figureKey, figuresIn } from './figure-marks.ts'
import { nowText } from './tracked-typing.ts'
import { useReading } from './use-editor.ts'

const MOST_ASKED = 500
export type Figures = {
  list: readonly FigureAt[]
  /** The sources as they are now, by `figureKey` of what stands in the text. */
  known: ReadonlyMap<string, FigureNow>
  /** Asks the sources again. */
  again: () => Promise<unknown>
  asking: boolean
}
const read = (editor: Editor) => figuresIn(editor.state.doc)
const none: ReadonlyMap<string, FigureNow> = new Map()

/** The linked figures of the text and what their sources say now; a figure without a project is of the document's. */
export function useFigures(editor: Editor, docProjectId: string): Figures {
  const list = useReading(editor, read)
  const cells = new Map(
    list.map(({ attrs }) => [figureKey(attrs), { projectId: attrs.projectId || docProjectId, cell: attrs.cell }]),
  )
  const asked = [...cells].slice(0, MOST_ASKED)
  const found = useQuery({
    queryKey: ['writing', 'figuresNow', asked],
    queryFn: async ({ signal }) => {
      const figures = asked.map(([, cell]) => cell)
      const answers = await call(writing.figures, { figures }, { signal })
      return new Map(asked.flatMap(([key], at) => (answers[at] ? [[key, answers[at]] as const] : [])))
    },
    enabled: asked.length > 0,
  })
  const known = asked.length > 0 ? (found.data ?? none) : none
  useEffect(() => void editor.commands.knowFigures(known), [editor, known])
  return { list, known, again: found.refetch, asking: found.isFetching }
}

/** A figure with what its source says now. */
export const refreshed = (attrs: FigureAttrs, now: FigureNow): FigureAttrs => ({
  ...attrs,
  paperId: now.paperId,
  label: now.label,
  value: now.value,
  unit: now.unit,
  at: now.at || nowText(),
})

/** Puts what the sources say now into these places of the text; one step for undoing. */
export function takeFigures(
  editor: Editor,
  figures: readonly FigureAt[],
  known: ReadonlyMap<string, FigureNow>,
): number {
  const { tr } = editor.state
  let taken = 0
  for (const { pos } of figures) {
    const node = tr.doc.nodeAt(pos)
    if (node?.type.name !== 'figure') continue
    const attrs = node.attrs as FigureAttrs
    const now = known.get(figureKey(attrs))
    if (!now || now.value === '') continue
    tr.setNodeMarkup(pos, undefined, refreshed(attrs, now), node.marks)
    taken += 1
  }
  if (tr.docChanged) editor.view.dispatch(tr)
  return taken
}
