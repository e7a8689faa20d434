import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import type { ViewedFile } from '#contract/viewer.ts'
import { useTexts } from '#web/kernel/language.ts'
import { CallError } from '#web/kernel/transport.ts'
import { Bones } from '#web/kit/StateView.tsx'
import { type LoadedSheet, loadSheet } from '../sheet/load-sheet.ts'
import { Coming } from './Coming.tsx'
import { OtherPane } from './OtherPane.tsx'
import { cellPlace, type StartAt } from './start-at.ts'
import { TextPane } from './TextPane.tsx'
import { texts } from './texts.ts'
import { viewedSheet } from './viewed-sheet.ts'

// the spreadsheet is by far the largest part of the product
const SheetGrid = lazy(async () => ({ default: (await import('../sheet/SheetGrid.tsx')).SheetGrid }))

/** A workbook or a CSV as it is now, to read: sheets, looks, and the formula behind the cell in hand. */
export function SheetPane({ file, at }: { file: ViewedFile; at: StartAt }) {
  const found = useQuery({
    queryKey: viewedSheet(file.fileId),
    queryFn: () => loadSheet(file.fileId),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  // the server has refused it; a fault of the line can be tried again
  const refused = found.error instanceof CallError && found.error.code === 400 ? found.error.message : ''
  if (refused !== '' && file.plain) return <AsText file={file} />
  if (refused !== '') return <OtherPane file={{ ...file, trouble: refused }} />
  return <Coming of={found}>{(sheet) => <Grid sheet={sheet} cell={at.cell} />}</Coming>
}

/** Tables too many for a grid, or whose text a grid cannot make out. */
function AsText({ file }: { file: ViewedFile }) {
  const t = useTexts(texts)
  return (
    <>
      <p className="view-bar second">{t('tableAsText')}</p>
      <TextPane file={file} />
    </>
  )
}

function Grid({ sheet: { book, opened }, cell }: { sheet: LoadedSheet; cell: string }) {
  const t = useTexts(texts)
  const start = useMemo(() => {
    const place = cellPlace(cell)
    if (!place) return undefined
    const named = book.sheets.find(({ name }) => name === place.sheet)
    const sheet = place.sheet === '' ? book.sheets[0] : named
    return sheet && { sheet: sheet.id, row: place.row, column: place.column }
  }, [book, cell])
  const disarmed = opened.notes.filter(({ kind }) => ['externalFormula', 'externalLink', 'macro'].includes(kind)).length
  return (
    <>
      {disarmed > 0 && <p className="view-bar second">{t('disarmed', { count: disarmed })}</p>}
      <div className="view-sheet">
        <Suspense fallback={<Bones lines={14} />}>
          <SheetGrid book={book} readonly name={`viewed ${opened.fileId}`} at={start} />
        </Suspense>
      </div>
    </>
  )
}
