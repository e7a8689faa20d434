import { CustomCommandExecutionError, ICommandService, type IWorkbookData } from '@univerjs/core'
import { SetRangeValuesMutation, SheetsSelectionsService } from '@univerjs/preset-sheets-core'
import type { Language } from '#contract/texts.ts'
import { type Look, makeUniverGrid } from '#web/sheet/univer-grid.ts'
import { drawMark } from './draw-mark.ts'
import { changedCells } from './grid-changes.ts'
import { editsOf, type GridEdit, isSetting } from './grid-edits.ts'

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

/** What would change the shape of a paper: rows and columns are its own, added rows come by the page. */
const STRUCTURE =
  /^sheet\.mutation\.(?:insert-(?:row|col|sheet)|remove-(?:rows?|cols?|sheet)|move-(?:range|rows|columns|cols)|reorder-range|(?:add|remove)-worksheet-merge|set-worksheet-name|copy-)/

/**
 * Makes the spreadsheet of a paper: no calculation (the values are the engine's), no toolbar, no menu. What a person types never
 * changes the grid itself: the page hears it, decides, and shows the paper anew.
 */
export function makePaperGrid(language: Language, look: Look): PaperGrid {
  const { element, api, injector, colours, ...grid } = makeUniverGrid('paper', language, look)
  const commands = injector.get(ICommandService)

  // The plugins of sheets start with the first workbook, so the drawing is given to them after it.
  const drawMarks = () =>
    api.getSheetHooks().onCellRender([
      {
        drawWith(context, { data, primaryWithCoord }) {
          const box = primaryWithCoord.isMergedMainCell ? primaryWithCoord.mergeInfo : primaryWithCoord
          drawMark(context, data?.custom, { box, colours: colours() })
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
    setLanguage: grid.setLanguage,
    setTheme: grid.setTheme,
    listen(next) {
      ears = next
    },
    dispose() {
      beginning.dispose()
      ending.dispose()
      heard.dispose()
      removeEventListener('keydown', keyed, true)
      removeEventListener('paste', pasted, true)
      grid.dispose()
    },
  }
}

/** The grid keeps the field it types in outside of its own element. */
const inEditor = (target: Node) =>
  target instanceof Element && target.closest('.univer-editor, [data-u-comp="editor"], [id^="__editor"]') !== null
