import type { PaperSheet } from '#contract/paper.ts'
import type { CellResult, Generation } from '#engine/workpaper/generate.ts'
import type { PaperSheet as EngineSheet, SheetCell } from '#engine/workpaper/sheet.ts'

type Printed = PaperSheet['rows'][number]['cells'][number]

const yes = { zh: '是', en: 'Yes' }
const no = { zh: '否', en: 'No' }
const blank = { value: null, style: 'note' } as const

/** The engine's sheet as it crosses the wire: figures as numbers, each styled by its unit, blanks as cells. */
export function wireSheet(sheet: EngineSheet, language: 'zh' | 'en', cells: Generation['cells']): PaperSheet {
  return {
    id: sheet.id,
    name: sheet.name[language],
    widths: sheet.widths,
    rows: sheet.rows.map(({ height, cells: row }) => ({
      ...(height === undefined ? {} : { height }),
      cells: row.map((cell) => (cell === null ? blank : wireCell(cell, cells.get(cell.binding ?? ''), language))),
    })),
  }
}

function wireCell(cell: SheetCell, bound: CellResult | undefined, language: 'zh' | 'en'): Printed {
  const { binding, formula, span } = cell
  return {
    // a chosen value has its name ready
    value: cell.text ?? (binding === undefined ? null : figure(bound, language)),
    style: styleOf(cell, bound),
    ...(formula === undefined ? {} : { formula }),
    ...(binding === undefined ? {} : { binding }),
    ...(span === undefined || span === 1 ? {} : { span }),
  }
}

/** A double holds fen exactly far beyond any ledger. */
function figure(cell: CellResult | undefined, language: 'zh' | 'en'): string | number | null {
  const value = cell?.value
  if (!value) return null
  switch (value.kind) {
    case 'money':
      return Number(value.fen) / 100
    case 'rate':
    case 'count':
      return Number(value.decimal)
    case 'bool':
      return value.value ? yes[language] : no[language]
    case 'text':
      return value.value
  }
}

function styleOf({ style }: SheetCell, bound: CellResult | undefined): string {
  if (style === 'words') return 'text'
  if (style !== 'figure' && style !== 'total') return style
  if (bound === undefined) return style === 'total' ? 'total' : 'label'
  if (bound.unit === 'money') return style === 'total' ? 'total' : 'money'
  return bound.unit === 'bool' || bound.unit === 'text' ? 'text' : bound.unit
}
