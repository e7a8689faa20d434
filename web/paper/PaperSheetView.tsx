import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { Language } from '#contract/texts.ts'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { useTabOwned } from '#web/kernel/tab.ts'
import { useTheme } from '#web/kernel/theme.ts'
import { PaperPrint } from './PaperPrint.tsx'
import { gridLocale, type Look, makePaperGrid, type PaperGrid } from './paper-grid.ts'
import { bindingAt, placeOf, workbookSnapshot } from './sheet-snapshot.ts'
import { texts } from './texts.ts'
import type { Workbook } from './workbook.ts'

type SheetViewProps = {
  workbook: Workbook
  paperId: string
  /** The bound cell in hand, or ''. */
  cell: string
  /** A person picked a place: its sheet, and what is bound there ('' for printed text). */
  onPick: (paperId: string, cell: string) => void
}

/** A place for the grid of a tab: made at the first opening, gone with the tab. */
function ownGrid() {
  let grid: PaperGrid | undefined
  const open = (language: Language, look: Look) => (grid ??= makePaperGrid(language, look))
  return { value: { open }, dispose: () => grid?.dispose() }
}

/** The papers as a spreadsheet. It belongs to the tab, not to the page: hiding the tab keeps scroll, zoom and selection. */
export function PaperSheetView({ workbook, paperId, cell, onPick }: SheetViewProps) {
  const t = useTexts(texts)
  const language = useLanguage((state) => state.language)
  const { name, shade } = useTheme()
  const look = useMemo(() => ({ name, shade }), [name, shade])
  const words = useMemo(() => ({ missing: t('missing'), error: t('error') }), [t])
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
    owned
      .open(language, look)
      .show(workbook, () => workbookSnapshot(workbook, { locale: gridLocale(language), words, width }))
  }, [owned, workbook, language, look, words])
  useEffect(() => {
    const grid = owned.open(language, look)
    const place = cell === '' ? null : placeOf(workbook.sheets, cell)
    if (place) grid.goTo(place)
    else if (paperId !== '') grid.openSheet(paperId)
  }, [owned, workbook, language, look, paperId, cell])
  useEffect(() => {
    owned.open(language, look).onSelect((place) => onPick(place.sheetId, bindingAt(workbook.sheets, place)))
  }, [owned, workbook, language, look, onPick])

  return (
    <>
      <div ref={host} className="workbook-grid" />
      <PaperPrint workbook={workbook} paperId={paperId} words={words} />
    </>
  )
}
