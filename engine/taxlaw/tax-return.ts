import { compare, type Rational, roundHalfUp, zero } from '../binding/rational.ts'
import { amountOf, byLine, type CellStanding, plus, valueText } from './return-amount.ts'
import { type Amount, empty, evaluateFormula, type Formula, type Read } from './return-formula.ts'
import { columnCalc, headTree, linesOfForm, linksOf } from './form-formulas.ts'
import { cellAt, formsOf, inYears, placeOf, type ReturnFacts, type ReturnForm, type ReturnLine, type ReturnUnit, unitAt } from './return-model.ts' // prettier-ignore

/** A return cell that a paper fills. Values: yuan for money, else exact decimals or words. */
export type FedCell = { cell: string; value: string | null; status: CellStanding; paperCell: string }
/** A cell, or an outside figure (`entered.vat_sales`), that a person entered; `label` names the item of an option line. */
export type HandCell = { cell: string; value: string; label: string }
export type ReturnInput = {
  year: number
  fed: readonly FedCell[]
  hand: readonly HandCell[]
  /** Last year's return. */
  prior: Readonly<Record<string, string>>
  /** Recomputed statement lines, yuan. */
  statement: Readonly<Record<string, string>>
  /** Cells of papers that checks read. */
  papers: Readonly<Record<string, { value: string | null; status: CellStanding }>>
  /** Figures of the law in force that year. */
  rates: Readonly<Record<string, string>>
}

export type CellSource = 'paper' | 'hand' | 'form' | 'link' | 'prior' | 'empty'
/** Another way to the same cell that gives another figure. */
export type Conflict = { cell: string; source: Exclude<CellSource, 'empty' | 'paper'>; formula: string; value: string }
export type ReturnCell = {
  cell: string
  form: string
  line: string
  column: number
  unit: ReturnUnit
  source: CellSource
  status: CellStanding
  value: string | null
  paperCell: string | null
  /** How it is computed in the form, or what it is taken from. */
  formula: string | null
  conflicts: readonly Conflict[]
  /** A person may enter it: no paper feeds it and the form does not compute it. */
  byHand: boolean
}
export type AssembledLine = ReturnLine & { cells: readonly (string | null)[] }
export type AssembledForm = {
  code: string
  name: string
  form: ReturnForm | null
  columns: readonly string[]
  lines: readonly AssembledLine[]
}
export type TaxReturn = { year: number; forms: readonly AssembledForm[]; cells: ReadonlyMap<string, ReturnCell> }

type Way = {
  source: 'form' | 'link' | 'prior'
  formula: string
  tree: Formula
  form: string
  column: number
  floor: boolean
}
/**
 * The return of a year: every cell from a paper, a person, its form's own formula, another form or last year's return, in this
 * order; where two ways lead to one cell and differ, the cell says so. Pure, so that a browser runs it while somebody types.
 */
export function assembleReturn(facts: ReturnFacts, input: ReturnInput): TaxReturn {
  return new Assembly(facts, input).made()
}

class Assembly {
  readonly #input: ReturnInput
  readonly #forms: ReturnType<typeof formsOf>
  readonly #byCode: ReadonlyMap<string, ReturnForm>
  readonly #fed: ReadonlyMap<string, FedCell>
  readonly #hand: ReadonlyMap<string, HandCell>
  readonly #links: ReadonlyMap<string, { expr: string; tree: Formula }>
  readonly #done = new Map<string, { amount: Amount; source: CellSource; way: Way | null }>()
  readonly #open = new Set<string>()
  readonly #known = new Map<string, readonly Way[]>()
  readonly #subs = new Map<string, string[]>()

  constructor(facts: ReturnFacts, input: ReturnInput) {
    this.#input = input
    this.#forms = formsOf(facts, input.year)
    this.#byCode = new Map(this.#forms.flatMap(({ code, form }) => (form ? [[code, form] as const] : [])))
    this.#fed = new Map(input.fed.map((one) => [one.cell, one]))
    this.#hand = new Map(input.hand.map((one) => [one.cell, one]))
    this.#links = new Map(
      linksOf(facts).flatMap(({ link, tree }) =>
        inYears(link, input.year) ? [[link.to, { expr: link.expr, tree }] as const] : [],
      ),
    )
    for (const cell of [...this.#fed.keys(), ...this.#hand.keys()]) {
      const place = placeOf(cell)
      if (!place?.line.includes('.')) continue
      const above = `${place.form}.${place.line.slice(0, place.line.indexOf('.'))}`
      const lines = this.#subs.get(above) ?? []
      if (!lines.includes(place.line)) this.#subs.set(above, [...lines, place.line].toSorted(byLine))
    }
  }

  made(): TaxReturn {
    const cells = new Map<string, ReturnCell>()
    const forms = this.#forms.map(({ code, name, form }) => this.#formOf(code, name, form))
    for (const { code, form, lines } of forms)
      for (const { line, cells: own } of lines)
        own.forEach((cell, at) => {
          if (cell !== null) cells.set(cell, this.#cell(cell, { form, code, line, column: at + 1 }))
        })
    return { year: this.#input.year, forms, cells }
  }

  /** A form's lines with the option lines people added; of a form whose texts are not held, the lines that have figures. */
  #formOf(code: string, name: string, form: ReturnForm | null): AssembledForm {
    if (!form) {
      const places = [...this.#fed.keys(), ...this.#hand.keys()].flatMap((cell) => {
        const place = placeOf(cell)
        return place?.form === code ? [place] : []
      })
      const widest = Math.max(1, ...places.map(({ column }) => column))
      const columns = Array.from({ length: widest }, (_, at) => String(at + 1))
      const lines = [...new Set(places.map(({ line }) => line))].toSorted(byLine)
      return { code, name, form, columns, lines: lines.map((line) => this.#bare(code, line, widest)) }
    }
    const lines = form.lines.flatMap((line) => [
      { ...line, cells: form.columns.map((_, at) => this.#place(form, line, at + 1)) },
      ...(this.#subs.get(`${code}.${line.line}`) ?? [])
        .filter((sub) => !form.lines.some((known) => known.line === sub))
        .map((sub) => this.#bare(code, sub, form.columns.length)),
    ])
    return { code, name, form, columns: form.columns, lines }
  }

  #bare(code: string, line: string, columns: number): AssembledLine {
    const cells = Array.from({ length: columns }, (_, at) => cellAt(code, line, at + 1))
    const name = this.#hand.get(cells[0] ?? '')?.label ?? ''
    return { line, name, calc: null, written: false, from: null, note: null, columns: null, option: null, floor: false, cells } // prettier-ignore
  }

  /** The cell's name, or null where the form has no cell: a column the line lacks, or a total in a column that does not add up. */
  #place(form: ReturnForm, line: ReturnLine, column: number): string | null {
    const cell = cellAt(form.code, line.line, column)
    const fed = this.#fed.get(cell)
    if (line.columns && !line.columns.includes(column) && !this.#hand.has(cell))
      // a paper's whole column may be fed; nothing stands where the form has no place
      return fed && !/^-?0(\.0+)?$/.test(fed.value ?? '0') ? cell : null
    if (fed || this.#hand.has(cell)) return cell
    return line.calc !== null && form.sums && !form.sums.includes(column) ? null : cell
  }

  #ways(cell: string): readonly Way[] {
    const known = this.#known.get(cell) ?? this.#waysTo(cell)
    this.#known.set(cell, known)
    return known
  }

  #waysTo(cell: string): Way[] {
    const place = placeOf(cell)
    if (!place) return []
    const form = this.#byCode.get(place.form)
    const ways: Way[] = []
    const { column } = place
    if (form && unitAt(form, place.line, column) !== 'text') {
      const parsed = linesOfForm(form).get(place.line)
      const common = { form: form.code, column, floor: parsed?.line.floor ?? false }
      if (parsed?.tree && (!form.sums || form.sums.includes(column)))
        ways.push({ source: 'form', formula: parsed.line.calc ?? '', tree: parsed.tree, ...common })
      const head = columnCalc(form.columns[column - 1] ?? '')
      if (head !== null) ways.push({ source: 'form', formula: head, tree: headTree(form, place.line, head), ...common })
    }
    const link = this.#links.get(cell)
    if (link)
      ways.push({
        source: link.expr.startsWith('prior(') ? 'prior' : 'link',
        formula: link.expr,
        tree: link.tree,
        form: place.form,
        column,
        floor: false,
      })
    return ways
  }

  #run(way: Way): Amount {
    const amount = evaluateFormula(way.tree, (what) => this.#read(what, way))
    return way.floor && amount.kind === 'number' && amount.value.n < 0n ? { kind: 'number', value: zero } : amount
  }

  #read(what: Read, { form, column }: Pick<Way, 'form' | 'column'>): Amount {
    switch (what.kind) {
      case 'line':
        return this.#amount(cellAt(form, what.of, column))
      case 'subs': {
        const lines = this.#subs.get(`${form}.${what.of}`) ?? []
        return lines.map((line) => this.#amount(cellAt(form, line, column))).reduce(plus, empty)
      }
      case 'cell':
        return this.#amount(what.of)
      case 'prior':
        return amountOf(this.#input.prior[what.of])
      case 'paper':
      case 'statement':
      case 'entered':
      case 'rate':
        return empty
    }
  }

  #amount(cell: string): Amount {
    return this.#resolve(cell).amount
  }

  #resolve(cell: string): { amount: Amount; source: CellSource; way: Way | null } {
    const known = this.#done.get(cell)
    if (known) return known
    // two forms that take from each other: what stands in neither stands nowhere
    if (this.#open.has(cell)) return { amount: empty, source: 'empty', way: null }
    this.#open.add(cell)
    const found = this.#found(cell)
    this.#open.delete(cell)
    this.#done.set(cell, found)
    return found
  }

  #found(cell: string): { amount: Amount; source: CellSource; way: Way | null } {
    const fed = this.#fed.get(cell)
    if (fed) return { amount: amountOf(fed.value, fed.status), source: 'paper', way: null }
    const hand = this.#hand.get(cell)
    if (hand) return { amount: amountOf(hand.value), source: 'hand', way: null }
    for (const way of this.#ways(cell)) {
      const amount = this.#run(way)
      if (amount.kind !== 'empty') return { amount, source: way.source, way }
    }
    return { amount: empty, source: 'empty', way: null }
  }

  #cell(cell: string, at: { form: ReturnForm | null; code: string; line: string; column: number }): ReturnCell {
    const { amount, source, way } = this.#resolve(cell)
    const { form, code, line, column } = at
    const unit = unitAt(form, line, column)
    const fed = this.#fed.get(cell)
    const shown = amount.kind === 'number' ? valueText(amount.value, unit) : null
    const value = shown ?? fed?.value ?? this.#hand.get(cell)?.value ?? null
    const ways = this.#ways(cell)
    return {
      cell,
      form: code,
      line,
      column,
      unit,
      source,
      status: fed?.status ?? (amount.kind === 'absent' ? amount.status : 'ok'),
      value,
      paperCell: fed?.paperCell ?? null,
      formula: (way ?? ways[0])?.formula ?? null,
      conflicts: amount.kind === 'number' ? ways.filter((one) => one !== way).flatMap((one) => this.#conflict(cell, unit, amount.value, one)) : [], // prettier-ignore
      byHand: !fed && !ways.some((one) => one.source === 'form'),
    }
  }

  #conflict(cell: string, unit: ReturnUnit, value: Rational, way: Way): Conflict[] {
    const other = this.#run(way)
    if (other.kind !== 'number') return []
    const same =
      unit === 'money' ? compare(roundHalfUp(other.value, 2), roundHalfUp(value, 2)) : compare(other.value, value)
    return same === 0 ? [] : [{ cell, source: way.source, formula: way.formula, value: valueText(other.value, unit) }]
  }
}
