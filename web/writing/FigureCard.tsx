import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { Button } from 'antd'
import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { FigureAttrs } from '#contract/writing-doc.ts'
import { useTexts } from '#web/kernel/language.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { figureKey, type FigureLook, lookOf } from './figure-marks.ts'
import { texts } from './pane-texts.ts'
import { type Figures, takeFigures } from './use-figures.ts'

const SHOW_MS = 180
const HIDE_MS = 350
const WIDTH = 320
/** As high as a card may become. */
const HEIGHT = 190
type Shown = { pos: number; attrs: FigureAttrs; left: number; place: Pick<CSSProperties, 'top' | 'bottom'> }
const tones = { same: 'good', changed: 'waiting', missing: 'bad', stale: 'waiting' } as const

/** Which figure the pointer or the cursor is at. */
function useFigureAt(editor: Editor) {
  const [shown, show] = useState<Shown>()
  /** While the pointer is on the card it stays. */
  const held = useRef(false)
  useEffect(() => {
    const { dom } = editor.view
    let timer: ReturnType<typeof setTimeout> | undefined
    const put = (pos: number) => {
      const node = editor.state.doc.nodeAt(pos)
      if (node?.type.name !== 'figure') return
      const { left, top, bottom } = editor.view.coordsAtPos(pos)
      const below = bottom + HEIGHT < innerHeight
      show({
        pos,
        attrs: node.attrs as FigureAttrs,
        left: Math.max(8, Math.min(left, innerWidth - WIDTH - 8)),
        place: below ? { top: bottom + 6 } : { bottom: innerHeight - top + 6 },
      })
    }
    const over = ({ target }: Event) => {
      const figure = target instanceof Element ? target.closest('.wr-figure') : null
      clearTimeout(timer)
      timer = figure
        ? setTimeout(() => put(editor.view.posAtDOM(figure, 0)), SHOW_MS)
        : setTimeout(() => {
            if (!held.current) show(undefined)
          }, HIDE_MS)
    }
    const chosen = () => {
      const { selection } = editor.state
      clearTimeout(timer)
      if (selection instanceof NodeSelection && selection.node.type.name === 'figure') put(selection.from)
      else show(undefined)
    }
    const stay = () => clearTimeout(timer)
    dom.addEventListener('mouseover', over)
    dom.addEventListener('mouseleave', over)
    editor.on('selectionUpdate', chosen)
    return () => {
      stay()
      dom.removeEventListener('mouseover', over)
      dom.removeEventListener('mouseleave', over)
      editor.off('selectionUpdate', chosen)
    }
  }, [editor])
  const card = useCallback((element: HTMLElement | null) => {
    element?.addEventListener('mouseenter', () => {
      held.current = true
    })
    element?.addEventListener('mouseleave', () => {
      held.current = false
      show(undefined)
    })
  }, [])
  return { shown, show, card }
}

type FigureCardProps = { editor: Editor; figures: Figures; editable: boolean }

/** Beside a figure: what it is, where it comes from, whether it still says what its source says. */
export function FigureCard({ editor, figures, editable }: FigureCardProps) {
  const t = useTexts(texts)
  const { shown, show, card } = useFigureAt(editor)
  if (!shown) return null
  const { attrs, pos } = shown
  const now = figures.known.get(figureKey(attrs))
  const look: FigureLook = lookOf(attrs, now)
  const says = {
    same: t('figureSame'),
    changed: t('figureChanged', { value: now?.value ?? '' }),
    missing: now?.says || t('figureMissing'),
    stale: t('figureStale'),
  }
  const take = () => {
    takeFigures(editor, [{ pos, attrs }], figures.known)
    show(undefined)
  }
  return (
    <aside ref={card} className="wr-card" style={{ left: shown.left, ...shown.place, width: WIDTH }}>
      <strong>{attrs.label || attrs.cell}</strong>
      <span className="second">
        {t('figureOf', { paper: now ? `${now.paperId} ${now.paperName}`.trim() : attrs.paperId, cell: attrs.cell })}
      </span>
      <StatusTag tone={look ? tones[look] : 'plain'}>{look ? says[look] : t('figureUnknown')}</StatusTag>
      {attrs.at !== '' && <span className="third">{t('figureRead', { at: attrs.at })}</span>}
      <span className="wr-card-acts">
        {now && now.place !== '' && <Link to={now.place}>{t('figureOpen')}</Link>}
        {editable && look === 'changed' && (
          <Button size="small" onClick={take}>
            {t('figureTake')}
          </Button>
        )}
      </span>
    </aside>
  )
}
