import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Language } from '#contract/texts.ts'
import { useLanguage, useTexts } from '#web/kernel/language.ts'
import { useTabOwned } from '#web/kernel/tab.ts'
import { type Shade, useTheme } from '#web/kernel/theme.ts'
import { gridLocale, makePaperGrid, type PaperGrid } from './paper-grid.ts'
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
  const open = (language: Language, shade: Shade) => (grid ??= makePaperGrid(language, shade))
  return { value: { open }, dispose: () => grid?.dispose() }
}

/** The papers as a spreadsheet. It belongs to the tab, not to the page: hiding the tab keeps scroll, zoom and selection. */
export function PaperSheetView({ workbook, paperId, cell, onPick }: SheetViewProps) {
  const t = useTexts(texts)
  const language = useLanguage((state) => state.language)
  const shade = useTheme((state) => state.shade)
  const host = useRef<HTMLDivElement>(null)
  const owned = useTabOwned('paper grid', ownGrid)

  // The grid draws itself with a React of its own, so it is made after this page has drawn, never while it does.
  useLayoutEffect(() => {
    const { element } = owned.open(language, shade)
    if (element.parentElement !== host.current) host.current?.append(element)
  }, [owned, language, shade])
  useEffect(() => owned.open(language, shade).setLanguage(language), [owned, language, shade])
  useEffect(() => owned.open(language, shade).setShade(shade), [owned, language, shade])
  useEffect(() => {
    const words = { missing: t('missing'), error: t('error') }
    const width = host.current?.clientWidth ?? 0
    owned
      .open(language, shade)
      .show(workbook, () => workbookSnapshot(workbook, { locale: gridLocale(language), words, width }))
  }, [owned, workbook, language, shade, t])
  useEffect(() => {
    const grid = owned.open(language, shade)
    const place = cell === '' ? null : placeOf(workbook.sheets, cell)
    if (place) grid.goTo(place)
    else if (paperId !== '') grid.openSheet(paperId)
  }, [owned, workbook, language, shade, paperId, cell])
  useEffect(() => {
    owned.open(language, shade).onSelect((place) => onPick(place.sheetId, bindingAt(workbook.sheets, place)))
  }, [owned, workbook, language, shade, onPick])

  return <div ref={host} className="workbook-grid" />
}
