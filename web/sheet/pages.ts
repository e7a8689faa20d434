import { page, type PageRoute } from '../shell/page-route.ts'
import { sheetTitle } from './title.ts'

/** Spreadsheets on screen: one's own as a list, a file named in the address as a grid. */
export const sheetPages: readonly PageRoute[] = [
  page('/luckysheet/index', sheetTitle, 'byRole', async () => (await import('./OnlineSheetPage.tsx')).OnlineSheetPage),
]
