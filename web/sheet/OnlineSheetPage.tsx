import { useTab } from '#web/kernel/tab.ts'
import { SheetEditor } from './SheetEditor.tsx'
import { SheetList } from './SheetList.tsx'

/** /luckysheet/index: one's own spreadsheets; with `fileId` the spreadsheet of that file. */
export function OnlineSheetPage() {
  const { query } = useTab()
  const fileId = query.get('fileId') ?? query.get('v.fileId') ?? ''
  return fileId === '' ? <SheetList /> : <SheetEditor key={fileId} fileId={fileId} />
}
