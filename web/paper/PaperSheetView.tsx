import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { Language } from '#contract/texts.ts'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { useTabOwned } from '#web/kernel/tab.ts'
import { useTheme } from '#web/kernel/theme.ts'
import { cellAt, type OpenPaper, type PaperCell, spotOf } from './open-paper.ts'
import { gridLocale, type Look } from '#web/sheet/univer-grid.ts'
import { type GridEars, makePaperGrid, type PaperGrid } from './paper-grid.ts'
import { PaperPrint } from './PaperPrint.tsx'
import { paperSnapshot } from './sheet-snapshot.ts'
import { texts } from './texts.ts'

type SheetEars = {
  /** A person picked a place. */
  onPick: (place: string) => void
  /** A person wants to type into a cell: whether he may now. */
  onBegin: (cell: PaperCell | undefined) => boolean
  onType: (edits: { cell: PaperCell; text: string }[]) => void
  onPaste: (from: { row: number; column: number }, text: string) => void
  onUndo: (again: boolean) => void
}
type SheetViewProps = SheetEars & { paper: OpenPaper; place: string }

/** A place for the grid of a tab: made at the first opening, gone with the tab. */
function ownGrid() {
  let grid: PaperGrid | undefined
  const open = (language: Language, look: Look) => (grid ??= makePaperGrid(language, look))
  return { value: { open }, dispose: () => grid?.dispose() }
}

/** The open paper as a spreadsheet. It belongs to the tab, not to the page: hiding the tab keeps scroll, zoom and selection. */
export function PaperSheetView({ paper, place, onPick, onBegin, onType, onPaste, onUndo }: SheetViewProps) {
  const t = useTexts(texts)
  const language = useLanguage((state) => state.language)
  const { name, shade } = useTheme()
  const look = useMemo(() => ({ name, shade }), [name, shade])
  const words = useMemo(
    () => ({ missing: t('missing'), error: t('error'), stale: t('staleEmpty'), lost: t('lostRows') }),
    [t],
  )
  const host = useRef<HTMLDivElement>(null)
  const owned = useTabOwned('paper grid', ownGrid)

  // The grid draws itself with a React of its own, so it is made after this page has drawn, never while it does.
  useLayoutEffect(() => {
    const { element } = owned.open(language, look)
    if (element.parentElement !== host.current) host.current?.append(element)
  }, [owned, language, look])
  useEffect(() => owned.open(language, look).setLanguage(language), [owned, language, look])
  useEffect(() => owned.open(language, look).setTheme(look), [owned, language, look])
  useEffect(() => {
    const width = host.current?.clientWidth ?? 0
    owned.open(language, look).show(paper, () => paperSnapshot(paper, { locale: gridLocale(language), words, width }))
  }, [owned, paper, language, look, words])
  const spot = place === '' ? null : spotOf(paper, place)
  const [row, column] = [spot?.row, spot?.column]
  useEffect(() => {
    if (row !== undefined && column !== undefined) owned.open(language, look).goTo({ row, column })
  }, [owned, language, look, row, column])
  useEffect(() => {
    const ears: GridEars = {
      onSelect: ({ row: r, column: c }) => onPick(cellAt(paper, r, c)?.place ?? ''),
      onBegin: ({ row: r, column: c }) => onBegin(cellAt(paper, r, c)),
      onEdits: (edits) =>
        onType(
          edits.flatMap((edit) => {
            const cell = cellAt(paper, edit.row, edit.column)
            // what covers several columns is one cell, at its first
            return cell?.column === edit.column ? [{ cell, text: edit.text }] : []
          }),
        ),
      onPaste,
      onUndo,
    }
    owned.open(language, look).listen(ears)
  }, [owned, paper, language, look, onPick, onBegin, onType, onPaste, onUndo])

  return (
    <>
      <div ref={host} className="workbook-grid" />
      <PaperPrint paper={paper} words={words} />
    </>
  )
}
