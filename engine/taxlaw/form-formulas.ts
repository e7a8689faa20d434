import { type Formula, parseFormula, parseLine } from './return-formula.ts'
import { cellAt, type ReturnFacts, type ReturnForm, type ReturnLine } from './return-model.ts'

type Parsed = { line: ReturnLine; tree: Formula | null }

const parsedForms = new WeakMap<ReturnForm, ReadonlyMap<string, Parsed>>()
const parsedHeads = new WeakMap<ReturnForm, Map<string, Formula>>()
const parsedLinks = new WeakMap<ReturnFacts, readonly { link: ReturnFacts['links'][number]; tree: Formula }[]>()

/** A form's formulas, read once. */
export function linesOfForm(form: ReturnForm): ReadonlyMap<string, Parsed> {
  const known = parsedForms.get(form)
  if (known) return known
  const names = new Set(form.lines.map(({ line }) => line))
  const tree = ({ calc, written }: ReturnLine) =>
    calc === null ? null : written ? parseFormula(calc) : parseLine(calc, names)
  const made = new Map(form.lines.map((line) => [line.line, { line, tree: tree(line) }]))
  parsedForms.set(form, made)
  return made
}

export function linksOf(facts: ReturnFacts) {
  const known = parsedLinks.get(facts) ?? facts.links.map((link) => ({ link, tree: parseFormula(link.expr) }))
  parsedLinks.set(facts, known)
  return known
}

/** A column's own formula for one line, read once. */
export function headTree(form: ReturnForm, line: string, head: string): Formula {
  const known = parsedHeads.get(form) ?? new Map<string, Formula>()
  parsedHeads.set(form, known)
  const key = `${line} ${head}`
  const tree =
    known.get(key) ?? parseFormula(head.replaceAll(/\d+/g, (other) => cellAt(form.code, line, Number(other))))
  known.set(key, tree)
  return tree
}

/** A column that is computed from others, as its own head says: `9纳税调整金额(2-5)`. */
export const columnCalc = (head: string): string | null => /\(((?:\d+[-+])+\d+)\)$/.exec(head)?.[1] ?? null
