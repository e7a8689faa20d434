import type { Language } from '../binding/fault.ts'
import type { ExpandedPaper, ExpandedTable } from './expand.ts'
import type { CellResult, CellStatus, CellValue, Generation, TaxFacts } from './generate.ts'
import { explainCell } from './names.ts'
import type { Text } from './paper.ts'
import { columnLetter, spreadsheetFormula } from './spreadsheet-formula.ts'

export type CellStyle =
  | 'title'
  | 'head'
  | 'section'
  | 'header'
  | 'label'
  | 'memo'
  | 'figure'
  | 'total'
  | 'words'
  | 'note'

/**
 * A cell of the printed paper. Texts stand ready; a bound cell has its value, its standing and, where the figure is a
 * plain sum of cells on the same sheet, the spreadsheet formula in A1 terms.
 */
export type SheetCell = {
  style: CellStyle
  span?: number
  text?: string
  value?: CellValue | null
  status?: CellStatus
  binding?: string
  formula?: string
}
export type SheetRow = { height?: number; cells: (SheetCell | null)[] }
export type PaperSheet = { id: string; name: Text; rows: SheetRow[]; widths: number[] }

/** What the head of every paper says. */
export type SheetHeader = {
  client: string
  year: number
  preparer?: string
  preparedOn?: string
  reviewer?: string
  reviewedOn?: string
}

const words = {
  client: { zh: '被鉴证单位', en: 'Client' },
  year: { zh: '所属年度', en: 'Tax year' },
  index: { zh: '索引号', en: 'Index' },
  prepared: { zh: '编制人/日期', en: 'Prepared by / on' },
  reviewed: { zh: '复核人/日期', en: 'Reviewed by / on' },
  procedures: { zh: '审核程序', en: 'Procedures' },
  notes: { zh: '审核说明', en: 'Notes' },
  conclusion: { zh: '审核结论', en: 'Conclusion' },
  item: { zh: '项目', en: 'Item' },
  amount: { zh: '金额', en: 'Amount' },
  formula: { zh: '计算说明', en: 'How computed' },
  basis: { zh: '依据', en: 'Basis' },
  total: { zh: '合计', en: 'Total' },
  no: { zh: '行次', en: 'Line' },
  evidence: { zh: '应取得的证据', en: 'Evidence to obtain' },
  refs: { zh: '相关底稿', en: 'Related papers' },
  agrees: { zh: '相符', en: 'Agrees' },
  differs: { zh: '不符', en: 'Differs' },
  open: { zh: '待核', en: 'Open' },
} satisfies Record<string, Text>

/** One paper as rows and columns, the same for the spreadsheet in the browser and for the downloaded workbook. */
export function paperSheet(
  generation: Generation,
  facts: TaxFacts,
  id: string,
  options: { language: Language; header: SheetHeader },
): PaperSheet | null {
  const paper = generation.papers.find((candidate) => candidate.id === id)
  return paper ? new Sheet(generation, facts, paper, options).build() : null
}

class Sheet {
  readonly #generation: Generation
  readonly #facts: TaxFacts
  readonly #paper: ExpandedPaper
  readonly #language: Language
  readonly #header: SheetHeader
  #width: number
  /** Where a paper has numbered lines, its items stand over the number and the name. */
  readonly #indent: number
  readonly #rows: SheetRow[] = []
  readonly #places = new Map<string, string>()

  constructor(
    generation: Generation,
    facts: TaxFacts,
    paper: ExpandedPaper,
    options: { language: Language; header: SheetHeader },
  ) {
    this.#generation = generation
    this.#facts = facts
    this.#paper = paper
    this.#language = options.language
    this.#header = options.header
    this.#width = Math.max(
      ...paper.blocks.map((block) => (block.kind === 'items' ? 4 : block.columns.length + (numbered(block) ? 2 : 1))),
      4,
    )
    this.#indent = paper.blocks.some((block) => block.kind === 'table' && numbered(block)) ? 1 : 0
    if (this.#indent && paper.blocks.some(({ kind }) => kind === 'items')) this.#width = Math.max(this.#width, 5)
  }

  build(): PaperSheet {
    const { id, name, blocks, procedures, conclusion, evidence = [], refs = [] } = this.#paper
    this.#head(id, name)
    for (const block of blocks) {
      if (block.title) this.#row([{ style: 'section', text: this.#say(block.title), span: this.#width }])
      if (block.kind === 'items') {
        const [item, ...others] = (['item', 'amount', 'formula', 'basis'] as const).map((word): SheetCell => ({
          style: 'header',
          text: this.#say(words[word]),
        }))
        this.#row([...this.#wide(item), ...others])
        for (const { key, label, rule, note, check } of block.items) {
          const cell = `${id}.${key}`
          const how = {
            style: 'words' as const,
            text: [
              check === true ? this.#standing(cell) : '',
              explainCell(this.#generation, this.#facts, cell, this.#language),
              note ? this.#say(note) : '',
            ]
              .filter((text) => text !== '')
              .join(';'),
          }
          this.#row([
            ...this.#wide({ style: 'label', text: this.#say(label) }),
            this.#figure(cell, 'figure', this.#indent + 1),
            how,
            { style: 'note', text: this.#basis(rule) },
          ])
        }
      } else this.#table(block)
      this.#row([])
    }
    if (evidence.length > 0) this.#block(words.evidence, [evidence.map((text) => this.#say(text)).join('、')])
    if (refs.length > 0) this.#block(words.refs, [refs.join('、')])
    this.#foot(procedures, conclusion)
    this.#formulas()
    return { id, name, rows: this.#rows, widths: this.#widths() }
  }

  #wide(cell: SheetCell | undefined): SheetCell[] {
    if (!cell) return []
    return [this.#indent ? { ...cell, span: 2 } : cell]
  }

  #say(text: Text): string {
    return text[this.#language]
  }

  #row(cells: (SheetCell | null)[], height?: number): void {
    this.#rows.push(height === undefined ? { cells } : { height, cells })
  }

  #head(id: string, name: Text): void {
    const { client, year, preparer = '', preparedOn = '', reviewer = '', reviewedOn = '' } = this.#header
    const pair = (word: Text, value: string): SheetCell => ({
      style: 'head',
      text: `${this.#say(word)}${this.#language === 'zh' ? '：' : ': '}${value}`,
    })
    this.#row([{ style: 'title', text: this.#say(name), span: this.#width }], 30)
    this.#row([pair(words.client, client), null, pair(words.index, id)])
    this.#row([pair(words.year, String(year)), null, pair(words.prepared, `${preparer} ${preparedOn}`.trim())])
    this.#row([null, null, pair(words.reviewed, `${reviewer} ${reviewedOn}`.trim())])
    this.#row([])
  }

  #table(table: ExpandedTable): void {
    const { id } = this.#paper
    const first = numbered(table) ? 2 : 1
    const head: SheetCell[] = numbered(table) ? [{ style: 'header', text: this.#say(words.no) }] : []
    this.#row([
      ...head,
      { style: 'header', text: this.#say(table.head) },
      ...table.columns.map(({ label }): SheetCell => ({ style: 'header', text: this.#say(label) })),
    ])
    for (const row of table.rows) {
      const label: SheetCell = {
        style: row.style === 'memo' ? 'memo' : row.style === 'total' ? 'total' : 'label',
        text: this.#say(row.label),
      }
      const no: SheetCell[] = numbered(table) ? [{ style: 'label', text: row.no }] : []
      const figures = table.columns.map(({ key }, place) =>
        this.#figure(`${id}.${key}@${row.key}`, row.style === 'total' ? 'total' : 'figure', first + place),
      )
      this.#row([...no, label, ...figures])
    }
    if (table.totals.length === 0) return
    const blank: (SheetCell | null)[] = numbered(table) ? [{ style: 'total', text: '' }] : []
    const totals = table.columns.map(({ key }, place) => {
      const total = table.totals.find(({ column }) => column === key)
      return total ? this.#figure(`${id}.${total.key}`, 'total', first + place) : { style: 'total' as const, text: '' }
    })
    this.#row([...blank, { style: 'total', text: this.#say(words.total) }, ...totals])
  }

  /** A bound cell at the row being built; a place without a formula stays an empty figure. */
  #figure(key: string, style: CellStyle, column: number): SheetCell {
    const cell = this.#generation.cells.get(key)
    if (!cell) return { style, text: '' }
    this.#places.set(key, `${columnLetter(column)}${this.#rows.length + 1}`)
    const text = this.#chosen(cell.expression, cell)
    return { style, value: cell.value, status: cell.status, binding: key, ...(text === null ? {} : { text }) }
  }

  /** Whether a tie-out holds, in a word. */
  #standing(key: string): string {
    const cell = this.#generation.cells.get(key)
    if (cell?.value?.kind !== 'money' || cell.status === 'missing' || cell.status === 'error')
      return this.#say(words.open)
    return this.#say(cell.value.fen === 0n ? words.agrees : words.differs)
  }

  /** What a chosen value is called: registers keep the choice, people read its name. */
  #chosen(expression: string, cell: CellResult): string | null {
    const [, register, column] = /^entered\((\w+)\.(\w+)\)$/.exec(expression) ?? []
    const { value } = cell
    if (register === undefined || value?.kind !== 'text') return null
    const choices = this.#facts.papers.registers
      ?.find(({ id }) => id === register)
      ?.columns.find(({ key }) => key === column)?.choices
    return choices?.find((choice) => choice.value === value.value)?.[this.#language] ?? null
  }

  /** The first source and how many more there are: the evidence pane lists them all. */
  #basis(rule: string | null): string {
    const [first, ...more] = this.#facts.rules.rules.find(({ id }) => id === rule)?.basis ?? []
    if (!first) return ''
    const named = first.article ? `${first.doc} ${first.article}` : first.doc
    if (more.length === 0) return named
    return this.#language === 'zh' ? `${named} 等${more.length + 1}项` : `${named} and ${more.length} more`
  }

  #block(word: Text, lines: readonly string[]): void {
    this.#row([{ style: 'section', text: this.#say(word), span: this.#width }])
    for (const text of lines) this.#row([{ style: 'note', text, span: this.#width }])
  }

  #foot(procedures: readonly Text[], conclusion: Text): void {
    this.#block(
      words.procedures,
      procedures.map((procedure, place) => `${place + 1}. ${this.#say(procedure)}`),
    )
    this.#block(words.notes, [''])
    this.#block(words.conclusion, [this.#say(conclusion)])
  }

  /** Written last, when every cell has its place. */
  #formulas(): void {
    for (const cell of this.#rows.flatMap(({ cells }) => cells)) {
      const binding = this.#generation.program.bindings.get(cell?.binding ?? '')
      if (!cell || !binding || cell.status !== 'ok') continue
      const formula = spreadsheetFormula(binding, this.#generation.program, this.#places)
      if (formula !== null) cell.formula = formula
    }
  }

  #widths(): number[] {
    const items = this.#paper.blocks.some(({ kind }) => kind === 'items')
    return Array.from({ length: this.#width }, (_, column) => {
      if (column < this.#indent) return 8
      if (column === this.#indent) return 42
      return items && column >= this.#indent + 2 ? 34 : 18
    })
  }
}

const numbered = (block: Pick<ExpandedTable, 'rows'>): boolean => block.rows.some(({ no }) => no !== '')
