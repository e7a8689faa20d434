import type { FoundFormula, ReadReport, TemplateCell, TemplatePaper } from '#contract/paper-template.ts'
import { FIRM_PAPER, MOST_BOUND, MOST_PAPERS } from '#contract/paper-template.ts'
import type { BookCell, BookNote, BookSheet, SheetBook } from '#contract/sheet-book.ts'
import type { Language } from '#contract/texts.ts'
import { describeFault, FormulaError } from '#engine/binding/fault.ts'
import { parse } from '#engine/binding/parse.ts'
import { translate } from '#engine/binding/translate.ts'
import { mappingFacts } from '#facts/facts.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { fittingUnits } from './fitting-unit.ts'
import { freePaperId } from './paper-ids.ts'
import { addressOf, labelsOf, type Suspect, suspects } from './scan-book.ts'

/** What an uploaded spreadsheet becomes. */
export type ReadTemplate = { book: SheetBook; papers: TemplatePaper[]; cells: TemplateCell[]; report: ReadReport }

const holdsSomething = ({ hidden, cells }: BookSheet) =>
  !hidden && cells.some(({ v, f }) => (v !== null && v !== '') || f)

/** A sheet is the paper its name names, else the next free one. */
function papersOf(sheets: readonly BookSheet[]): TemplatePaper[] {
  const named = new Map<string, string>()
  for (const { id, name } of sheets) {
    const wished = /^\s*([XY]\d{2}(?:-\d)?)(?!\d)/.exec(name)?.[1]
    if (wished && FIRM_PAPER.test(wished) && ![...named.values()].includes(wished)) named.set(id, wished)
  }
  const taken = new Set(named.values())
  return sheets.map(({ id, name }) => {
    const paperId = named.get(id) ?? freePaperId(taken)
    taken.add(paperId)
    return { sheet: id, paperId, name: { zh: name, en: name } }
  })
}

/** Ours is taken as it is, if it can be read; the others are translated. Empty expression: not understood. */
function understood({ formula, dialect }: Suspect, language: Language): Pick<FoundFormula, 'expression' | 'words'> {
  const reader = language === 'en' ? 'en' : 'zh'
  if (dialect !== 'own') {
    const { expression, notes, problems } = translate(formula, dialect, mappingFacts.charts)
    return problems.length > 0 || expression === null
      ? { expression: '', words: problems.map((one) => one[reader]) }
      : { expression, words: notes.map((one) => one[reader]) }
  }
  try {
    parse(formula)
    return { expression: formula, words: [] }
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error
    return { expression: '', words: [describeFault(error.fault, reader)] }
  }
}

/**
 * A spreadsheet as a template: each visible sheet that holds something is a paper; formulas for the books that stand in its cells
 * become bindings, and what became of each is reported. Ordinary formulas of the sheet stay.
 */
export function readTemplate(book: SheetBook, left: readonly BookNote[], language: Language): ReadTemplate {
  const sheets = book.sheets.filter(holdsSomething)
  if (sheets.length > MOST_PAPERS) throw new Refusal('templateTooManyPapers', { limit: MOST_PAPERS })
  const papers = papersOf(sheets)
  const found: FoundFormula[] = []
  const cells: TemplateCell[] = []
  const bound = new Set<BookCell>()
  for (const [at, sheet] of sheets.entries()) {
    const paperId = papers[at]?.paperId ?? ''
    const labelAt = labelsOf(sheet)
    for (const suspect of suspects(sheet)) {
      const { cell, formula, dialect } = suspect
      const address = addressOf(cell.r, cell.c)
      const made = understood(suspect, language)
      found.push({ sheet: sheet.name, cell: address, formula, dialect, ...made })
      if (made.expression === '') continue
      bound.add(cell)
      const label = labelAt(cell.r, cell.c) || address
      cells.push({
        paperId,
        key: address,
        row: cell.r,
        column: cell.c,
        expression: made.expression,
        unit: 'money',
        label: { zh: label, en: label },
        feeds: [],
        rule: '',
        note: '',
        origin: dialect === 'own' ? '' : formula,
      })
    }
  }
  if (cells.length > MOST_BOUND) throw new Refusal('templateTooManyCells', { limit: MOST_BOUND })
  return {
    book: {
      ...book,
      sheets: book.sheets.map((sheet) => ({ ...sheet, cells: sheet.cells.map((cell) => emptied(cell, bound)) })),
    },
    papers,
    cells: fittingUnits(cells),
    report: { found, left: [...left] },
  }
}

/** A bound cell keeps its look; its formula stands in the binding. */
function emptied(cell: BookCell, bound: ReadonlySet<BookCell>): BookCell {
  if (!bound.has(cell)) return cell
  const { r, c, s } = cell
  return { r, c, v: null, ...(s !== undefined && { s }) }
}
