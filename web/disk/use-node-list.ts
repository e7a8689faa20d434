import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { Sort } from '#web/kit/list-view.ts'
import type { DiskRow, DiskRows } from './disk-rows.ts'
import { bringsFiles, canGoInto, hanging, pickUp, putDown } from './dragging.ts'
import { type Held, moved, picked, type Selection, stepOf } from './selection.ts'
import type { DrawnColumn } from './use-disk-columns.ts'
import { bringIntoSight, useWindow } from './use-window.ts'

/** What the list asks of whoever it stands in. */
export type ListDeeds = {
  open: (row: DiskRow) => void
  /** A key that does something with what is picked; true when it was one. */
  key: (event: KeyboardEvent<HTMLElement>) => boolean
  /** Rows of the disk, or things of the desktop, were let go over a folder; without one over the list itself. */
  drop: (event: DragEvent, folder?: DiskRow) => void
  endRename: () => void
  /** The menu is open: keys are its. */
  menuOpen: boolean
}
export type ListProps = {
  name: string
  rows: DiskRows
  columns: readonly DrawnColumn[]
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
  selection: Selection
  onSelect: (selection: Selection) => void
  renaming: string
  deeds: ListDeeds
  empty: { says: string; action?: ReactNode }
  /** Files may be let go over the list itself. */
  takesFiles: boolean
  /** Lines are two texts high: narrow windows, and what was found in files. */
  tall: boolean
  dense: boolean
}
type Shape = { lineHeight: number; tileWidth?: number; head: number }

const heldOf = ({ ctrlKey, metaKey, shiftKey }: KeyboardEvent | MouseEvent): Held => ({
  add: ctrlKey || metaKey,
  range: shiftKey,
})
const isName = ({ target }: MouseEvent) => target instanceof Element && target.closest('.disk-name') !== null
const isTick = ({ target }: MouseEvent) =>
  target instanceof Element && target.closest('.disk-cell-tick, .disk-tile-tick') !== null

/** What lines and tiles have in common: what is in sight, picking by mouse and keyboard, dragging. */
export function useNodeList(props: ListProps, shape: Shape) {
  const { name, rows, selection, onSelect, renaming, deeds, takesFiles } = props
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState('')
  const count = rows.total ?? 0
  const sight = useWindow(frame, { count, ...shape })
  const { see } = rows
  const { first, last } = sight
  useEffect(() => {
    if (last >= first) see(first, last)
  }, [see, first, last])

  const idAt = (at: number) => rows.at(at)?.id
  const select = (at: number, held: Held, by: typeof picked = picked) => {
    const apply = () => onSelect(by(selection, at, held, idAt))
    // a range may reach over rows that were never in sight
    if (held.range) void rows.fetch(selection.anchor < 0 ? at : selection.anchor, at).then(apply)
    else apply()
  }
  const all = () =>
    void rows
      .fetch(0, count - 1)
      .then(() => onSelect(picked({ ...selection, anchor: 0 }, count - 1, { add: false, range: true }, idAt)))
  const none = () => onSelect({ ...selection, ids: new Set() })
  const alone = (row: DiskRow, at: number) => {
    if (!selection.ids.has(row.id)) onSelect({ ids: new Set([row.id]), cursor: at, anchor: at })
  }

  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== frame.current || deeds.menuOpen) return
    const held = heldOf(event)
    const to = stepOf(event.key, selection.cursor, { count, across: sight.across, lines: sight.lines })
    if (to !== undefined && !event.altKey) {
      if (frame.current) bringIntoSight(frame.current, Math.floor(to / sight.across), shape)
      select(to, held, moved)
    } else if (event.key === ' ') {
      if (selection.cursor >= 0) select(selection.cursor, { add: true, range: false })
    } else if (event.key === 'a' && held.add) all()
    else if (event.key === 'Escape' && selection.ids.size > 0) none()
    else if (!deeds.key(event)) return
    event.preventDefault()
  }

  const ofRow = (at: number, row: DiskRow) => ({
    id: `${id}${at}`,
    'aria-selected': selection.ids.has(row.id),
    'data-cursor': selection.cursor === at || undefined,
    'data-over': over === row.id || undefined,
    draggable: renaming !== row.id,
    onClick: (event: MouseEvent) => {
      const held = heldOf(event)
      // with Ctrl or Shift a click on the name picks, like anywhere on the row
      if (isName(event) && !held.add && !held.range) {
        deeds.open(row)
        return
      }
      const tick = isTick(event)
      if (tick) event.preventDefault()
      // the keys are heard by the list itself
      if (renaming !== row.id) frame.current?.focus({ preventScroll: true })
      select(at, tick && !event.shiftKey ? { add: true, range: false } : held)
    },
    onDoubleClick: () => deeds.open(row),
    onContextMenu: () => alone(row, at),
    onDragStart: (event: DragEvent) => {
      alone(row, at)
      pickUp(event, selection.ids.has(row.id) ? rows.known(selection.ids) : [row])
    },
    onDragEnd: putDown,
    ...(row.kind === 'folder' && {
      onDragOver: (event: DragEvent) => {
        if (!canGoInto(hanging(event), row.id) && !bringsFiles(event)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(row.id)
      },
      onDragLeave: () => setOver(''),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        event.stopPropagation()
        setOver('')
        deeds.drop(event, row)
      },
    }),
  })
  const cursorShown = selection.cursor >= first && selection.cursor <= last
  const ofFrame = {
    ref: frame,
    tabIndex: 0,
    'aria-label': name,
    'aria-multiselectable': true,
    'aria-busy': rows.total === undefined,
    'aria-activedescendant': cursorShown ? `${id}${selection.cursor}` : undefined,
    'data-over': over === 'list' || undefined,
    onKeyDown: press,
    onDragOver: (event: DragEvent) => {
      if (!takesFiles || !bringsFiles(event)) return
      event.preventDefault()
      setOver('list')
    },
    onDragLeave: () => setOver(''),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver('')
      if (takesFiles && bringsFiles(event)) deeds.drop(event)
    },
  }
  const places = Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step)
  return { count, sight, places, ofFrame, ofRow, all, none }
}
