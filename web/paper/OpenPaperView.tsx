import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type FreeContent, type FreeLook, workbook, type WorkbookOp } from '#contract/workbook.ts'
import { anchored } from '#engine/workbook/free-formula.ts'
import { query, randomKey } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useMay, useSession } from '#web/kernel/session.ts'
import { useTab } from '#web/kernel/tab.ts'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { EditBar } from './EditBar.tsx'
import { EditState } from './EditState.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { cellAt, nextMarked, openPaper, type OpenPaper, type PaperCell } from './open-paper.ts'
import { contentOf, keptOps, pastedCells } from './paper-edits.ts'
import { placeName } from './paper-names.ts'
import { texts } from './texts.ts'
import { usePaperLease } from './use-paper-lease.ts'
import { usePaperQueue } from './use-paper-queue.ts'

// The spreadsheet is by far the largest part of the product: the list and the evidence stand before it has come.
export const loadSheetView = () => import('./PaperSheetView.tsx')
const PaperSheetView = lazy(async () => ({ default: (await loadSheetView()).PaperSheetView }))

type ViewProps = {
  projectId: string
  paperId: string
  /** The place in hand, or ''. */
  place: string
  onPick: (place: string) => void
  children: (paper: OpenPaper, sheet: ReactNode) => ReactNode
}

/** One paper: read, and edited by whoever has it in hand. */
export function OpenPaperView({ projectId, paperId, place, onPick, children }: ViewProps) {
  const { active } = useTab()
  const t = useTexts(texts)
  const may = useMay()
  const cache = useQueryClient()
  const userId = useSession((session) => session.userId)
  const at = useMemo(() => ({ projectId, paperId }), [projectId, paperId])
  const opened = useQuery(query(workbook.open, at))
  const queue = usePaperQueue(at, opened.data)
  const held = usePaperLease(at, queue.rev)
  const [merging, merge] = useState(false)
  const editing = held.lease?.mine === true
  const { data } = opened
  const { typing } = queue
  const key = JSON.stringify(typing)
  const paper = useMemo(() => data && openPaper({ ...data, typing: JSON.parse(key), editing }), [data, key, editing])

  const edit = useCallback(async () => {
    if (may('paper.generate')) await held.take()
  }, [may, held])
  const stop = () => {
    queue.flush()
    held.release()
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!paper) return
    if (event.key === 's' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      queue.flush()
    }
    const mark = event.altKey ? ({ m: 'missing', e: 'error' } as const)[event.key.toLowerCase()] : undefined
    if (mark === undefined) return
    event.preventDefault()
    const next = nextMarked(paper, place, [mark])
    if (next !== '') onPick(next)
  })
  useEffect(() => {
    if (!active) return undefined
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [active])

  const begin = useCallback(
    (cell: PaperCell | undefined) => {
      if (cell?.free !== true) {
        say(t('notFree'))
        return false
      }
      if (!editing) void edit()
      return editing
    },
    [editing, edit, t],
  )
  const { change } = queue
  const type = useCallback(
    (edits: { cell: PaperCell; text: string }[]) => {
      if (!editing || !paper) return
      const free = edits.filter(({ cell }) => cell.free)
      change(free.flatMap(({ cell, text }) => typedOp(paper, cell, text)))
    },
    [editing, paper, change],
  )
  const paste = useCallback(
    (from: { row: number; column: number }, text: string) => {
      if (!paper) return
      if (!editing) return say(t('editFirst'))
      const cells = pastedCells(text).flatMap((columns, row) =>
        columns.map((value, column) => ({ value, cell: cellAt(paper, from.row + row, from.column + column) })),
      )
      const ops = cells.flatMap(({ value, cell }) => (cell?.free ? typedOp(paper, cell, value) : []))
      const skipped = cells.filter(({ cell }) => !cell?.free).length
      change(ops)
      if (skipped > 0) say(t('pasteSkipped', { count: skipped }))
    },
    [editing, paper, change, t],
  )

  return (
    <StateView of={opened} shape={<Bones lines={16} />}>
      {() => {
        if (!paper) return null
        const hand = handOf(paper, place)
        const { cell, row, added } = hand
        const look = (next: FreeLook) => cell && change([styledOp(paper, cell, next)])
        return children(
          paper,
          <>
            <EditBar
              paper={paper}
              place={place}
              cell={editing && cell?.free ? cell : undefined}
              row={row}
              onGo={onPick}
              onLook={look}
              onAddRow={() => change([{ kind: 'row', row: `x${randomKey().slice(0, 12)}`, after: row }])}
              onRemoveRow={added ? () => change([{ kind: 'row', row, after: null }]) : undefined}
              onUndo={queue.undo}
            >
              <EditState
                held={held}
                queue={queue}
                editing={editing}
                userId={userId}
                onEdit={() => void edit()}
                onStop={stop}
                onCompare={() => merge(true)}
              />
            </EditBar>
            <div className="workbook-canvas">
              <Suspense fallback={<Opening />}>
                <PaperSheetView
                  paper={paper}
                  place={place}
                  onPick={onPick}
                  onBegin={begin}
                  onType={type}
                  onPaste={paste}
                  onUndo={queue.undo}
                />
              </Suspense>
            </div>
            {merging && queue.stale && (
              <MergeDialog
                stale={queue.stale}
                mine={queue.pending}
                nameOf={(one) => placeName(paper, one)}
                onClose={() => merge(false)}
                onMerge={(dropped) => {
                  const kept = new Set(keptOps(queue.pending, dropped))
                  queue.rebase(queue.stale?.rev ?? 0, (op) => (kept.has(op) ? op : null))
                  merge(false)
                  void cache.invalidateQueries({ queryKey: query(workbook.open, at).queryKey })
                }}
              />
            )}
          </>,
        )
      }}
    </StateView>
  )
}

/** The cell and the row in hand. */
function handOf({ rows }: OpenPaper, place: string) {
  for (const { key, added, cells } of rows) {
    const cell = cells.find((one) => one.place === place)
    if (cell) return { cell, row: key, added }
  }
  return { cell: undefined, row: '', added: false }
}

const rowOf = ({ rows }: OpenPaper, cell: PaperCell) => rows.find(({ cells }) => cells.includes(cell))?.key ?? ''

/** What typing a text into a cell changes; nothing where it says the same already. */
function typedOp(paper: OpenPaper, cell: PaperCell, text: string): WorkbookOp[] {
  const row = rowOf(paper, cell)
  const { column, look, formula, value, typed } = cell
  const shown = formula !== undefined && typed ? `=${formula}` : String(value ?? '')
  if (text === shown) return []
  if (text.trim() === '') return typed ? [{ kind: 'cell', row, column, content: null }] : []
  const trimmed = text.trim()
  const content: FreeContent = trimmed.startsWith('=')
    ? {
        value: '',
        formula: anchored(
          trimmed.slice(1),
          paper.rows.map(({ key }) => key),
        ),
        ...(look && { look }),
      }
    : contentOf(text, look)
  return [{ kind: 'cell', row, column, content }]
}

function styledOp(paper: OpenPaper, cell: PaperCell, look: FreeLook): WorkbookOp {
  const formula = cell.typed ? cell.formula : undefined
  const content: FreeContent = {
    value: formula === undefined ? String(cell.value ?? '') : '',
    look,
    ...(formula !== undefined && {
      formula: anchored(
        formula,
        paper.rows.map(({ key }) => key),
      ),
    }),
  }
  return { kind: 'cell', row: rowOf(paper, cell), column: cell.column, content }
}

function Opening() {
  const t = useTexts(texts)
  return (
    <div style={{ padding: 24 }}>
      <p className="second">{t('gridLoading')}</p>
      <Bones lines={14} />
    </div>
  )
}
