import { describeFault, type Fault } from '#engine/binding/fault.ts'
import { checkBindings, checkFormula, programBeside } from '#engine/binding/check-bindings.ts'
import { explain, rateText } from '#engine/binding/explain.ts'
import { functionWords } from '#engine/binding/function-words.ts'
import type { Unit } from '#engine/binding/functions.ts'
import { assetColumns } from '#engine/binding/register.ts'
import { rateIn } from '#engine/taxlaw/rule-pack.ts'
import { linesOf } from '#engine/taxlaw/statement.ts'
import { emptyBooks } from '#engine/workpaper/empty-books.ts'
import { generate, type Generation, vocabularyOf } from '#engine/workpaper/generate.ts'
import { namesFor } from '#engine/workpaper/names.ts'
import { knownTags } from '#engine/binding/ledger-index.ts'
import { taxFacts } from '#facts/facts.ts'
import type { FormulaVocabulary } from '#contract/binding.ts'
import { type BesideCell, besideBindings, bindingOf } from './formula-cell.ts'
import { tagName } from '#server/relation/relation-words.ts'
import { sha256 } from '#server/kernel/sha256.ts'

type Named = { id: string; zh: string; en: string }
export type DeskTask =
  | { kind: 'vocabulary'; year: number }
  | { kind: 'check'; expression: string; unit: Unit; cell: string; cells: readonly BesideCell[]; language: 'zh' | 'en' }
  | {
      kind: 'checkAll'
      bindings: readonly (BesideCell & { expression: string; feeds: readonly string[] })[]
      language: 'zh' | 'en'
    }

const skeletons = new Map<number, Generation>()
const vocabulary = vocabularyOf(taxFacts)
/** Any year's papers name the same cells but for rows that forms changed. */
const YEAR = 2025

/** All papers without books: every cell and column that formulas may name. */
function skeleton(year: number): Generation {
  const known = skeletons.get(year) ?? generate({ ...emptyBooks(year), facts: taxFacts, params: {}, hash: sha256 })
  skeletons.set(year, known)
  return known
}

const problemOf = (fault: Fault, expression: string, language: 'zh' | 'en') => {
  const at = fault.at ?? { from: 0, to: expression.length }
  // what is missing at the end is shown at the last character
  const from = Math.max(0, Math.min(at.from, expression.length - 1))
  return {
    from,
    to: Math.max(from, Math.min(Math.max(at.to, from + 1), expression.length)),
    text: describeFault(fault, language),
  }
}

/** Answers one question about formulas. */
export function atDesk(task: DeskTask): unknown {
  switch (task.kind) {
    case 'vocabulary':
      return vocabularyIn(task.year)
    case 'check':
      return checked(task)
    case 'checkAll': {
      const base = skeleton(YEAR)
      const list = task.bindings.map(({ cell, expression, unit, feeds, label }) =>
        bindingOf(cell, { expression, unit, feeds, label: { zh: label, en: label } }),
      )
      const written = new Map(task.bindings.map(({ cell, expression }) => [cell, expression]))
      const problems = checkBindings(list, base.program, vocabulary).map(({ cell, fault }) =>
        Object.assign({ cell }, problemOf(fault, written.get(cell) ?? '', task.language)),
      )
      return { ok: problems.length === 0, problems }
    }
  }
}

function checked({ expression, unit, cell, cells, language }: Extract<DeskTask, { kind: 'check' }>) {
  const base = skeleton(YEAR)
  const others = cells.filter((one) => one.cell !== cell)
  const program = others.length > 0 ? programBeside(besideBindings(others), base.program) : base.program
  const {
    faults,
    kind,
    compiled,
    program: tied,
  } = checkFormula(bindingOf(cell, { expression, unit }), program, vocabulary)
  const words = compiled
    ? explain(compiled.tree, namesFor({ ...base, program: tied }, taxFacts, compiled.key, language))
    : ''
  const problems = faults.map((fault) => problemOf(fault, expression, language))
  return { ok: problems.length === 0, kind, words, problems }
}

const same = (id: string, text: string): Named => ({ id, zh: text, en: text })
const named = (id: string, { zh, en }: Omit<Named, 'id'>): Named => ({ id, zh, en })

function vocabularyIn(year: number): FormulaVocabulary {
  const base = skeleton(year)
  const { cas, small } = taxFacts.mapping.charts
  const accounts = new Map([...small, ...cas].map(({ key, name }) => [key, same(key, name)]))
  const rates = new Map(taxFacts.rules.rates.map(({ rule, field }) => [`${rule}.${field}`, rule]))
  const rules = new Map(taxFacts.rules.rules.map(({ id, name }) => [id, name]))
  const columns = base.papers.flatMap((paper) =>
    paper.blocks.flatMap((block) =>
      block.kind === 'items'
        ? []
        : block.columns.map((column) => ({
            id: `${paper.id}.${column.key}`,
            zh: `${paper.name.zh} ${column.label.zh}`,
            en: `${paper.name.en} ${column.label.en}`,
            unit: column.unit,
          })),
    ),
  )
  const cells = [...base.program.bindings.values()].map(({ key, label: { zh, en }, unit }) => ({
    id: key,
    zh,
    en,
    unit,
  }))
  return {
    functions: [...functionWords],
    accounts: [...accounts.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    tags: [...knownTags(taxFacts.mapping)].map((tag) => ({
      id: tag,
      zh: tagName(tag, 'zh-CN'),
      en: tagName(tag, 'en'),
    })),
    lines: [...linesOf(taxFacts.statements).values()].map(({ id, name }) => same(id, name)),
    rates: [...rates].map(([name, rule]) => {
      const found = rateIn(taxFacts.rules, name, year, null)
      return same(name, `${rules.get(rule) ?? rule} ${found.found === 'rate' ? rateText(found.value) : ''}`.trim())
    }),
    params: taxFacts.papers.parameters.map(({ name, label }) => named(name, label)),
    cells: [...cells, ...columns],
    registers: [
      {
        id: 'asset',
        zh: '资产台账',
        en: 'Asset register',
        columns: [...assetColumns].map(([id, { label }]) => named(id, label)),
      },
      ...(taxFacts.papers.registers ?? []).map(({ id, label, columns: list }) => ({
        id,
        zh: label.zh,
        en: label.en,
        columns: list.map((column) => named(column.key, column.label)),
      })),
    ],
  }
}
