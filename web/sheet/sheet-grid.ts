import { CommandType, ICommandService } from '@univerjs/core'
import { SheetsSelectionsService } from '@univerjs/preset-sheets-core'
import type { SheetBook } from '#contract/sheet-book.ts'
import { diffBooks, type SheetOp } from '#contract/sheet-ops.ts'
import type { Language } from '#contract/texts.ts'
import { bookOf, extrasOf, univerData } from './univer-data.ts'
import { gridLocale, type Look, makeUniverGrid } from './univer-grid.ts'

export type Tone = 'jade' | 'amber' | 'seal'
/** A cell that should catch the eye: a corner in a colour, and words where it shows nothing of its own. */
export type CellMark = GridPlace & { tone: Tone; words?: string }
export type GridPlace = { sheet: string; row: number; column: number }
type Selected = (sheet: string, row: number, column: number) => void
type Changed = (ops: SheetOp[], book: SheetBook) => void
/** A spreadsheet in an element of its own, which a page hangs in where it shows. */
export type SheetGridWidget = {
  element: HTMLElement
  /** Puts a book in place; the same `of` again changes nothing but whether it may be edited. */
  show(of: unknown, book: SheetBook, readonly: boolean): void
  openSheet(sheet: string): void
  mark(marks: readonly CellMark[]): void
  /** Selects a cell and brings it into sight, unless it is selected. */
  goTo(place: GridPlace): void
  setLanguage(language: Language): void
  setTheme(look: Look): void
  onSelect(hear: Selected): void
  onChange(hear: Changed): void
  /** Tells at once what was typed and not told yet. */
  collect(): void
  dispose(): void
}

const unheard = () => undefined
/** Changes are told when typing has paused for so long, in ms. */
const PAUSE = 250
/** Frames that a new grid has to draw itself. */
const FRAMES = 120
let made = 0

/** Makes a spreadsheet that can be edited: toolbar, formulas, sheets below; its own plugins only. */
export function makeSheetGrid(language: Language, look: Look): SheetGridWidget {
  const { element, api, injector, colours, ...grid } = makeUniverGrid('edit', language, look)

  let begun = false
  let drawn = false
  let shown = ''
  let showing: unknown
  let book: SheetBook | undefined
  let readonly = true
  let marks = new Map<string, CellMark>()
  let at: GridPlace | undefined
  let select: Selected = unheard
  let change: Changed = unheard
  let timer: ReturnType<typeof setTimeout> | undefined
  const workbook = () => (shown ? api.getWorkbook(shown) : null)

  // only what a person selects is told; a sheet the page opens selects its own first cell
  let byHand = false
  const handled = () => {
    byHand = true
  }
  element.addEventListener('pointerdown', handled, true)
  addEventListener('keydown', handled, true)

  const collect = () => {
    clearTimeout(timer)
    timer = undefined
    const open = workbook()
    if (!open || !book || readonly) return
    const next = bookOf(open.save(), book)
    const ops = diffBooks(book, next)
    book = next
    if (ops.length > 0) change(ops, next)
  }
  const heard = injector.get(ICommandService).onCommandExecuted(({ type, id }) => {
    if (readonly || type !== CommandType.MUTATION || !id.startsWith('sheet.mutation.')) return
    clearTimeout(timer)
    timer = setTimeout(collect, PAUSE)
  })
  // Reading only: a key typed by mistake does nothing instead of raising the widget's own dialog.
  const editing = api.addEvent(api.Event.BeforeSheetEditStart, (event) => {
    if (readonly) event.cancel = true
  })

  const begin = () => {
    begun = true
    injector.get(SheetsSelectionsService).selectionChanged$.subscribe((selections) => {
      const range = selections?.at(-1)?.range
      const sheet = workbook()?.getActiveSheet().getSheetId()
      if (!range || sheet === undefined) return
      at = { sheet, row: range.startRow, column: range.startColumn }
      if (byHand) select(sheet, at.row, at.column)
    })
    api.getSheetHooks().onCellRender([
      {
        // a corner top right: jade for a comment, else the tone of the mark
        drawWith(context, { data, row, col, subUnitId, primaryWithCoord }) {
          drawn = true
          const { comment } = extrasOf(data?.custom)
          const mark = marks.get(`${subUnitId} ${row} ${col}`)
          const tone = mark?.tone ?? (comment ? 'jade' : undefined)
          if (tone === undefined) return
          const box = primaryWithCoord.isMergedMainCell ? primaryWithCoord.mergeInfo : primaryWithCoord
          const { endX, startY } = box
          context.save()
          if (mark?.words !== undefined && (data?.v ?? '') === '') {
            context.beginPath()
            context.rect(box.startX, startY, endX - box.startX, box.endY - startY)
            context.clip()
            context.font = '11px ui-monospace, monospace'
            context.textBaseline = 'middle'
            context.fillStyle = colours()[tone]
            context.fillText(mark.words, box.startX + 4, (startY + box.endY) / 2)
          }
          context.fillStyle = colours()[tone]
          context.beginPath()
          context.moveTo(endX - 7, startY)
          context.lineTo(endX, startY)
          context.lineTo(endX, startY + 7)
          context.closePath()
          context.fill()
          context.restore()
        },
        zIndex: 50,
      },
    ])
  }

  /** Scrolls to the cell in hand; a grid that has not drawn itself yet cannot scroll, and is asked again. */
  const bring = (place: GridPlace, frames: number) => {
    if (at?.sheet !== place.sheet || at.row !== place.row || at.column !== place.column) return
    if (drawn)
      workbook()
        ?.getActiveSheet()
        .scrollToCell(Math.max(0, place.row - 6), Math.max(0, place.column - 3))
    else if (frames > 0) requestAnimationFrame(() => bring(place, frames - 1))
  }

  return {
    element,
    show(of, given, only) {
      if (of !== showing) {
        clearTimeout(timer)
        showing = of
        const active = workbook()?.getActiveSheet().getSheetId()
        byHand = false
        at = undefined
        if (shown) api.disposeUnit(shown)
        drawn = false
        made += 1
        const opened = api.createWorkbook(univerData(given, { locale: gridLocale(language), id: `sheet-${made}` }))
        shown = opened.getId()
        // what the grid itself adds at opening is no change of a person's
        book = bookOf(opened.save(), given)
        if (active !== undefined && given.sheets.some(({ id }) => id === active)) opened.setActiveSheet(active)
        if (!begun) begin()
        readonly = false
      }
      if (only !== readonly) {
        if (only) collect()
        readonly = only
        const permission = workbook()?.getWorkbookPermission()
        void (only ? permission?.setReadOnly() : permission?.setEditable())
      }
    },
    openSheet(sheet) {
      const open = workbook()
      if (!open || open.getActiveSheet().getSheetId() === sheet || !open.getSheetBySheetId(sheet)) return
      byHand = false
      open.setActiveSheet(sheet)
    },
    mark(next) {
      marks = new Map(next.map((one) => [`${one.sheet} ${one.row} ${one.column}`, one]))
      // what is not drawn yet draws them by itself
      if (drawn) workbook()?.getActiveSheet().refreshCanvas()
    },
    goTo(place) {
      if (at?.sheet === place.sheet && at.row === place.row && at.column === place.column) return
      const open = workbook()
      const sheet = open?.getSheetBySheetId(place.sheet)
      if (!open || !sheet) return
      byHand = false
      if (open.getActiveSheet().getSheetId() !== place.sheet) open.setActiveSheet(place.sheet)
      sheet.getRange(place.row, place.column).activate()
      bring(place, FRAMES)
    },
    setLanguage: grid.setLanguage,
    setTheme: grid.setTheme,
    onSelect(hear) {
      select = hear
    },
    onChange(hear) {
      change = hear
    },
    collect,
    dispose() {
      collect()
      heard.dispose()
      removeEventListener('keydown', handled, true)
      editing.dispose()
      grid.dispose()
    },
  }
}
