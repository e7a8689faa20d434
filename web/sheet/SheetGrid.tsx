import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { SheetBook } from '#contract/sheet-book.ts'
import type { SheetOp } from '#contract/sheet-ops.ts'
import type { Language } from '#contract/texts.ts'
import { useLanguage } from '#web/kernel/language.ts'
import { useTabOwned } from '#web/kernel/tab.ts'
import { useTheme } from '#web/kernel/theme.ts'
import { type CellMark, type GridPlace, makeSheetGrid, type SheetGridWidget } from './sheet-grid.ts'
import './sheet.css'

type SheetGridProps = {
  book: SheetBook
  /** Which book it is: another one is drawn anew; the same one keeps what a person has typed. Without it the object itself. */
  of?: unknown
  activeSheet?: string
  readonly?: boolean
  marks?: readonly CellMark[]
  /** The cell in hand: another one is selected and brought into sight. */
  at?: GridPlace | undefined
  onSelect?: (sheet: string, row: number, column: number) => void
  onOps?: (ops: SheetOp[], book: SheetBook) => void
  /** Distinguishes grids of one tab. */
  name?: string
}
type Look = Parameters<typeof makeSheetGrid>[1]

function ownGrid() {
  let grid: SheetGridWidget | undefined
  const open = (language: Language, look: Look) => (grid ??= makeSheetGrid(language, look))
  return { value: { open, now: () => grid }, dispose: () => grid?.dispose() }
}
const none: readonly CellMark[] = []

/** A book as a spreadsheet, to read or to edit. It belongs to the tab: hiding the page keeps scroll, selection and what was typed. */
export function SheetGrid(props: SheetGridProps) {
  const {
    book,
    of = book,
    activeSheet,
    readonly = true,
    marks = none,
    at,
    onSelect,
    onOps,
    name = 'sheet grid',
  } = props
  const language = useLanguage((state) => state.language)
  const { name: theme, shade } = useTheme()
  const look = useMemo(() => ({ name: theme, shade }), [theme, shade])
  const host = useRef<HTMLDivElement>(null)
  const owned = useTabOwned(name, ownGrid)

  // The grid draws itself with a React of its own, so it is made after this page has drawn, never while it does.
  useLayoutEffect(() => {
    const { element } = owned.open(language, look)
    if (element.parentElement !== host.current) host.current?.append(element)
  }, [owned, language, look])
  useEffect(() => owned.open(language, look).setLanguage(language), [owned, language, look])
  useEffect(() => owned.open(language, look).setTheme(look), [owned, language, look])
  useEffect(() => {
    const grid = owned.open(language, look)
    grid.onSelect((sheet, row, column) => onSelect?.(sheet, row, column))
    grid.onChange((ops, next) => onOps?.(ops, next))
  }, [owned, language, look, onSelect, onOps])
  useEffect(() => owned.open(language, look).show(of, book, readonly), [owned, language, look, of, book, readonly])
  useEffect(() => owned.open(language, look).mark(marks), [owned, language, look, marks])
  useEffect(() => {
    if (activeSheet) owned.open(language, look).openSheet(activeSheet)
  }, [owned, language, look, activeSheet])
  const [sheet, row, column] = [at?.sheet, at?.row, at?.column]
  useEffect(() => {
    if (sheet !== undefined && row !== undefined && column !== undefined)
      owned.open(language, look).goTo({ sheet, row, column })
  }, [owned, language, look, sheet, row, column])
  // a page that goes tells what it has not told
  useEffect(() => {
    const told = () => owned.now()?.collect()
    addEventListener('pagehide', told)
    return () => {
      removeEventListener('pagehide', told)
      told()
    }
  }, [owned])

  return <div ref={host} className="sheet-grid-host" data-readonly={readonly || undefined} />
}
