import type { TemplateCell, TemplatePaper } from '#contract/paper-template.ts'
import { type BookCell, type BookSheet, type BookStyle, emptySheet, type SheetBook } from '#contract/sheet-book.ts'
import type { Block, Paper } from '#engine/workpaper/paper.ts'
import { paperPack } from '#facts/facts.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { freePaperId } from './paper-ids.ts'

const edge = { style: 'thin', color: 'BFBFBF' } as const
const border = { top: edge, right: edge, bottom: edge, left: edge }
const base = { font: '微软雅黑', size: 10, vertical: 'center' } as const
const MONEY = '#,##0.00;-#,##0.00;"-"'

const looks = {
  title: { ...base, size: 15, bold: true, horizontal: 'center' },
  head: { ...base, color: '5C6066' },
  section: { ...base, bold: true, fill: 'FBFAF7', border },
  header: { ...base, bold: true, fill: 'F3F1EB', border, horizontal: 'center', wrap: true },
  label: { ...base, border, wrap: true },
  money: { ...base, border, horizontal: 'right', format: MONEY },
  rate: { ...base, border, horizontal: 'right', format: '0.00%' },
  count: { ...base, border, horizontal: 'right', format: '#,##0;-#,##0;"-"' },
  bool: { ...base, border, horizontal: 'center' },
  text: { ...base, border, wrap: true },
  total: { ...base, bold: true, border, horizontal: 'right', format: MONEY },
  note: { ...base, color: '5C6066', wrap: true, vertical: 'top' },
} satisfies Record<string, BookStyle>
type Look = keyof typeof looks
const lookNames = Object.keys(looks) as Look[]

/** A sheet name spreadsheets take. */
const sheetNameOf = (text: string) => text.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31)
const asked = (paper: Paper) =>
  paper.blocks.some((block) =>
    block.kind === 'items' ? block.items.length > 0 : block.totals.length > 0 || block.rows.from === 'list',
  )

/**
 * The system's papers as sheets of a firm's own, each figure linked to the system's cell, to begin from. Tables whose rows the
 * books give keep their totals. Throws when a paper is named that the system does not have.
 */
export function systemCopy(wanted: readonly string[]): {
  book: SheetBook
  papers: TemplatePaper[]
  cells: TemplateCell[]
} {
  const known = new Map(paperPack.papers.map((paper) => [paper.id, paper]))
  const unknown = wanted.find((id) => !known.has(id))
  if (unknown !== undefined) throw new Refusal('templateSystemPaper', { paper: unknown })
  const chosen = wanted.length > 0 ? wanted.flatMap((id) => known.get(id) ?? []) : paperPack.papers.filter(asked)
  const taken = new Set<string>()
  const sheets: BookSheet[] = []
  const papers: TemplatePaper[] = []
  const cells: TemplateCell[] = []
  for (const [at, paper] of chosen.entries()) {
    const paperId = freePaperId(taken)
    taken.add(paperId)
    const made = new PaperCopy(paper, paperId)
    const name = { zh: paper.name.zh, en: paper.name.en }
    sheets.push(made.sheet(`s${at + 1}`, sheetNameOf(`${paperId} ${paper.name.zh}`)))
    papers.push({ sheet: `s${at + 1}`, paperId, name })
    cells.push(...made.bound)
  }
  return { book: { sheets, styles: lookNames.map((name) => looks[name]), names: [] }, papers, cells }
}

type Figure = { ref: string; unit: TemplateCell['unit']; label: { zh: string; en: string }; rule?: string | null }

/** One paper laid out: head, blocks, procedures, conclusion. */
class PaperCopy {
  readonly bound: TemplateCell[] = []
  readonly #paper: Paper
  readonly #paperId: string
  readonly #cells: BookCell[] = []
  readonly #merges: BookSheet['merges'] = []
  readonly #width: number
  #row = 0

  constructor(paper: Paper, paperId: string) {
    this.#paper = paper
    this.#paperId = paperId
    this.#width = Math.max(4, ...paper.blocks.map((block) => (block.kind === 'items' ? 3 : block.columns.length + 1)))
    this.#lay()
  }

  sheet(id: string, name: string): BookSheet {
    const columns = Math.max(26, this.#width + 2)
    const widths = Object.fromEntries(Array.from({ length: this.#width }, (_, at) => [String(at), at === 0 ? 42 : 18]))
    return {
      ...emptySheet(id, name),
      rows: this.#row + 20,
      columns,
      cells: this.#cells,
      merges: this.#merges,
      widths,
      heights: { '0': 30 },
      gridlines: false,
    }
  }

  #text(column: number, text: string, look: Look): void {
    this.#cells.push({ r: this.#row, c: column, v: text, s: lookNames.indexOf(look) })
  }

  #wide(text: string, look: Look): void {
    this.#text(0, text, look)
    this.#merges.push({ top: this.#row, left: 0, bottom: this.#row, right: this.#width - 1 })
    this.#row += 1
  }

  #figure(column: number, { ref, unit, label, rule = null }: Figure, total = false): void {
    const look: Look = total && unit === 'money' ? 'total' : unit
    this.#cells.push({ r: this.#row, c: column, v: null, s: lookNames.indexOf(look) })
    this.bound.push({
      paperId: this.#paperId,
      key: `r${this.#row + 1}c${column + 1}`,
      row: this.#row,
      column,
      expression: `[${this.#paper.id}.${ref}]`,
      unit,
      label,
      feeds: [],
      rule: rule ?? '',
      note: '',
      origin: '',
    })
  }

  #lay(): void {
    const { id, name, blocks, procedures, conclusion } = this.#paper
    this.#wide(name.zh, 'title')
    this.#text(0, `索引号：${this.#paperId}（取自系统底稿 ${id}）`, 'head')
    this.#row += 2
    for (const block of blocks) this.#block(block)
    this.#wide('审核程序', 'section')
    for (const [at, procedure] of procedures.entries()) this.#wide(`${at + 1}. ${procedure.zh}`, 'note')
    this.#wide('审核结论', 'section')
    this.#wide(conclusion.zh, 'note')
  }

  #block(block: Block): void {
    if (block.title) this.#wide(block.title.zh, 'section')
    if (block.kind === 'items') {
      this.#text(0, '项目', 'header')
      this.#text(1, '金额', 'header')
      this.#text(2, '说明', 'header')
      this.#row += 1
      for (const { key, label, unit, rule, note } of block.items) {
        this.#text(0, label.zh, 'label')
        this.#figure(1, { ref: key, unit, label, rule })
        this.#text(2, note?.zh ?? '', 'text')
        this.#row += 1
      }
      this.#row += 1
      return
    }
    this.#text(0, block.head.zh, 'header')
    for (const [at, { label }] of block.columns.entries()) this.#text(at + 1, label.zh, 'header')
    this.#row += 1
    if (block.rows.from === 'list') this.#rows(block, block.rows.rows)
    else this.#wide(`各行由账套展开，见系统底稿 ${this.#paper.id}`, 'note')
    if (block.totals.length > 0) {
      this.#text(0, '合计', 'label')
      for (const [at, { key: column, label, unit }] of block.columns.entries()) {
        const total = block.totals.find((one) => one.column === column)
        const words = { zh: `${label.zh}合计`, en: `${label.en}, total` }
        if (total) this.#figure(at + 1, { ref: total.key, unit, label: words }, true)
      }
      this.#row += 1
    }
    this.#row += 1
  }

  #rows(block: Extract<Block, { kind: 'table' }>, rows: Extract<typeof block.rows, { from: 'list' }>['rows']): void {
    for (const row of rows) {
      // rows of earlier forms do not stand in a new year's papers
      if (row.to !== null) continue
      this.#text(0, row.label.zh, 'label')
      for (const [at, { key, label, unit, expr }] of block.columns.entries()) {
        if ((row.exprs[key] ?? expr) === '') continue
        const words = { zh: `${row.label.zh} ${label.zh}`, en: `${row.label.en} ${label.en}` }
        this.#figure(at + 1, { ref: `${key}@${row.key}`, unit, label: words })
      }
      this.#row += 1
    }
  }
}
