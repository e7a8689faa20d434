import { type ILanguagePack, type IWorkbookData, LocaleType, LogLevel, ThemeService, Univer } from '@univerjs/core'
import { FUniver } from '@univerjs/core/facade'
import { CalculationMode, SheetsSelectionsService, UniverSheetsCorePreset } from '@univerjs/preset-sheets-core'
import en from '@univerjs/preset-sheets-core/locales/en-US'
import zh from '@univerjs/preset-sheets-core/locales/zh-CN'
import '@univerjs/preset-sheets-core/lib/index.css'
import type { Language } from '#contract/texts.ts'
import { black, type Hex, mix, white } from '#web/kernel/colour.ts'
import { paletteOf } from '#web/kernel/palettes.ts'
import { type Shade, type ThemeName, themes } from '#web/kernel/theme.ts'
import type { Bound, Mark } from './sheet-snapshot.ts'
import { texts } from './texts.ts'

/** The theme and its shade. */
export type Look = { name: ThemeName; shade: Shade }
/** A place on the sheets, from 0. */
export type GridPlace = { sheetId: string; row: number; column: number }
/** The spreadsheet of a tab: an element of its own, hung into the page where it shows. */
export type PaperGrid = {
  element: HTMLElement
  /** Puts a workbook in place, read-only; what shows already (the same `of`) stays as it is, with its selection and scroll. */
  show(of: object, snapshot: () => IWorkbookData): void
  /** Brings a sheet forward. */
  openSheet(sheetId: string): void
  /** Selects a cell and scrolls to it, unless it is selected. */
  goTo(place: GridPlace): void
  setLanguage(language: Language): void
  setTheme(look: Look): void
  /** Hears which place a person selects; the last listener counts. */
  onSelect(listener: (place: GridPlace) => void): void
  dispose(): void
}

export const gridLocale = (language: Language) => (language === 'en' ? LocaleType.EN_US : LocaleType.ZH_CN)

/** Colours of the marks, by state; ok and stale in jade as every computed figure. */
const markColour: Record<Mark, 'jade' | 'amber' | 'seal'> = {
  ok: 'jade',
  stale: 'amber',
  overridden: 'amber',
  missing: 'amber',
  error: 'seal',
}
/** The light colours of a theme: in the dark the grid turns them itself. */
const lightOf = (name: ThemeName) => paletteOf(themes[name].shades.includes('light') ? name : 'default', 'light')
/** Selection, focus and handles in the theme's accent instead of the widget's blue. */
const accents = (jade: Hex) => ({
  50: mix(white, jade, 0.07),
  100: mix(white, jade, 0.14),
  200: mix(white, jade, 0.29),
  300: mix(white, jade, 0.47),
  400: mix(white, jade, 0.74),
  500: mix(white, jade, 0.89),
  600: jade,
  700: mix(jade, black, 0.16),
  800: mix(jade, black, 0.32),
  900: mix(jade, black, 0.46),
})
const part = (pack: ILanguagePack, name: string): ILanguagePack => {
  const value = pack[name]
  return typeof value === 'object' && !Array.isArray(value) ? value : {}
}
const REFUSALS = ['commonErr', 'editErr', 'pasteErr', 'setStyleErr', 'autoFillErr', 'moveRangeErr']
/** The locale with what the grid's own dialog says when a key would change something: why not, and what to do instead. */
function readingOnly(locale: ILanguagePack, says: string): ILanguagePack {
  const sheets = part(locale, 'sheets-ui')
  const permission = part(sheets, 'permission')
  const dialog = { ...part(permission, 'dialog'), ...Object.fromEntries(REFUSALS.map((key) => [key, says])) }
  return { ...locale, 'sheets-ui': { ...sheets, permission: { ...permission, dialog } } }
}
const unheard: (place: GridPlace) => void = () => undefined
const isBound = (custom: unknown): custom is Bound =>
  typeof custom === 'object' && custom !== null && 'binding' in custom

/**
 * Makes the spreadsheet without the umbrella preset (which carries non-free packages): its own plugins only, no calculation
 * (the values are the engine's), no toolbar, no menu, no editing.
 */
export function makePaperGrid(language: Language, { name, shade }: Look): PaperGrid {
  const element = document.createElement('div')
  element.className = 'paper-grid'
  const { plugins } = UniverSheetsCorePreset({
    container: element,
    header: false,
    toolbar: false,
    contextMenu: false,
    formulaBar: true,
    disableAutoFocus: true,
    footer: { sheetBar: false, statisticBar: true, menus: false, zoomSlider: true },
    formula: { initialFormulaComputing: CalculationMode.NO_CALCULATION },
    sheets: { protectedRangeShadow: false, disableForceStringAlert: true, disableForceStringMark: true },
    disableTextFormatAlert: true,
    disableTextFormatMark: true,
  })
  const univer = new Univer({
    locale: gridLocale(language),
    locales: {
      [LocaleType.ZH_CN]: readingOnly(zh, texts.readOnly.zh),
      [LocaleType.EN_US]: readingOnly(en, texts.readOnly.en),
    },
    logLevel: LogLevel.WARN,
    darkMode: shade === 'dark',
  })
  for (const plugin of plugins) {
    if (Array.isArray(plugin)) univer.registerPlugin(plugin[0], plugin[1])
    else univer.registerPlugin(plugin)
  }
  // There is no public way to change one colour of the theme.
  const injector = univer['__getInjector']()
  const painted = injector.get(ThemeService)
  let colours = lightOf(name)
  const paint = () => painted.setTheme({ ...painted.getCurrentTheme(), primary: accents(colours.jade) })
  paint()
  const api = FUniver.newAPI(univer)

  // The plugins of sheets start with the first workbook, so the drawing is given to them after it.
  const drawMarks = () =>
    api.getSheetHooks().onCellRender([
      {
        // A dotted underline under every computed figure; under one that waits or fails, in its colour. Light colours in
        // both shades: the grid turns them dark itself.
        drawWith(context, { data, primaryWithCoord }) {
          const custom: unknown = data?.custom
          if (!isBound(custom)) return
          const { startX, startY, endX, endY } = primaryWithCoord.isMergedMainCell
            ? primaryWithCoord.mergeInfo
            : primaryWithCoord
          context.save()
          context.strokeStyle = colours[markColour[custom.mark]]
          context.lineWidth = 1.2
          context.setLineDash([1.5, 2.5])
          context.beginPath()
          // Under the text, which stands in the middle of a high row.
          const y = Math.min(endY - 4, (startY + endY) / 2 + 10)
          context.moveTo(startX + 6, y)
          context.lineTo(endX - 6, y)
          context.stroke()
          context.restore()
        },
        zIndex: 50,
      },
    ])

  // Only what a person selects is heard; a sheet brought forward by the page selects its own first cell.
  let byHand = false
  const handled = () => {
    byHand = true
  }
  element.addEventListener('pointerdown', handled, true)
  addEventListener('keydown', handled, true)

  let begun = false
  let shown = ''
  let showing: object | null = null
  let at: GridPlace | null = null
  let hear = unheard
  // The facade's own event comes seconds after the first drawing; the service behind it at once.
  const hearSelections = () =>
    injector.get(SheetsSelectionsService).selectionChanged$.subscribe((selections) => {
      const range = selections?.at(-1)?.range
      const sheetId = workbook()?.getActiveSheet().getSheetId()
      if (!range || sheetId === undefined) return
      at = { sheetId, row: range.startRow, column: range.startColumn }
      if (byHand) hear(at)
    })
  // Reading only: a key typed by mistake does nothing instead of raising the widget's own dialog.
  const editing = api.addEvent(api.Event.BeforeSheetEditStart, (event) => {
    event.cancel = true
  })
  const workbook = () => api.getWorkbook(shown)

  return {
    element,
    show(of, snapshot) {
      if (of === showing) return
      showing = of
      at = null
      byHand = false
      if (shown) api.disposeUnit(shown)
      const made = api.createWorkbook(snapshot())
      shown = made.getId()
      void made.getWorkbookPermission().setReadOnly()
      if (begun) return
      begun = true
      drawMarks()
      hearSelections()
    },
    openSheet(sheetId) {
      byHand = false
      const book = workbook()
      if (book && book.getActiveSheet().getSheetId() !== sheetId) book.setActiveSheet(sheetId)
    },
    goTo({ sheetId, row, column }) {
      if (at?.sheetId === sheetId && at.row === row && at.column === column) return
      byHand = false
      const book = workbook()
      const sheet = book?.getSheetBySheetId(sheetId)
      if (!book || !sheet) return
      book.setActiveSheet(sheetId)
      sheet.getRange(row, column).activate()
      sheet.scrollToCell(Math.max(0, row - 6), 0)
    },
    setLanguage: (next) => univer.setLocale(gridLocale(next)),
    setTheme(next) {
      colours = lightOf(next.name)
      paint()
      api.toggleDarkMode(next.shade === 'dark')
    },
    onSelect(listener) {
      hear = listener
    },
    dispose() {
      editing.dispose()
      removeEventListener('keydown', handled, true)
      univer.dispose()
      element.remove()
    },
  }
}
