import {
  CustomCommandExecutionError,
  ICommandService,
  type ILanguagePack,
  type IWorkbookData,
  LocaleType,
  LogLevel,
  ThemeService,
  Univer,
} from '@univerjs/core'
import { FUniver } from '@univerjs/core/facade'
import {
  CalculationMode,
  SetRangeValuesMutation,
  SheetsSelectionsService,
  UniverSheetsCorePreset,
} from '@univerjs/preset-sheets-core'
import en from '@univerjs/preset-sheets-core/locales/en-US'
import zh from '@univerjs/preset-sheets-core/locales/zh-CN'
import '@univerjs/preset-sheets-core/lib/index.css'
import type { Language } from '#contract/texts.ts'
import { black, type Hex, mix, white } from '#web/kernel/colour.ts'
import { paletteOf } from '#web/kernel/palettes.ts'
import { type Shade, type ThemeName, themes } from '#web/kernel/theme.ts'
import { drawMark } from './draw-mark.ts'
import { changedCells } from './grid-changes.ts'
import { editsOf, type GridEdit, isSetting } from './grid-edits.ts'

/** The theme and its shade. */
export type Look = { name: ThemeName; shade: Shade }
/** A place on the sheet, from 0. */
type GridSpot = { row: number; column: number }
/** What the page hears; the last listeners count. */
export type GridEars = {
  /** A person selected a place. */
  onSelect: (spot: GridSpot) => void
  /** A person wants to type here (F2, double click, a key): false if that may not be. */
  onBegin: (spot: GridSpot) => boolean
  onEdits: (edits: GridEdit[]) => void
  /** A clipboard's text, for the place in hand. */
  onPaste: (spot: GridSpot, text: string) => void
  onUndo: (again: boolean) => void
}
/** The spreadsheet of a tab: an element of its own, hung into the page where it shows. */
export type PaperGrid = {
  element: HTMLElement
  /** Puts a workbook in place; where only cells differ from what shows, only those are drawn anew, with selection and scroll as they are. */
  show(of: object, snapshot: () => IWorkbookData): void
  /** Selects a cell and scrolls to it, unless it is selected. */
  goTo(spot: GridSpot): void
  setLanguage(language: Language): void
  setTheme(look: Look): void
  listen(ears: GridEars): void
  dispose(): void
}

export const gridLocale = (language: Language) => (language === 'en' ? LocaleType.EN_US : LocaleType.ZH_CN)

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
/** What would change the shape of a paper: rows and columns are its own, added rows come by the page. */
const STRUCTURE =
  /^sheet\.mutation\.(?:insert-(?:row|col|sheet)|remove-(?:rows?|cols?|sheet)|move-(?:range|rows|columns|cols)|reorder-range|(?:add|remove)-worksheet-merge|set-worksheet-name|copy-)/

/**
 * Makes the spreadsheet without the umbrella preset (which carries non-free packages): its own plugins only, no calculation
 * (the values are the engine's), no toolbar, no menu. What a person types never changes the grid itself: the page hears it,
 * decides, and shows the paper anew.
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
    locales: { [LocaleType.ZH_CN]: zh satisfies ILanguagePack, [LocaleType.EN_US]: en satisfies ILanguagePack },
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
  const commands = injector.get(ICommandService)
  let colours = lightOf(name)
  const paint = () => painted.setTheme({ ...painted.getCurrentTheme(), primary: accents(colours.jade) })
  paint()
  const api = FUniver.newAPI(univer)

  // The plugins of sheets start with the first workbook, so the drawing is given to them after it.
  const drawMarks = () =>
    api.getSheetHooks().onCellRender([
      {
        drawWith(context, { data, primaryWithCoord }) {
          const box = primaryWithCoord.isMergedMainCell ? primaryWithCoord.mergeInfo : primaryWithCoord
          drawMark(context, data?.custom, { box, colours })
        },
        zIndex: 50,
      },
    ])

  let ears: GridEars | undefined
  let begun = false
  let typing = false
  let waiting: (() => void) | undefined
  let shown = ''
  let drawn: IWorkbookData | undefined
  let showing: object | null = null
  let at: GridSpot | null = null
  const workbook = () => api.getWorkbook(shown)

  // Only what a person selects is heard; a paper brought forward by the page selects its own first cell.
  let byHand = false
  const handled = () => {
    byHand = true
  }
  /** Copying is the grid's; pasting and undoing are the page's, for only it knows what may be typed where. */
  const keyed = (event: KeyboardEvent) => {
    const within = event.target instanceof Node && (element.contains(event.target) || inEditor(event.target))
    if (!within) return
    handled()
    const control = event.ctrlKey || event.metaKey
    if (!control || typing || event.altKey) return
    const key = event.key.toLowerCase()
    if (key === 'v' || key === 'z' || key === 'y') event.stopImmediatePropagation()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    ears?.onUndo(key === 'y' || event.shiftKey)
  }
  const pasted = (event: ClipboardEvent) => {
    const within = event.target instanceof Node && (element.contains(event.target) || inEditor(event.target))
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (!within || typing || !at || text === '') return
    event.preventDefault()
    event.stopImmediatePropagation()
    ears?.onPaste(at, text)
  }
  element.addEventListener('pointerdown', handled, true)
  addEventListener('keydown', keyed, true)
  addEventListener('paste', pasted, true)

  // The facade's own event comes seconds after the first drawing; the service behind it at once.
  const hearSelections = () =>
    injector.get(SheetsSelectionsService).selectionChanged$.subscribe((selections) => {
      const range = selections?.at(-1)?.range
      if (!range) return
      at = { row: range.startRow, column: range.startColumn }
      if (byHand) ears?.onSelect(at)
    })
  const beginning = api.addEvent(api.Event.BeforeSheetEditStart, (event) => {
    typing = ears?.onBegin({ row: event.row, column: event.column }) ?? false
    if (!typing) event.cancel = true
  })
  const ending = api.addEvent(api.Event.SheetEditEnded, () => {
    typing = false
    // after the grid is done with its own part
    setTimeout(() => waiting?.())
  })

  let drawing = false
  const heard = commands.beforeCommandExecuted(({ id, params }) => {
    if (STRUCTURE.test(id)) throw new CustomCommandExecutionError('the rows of a paper are its own')
    if (id !== SetRangeValuesMutation.id || drawing || !isSetting(params) || params.unitId !== shown) return
    const edits = 'fromFormula' in params ? [] : editsOf(params)
    params.cellValue = {}
    if (edits.length > 0) ears?.onEdits(edits)
  })

  /** Draws what differs; another paper, or one whose rows moved, as a whole, where it was looked at. */
  const draw = (next: IWorkbookData) => {
    const changes = drawn && shown ? changedCells(drawn, next) : null
    const sheet = workbook()?.getActiveSheet()
    const same = sheet?.getSheetId() === next.sheetOrder[0]
    // the grid goes on writing in what it is given
    drawn = structuredClone(next)
    drawing = true
    if (changes && sheet) {
      const params = { unitId: shown, subUnitId: sheet.getSheetId(), cellValue: changes.cells }
      commands.syncExecuteCommand(SetRangeValuesMutation.id, params)
      for (const { row, height } of changes.heights) sheet.setRowHeightsForced(row, 1, height)
      drawing = false
      return
    }
    const stood = same ? { at, top: sheet?.getScrollState().sheetViewStartRow ?? 0 } : { at: null, top: 0 }
    at = null
    byHand = false
    if (shown) api.disposeUnit(shown)
    shown = api.createWorkbook(next).getId()
    drawing = false
    if (!begun) {
      begun = true
      drawMarks()
      hearSelections()
    }
    if (!stood.at) return
    const page = workbook()?.getActiveSheet()
    page?.getRange(stood.at.row, stood.at.column).activate()
    page?.scrollToCell(stood.top, 0)
  }

  return {
    element,
    show(of, snapshot) {
      if (of === showing) return
      // a cell that is being typed into keeps its paper until it is done
      if (typing) waiting = () => this.show(of, snapshot)
      else {
        waiting = undefined
        showing = of
        draw(snapshot())
      }
    },
    goTo({ row, column }) {
      if (at?.row === row && at.column === column) return
      byHand = false
      const sheet = workbook()?.getActiveSheet()
      if (!sheet) return
      sheet.getRange(row, column).activate()
      sheet.scrollToCell(Math.max(0, row - 6), 0)
    },
    setLanguage: (next) => univer.setLocale(gridLocale(next)),
    setTheme(next) {
      colours = lightOf(next.name)
      paint()
      api.toggleDarkMode(next.shade === 'dark')
    },
    listen(next) {
      ears = next
    },
    dispose() {
      beginning.dispose()
      ending.dispose()
      heard.dispose()
      removeEventListener('keydown', keyed, true)
      removeEventListener('paste', pasted, true)
      univer.dispose()
      element.remove()
    },
  }
}

/** The grid keeps the field it types in outside of its own element. */
const inEditor = (target: Node) =>
  target instanceof Element && target.closest('.univer-editor, [data-u-comp="editor"], [id^="__editor"]') !== null
