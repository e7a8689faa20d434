import type { TemplateCell, TemplatePaper, TemplateProblem } from '#contract/paper-template.ts'
import { say } from '#contract/errors.ts'
import type { Language } from '#contract/texts.ts'
import { checkBindings } from '#engine/binding/check-bindings.ts'
import { checkOne } from '#engine/binding/check.ts'
import { type Fault, describeFault } from '#engine/binding/fault.ts'
import { type Binding, compile, type Program } from '#engine/binding/program.ts'
import { bindingsOf } from '#engine/workpaper/expand.ts'
import { vocabularyOf } from '#engine/workpaper/generate.ts'
import { paperPack, rulePack, taxFacts } from '#facts/facts.ts'
import { isReturnCell } from './return-cells.ts'

type Contents = { papers: readonly TemplatePaper[]; cells: readonly TemplateCell[] }

/** The system's bound cells; rows that only a ledger gives are known by their column. */
const system = (() => {
  const expanded = paperPack.papers.map((paper) =>
    bindingsOf({
      ...paper,
      blocks: paper.blocks.map((block) =>
        block.kind === 'items' ? block : { ...block, rows: block.rows.from === 'list' ? block.rows.rows : [] },
      ),
    }),
  )
  const bindings = expanded.flatMap(({ bindings }) => bindings)
  const rows = new Set(bindings.filter(({ row }) => row !== null).map(({ paper, cell }) => `${paper}.${cell}`))
  const columns = expanded.flatMap(({ columns }) => columns)
  return { bindings, columns, grown: new Set(columns.filter((column) => !rows.has(column))) }
})()
let made: Program | undefined
/** The system's papers, compiled when they are first asked for. */
const base = (): Program => (made ??= compile(system.bindings, system.columns).program)
const vocabulary = vocabularyOf(taxFacts)
const rules = new Set(rulePack.rules.map(({ id }) => id))

/** The binding of a template's cell as the engine takes it. */
export const bindingOf = ({ paperId, key, expression, unit, label, feeds, rule }: TemplateCell): Binding => ({
  paper: paperId,
  cell: key,
  row: null,
  expression,
  unit,
  label,
  feeds,
  rule: rule === '' ? null : rule,
})

/** A row of a table whose rows the books give: whether it is there is known only with a ledger. */
const ofGrownTable = ({ code, params }: Fault) =>
  code === 'unknown_cell' && system.grown.has(/^([^@]+)@/.exec(params['cell'] ?? '')?.[1] ?? '')

const plain = (cell: string, text: string) => ({ cell, from: 0, to: 0, text })

/** What is wrong in a template: formulas, unknown names, circles, return cells filled twice. Empty: it may be published. */
export function templateProblems({ cells }: Contents, language: Language): TemplateProblem[] {
  const own = cells.map(bindingOf)
  const mine = new Set(cells.map(({ paperId, key }) => `${paperId}.${key}`))
  const faults = checkBindings(own, base(), vocabulary)
  // a circle is told at its first cell, which may be the system's
  const ownCell = (cell: string, { code, params }: Fault) =>
    code === 'cycle' && !mine.has(cell)
      ? ((params['path'] ?? '').split(' → ').find((one) => mine.has(one)) ?? cell)
      : cell
  const reader = language === 'en' ? 'en' : 'zh'
  const problems = faults
    .flatMap(({ cell, fault }) => (ofGrownTable(fault) ? [] : [{ cell: ownCell(cell, fault), fault }]))
    .filter(({ cell }) => mine.has(cell))
    .map(({ cell, fault }) => ({
      cell,
      from: fault.at?.from ?? 0,
      to: fault.at?.to ?? 0,
      text: describeFault(fault, reader),
    }))
  for (const { paperId, key, feeds, rule } of cells) {
    for (const line of feeds)
      if (!isReturnCell(line)) problems.push(plain(`${paperId}.${key}`, say('templateFeedUnknown', language, { line })))
    if (rule !== '' && !rules.has(rule))
      problems.push(plain(`${paperId}.${key}`, say('templateRuleUnknown', language, { rule })))
  }
  if (cells.length === 0) problems.push(plain('', say('templateBindsNothing', language)))
  return problems
}

/** What kind of value each formula gives, by cell: money, ratio, bool, text; formulas that cannot be read are left out. */
export function kindsOf(cells: readonly TemplateCell[]): Map<string, string> {
  const { program } = compile([...system.bindings, ...cells.map(bindingOf)], system.columns)
  const kinds = new Map<string, string>()
  for (const { paperId, key } of cells) {
    const name = `${paperId}.${key}`
    const binding = program.bindings.get(name)
    if (binding) kinds.set(name, checkOne(program, vocabulary, binding).kind)
  }
  return kinds
}
