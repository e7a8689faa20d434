import type { Names } from '../binding/explain.ts'
import { explain } from '../binding/explain.ts'
import type { Language } from '../binding/fault.ts'
import { referenced } from '../binding/program.ts'
import { assetColumn, assetColumns, assetLabel } from '../binding/register.ts'
import { linesOf } from '../taxlaw/statement.ts'
import { rateIn } from '../taxlaw/rule-pack.ts'
import type { Register } from './entry.ts'
import type { Generation, TaxFacts } from './generate.ts'
import type { PaperPack } from './paper.ts'

/**
 * Names for explaining a cell's formula: labels of the cells it reads, figures of the law in force that year.
 * Cells of another paper carry the paper's index in front.
 */
export function namesFor(generation: Generation, facts: TaxFacts, cell: string, language: Language): Names {
  const { program } = generation
  const binding = program.bindings.get(cell)
  const { accounts, natures, lines, params, registers } = dictionary(facts, language)
  return {
    language,
    cell: (node) => {
      const meant = binding && referenced(program, binding, node)
      const target = program.bindings.get(meant?.keys[0] ?? '')
      const column = meant?.series
        ? generation.papers
            .find(({ id }) => id === node.paper)
            ?.blocks.flatMap((block) => (block.kind === 'table' ? block.columns : []))
            .find(({ key }) => key === node.key)
        : undefined
      const label = column ? column.label[language] : (target?.label[language] ?? `${node.paper}.${node.key}`)
      return node.paper === binding?.paper ? label : `${node.paper} ${label}`
    },
    account: (key) => accounts.get(key) ?? key,
    tag: (tag) => natures.get(tag) ?? groupName(facts, tag, language),
    line: (id) => lines.get(id)?.name ?? id,
    rate: (name) => {
      const used = generation.cells.get(cell)?.trace.rates.find(({ rule, field }) => `${rule}.${field}` === name)
      const found = rateIn(facts.rules, name, generation.year, used?.case ?? null)
      return found.found === 'rate' ? found.value : undefined
    },
    param: (name) => params.get(name) ?? name,
    register: (register) =>
      register.from === 'asset' ? assetLabel[language] : (registers.get(register.id)?.label[language] ?? register.id),
    column: (register, name) =>
      register.from === 'asset'
        ? (assetColumns.get(assetColumn(name))?.label[language] ?? name)
        : (registers.get(register.id)?.columns.find(({ key }) => key === name)?.label[language] ?? name),
  }
}

type Dictionary = {
  accounts: ReadonlyMap<string, string>
  natures: ReadonlyMap<string, string>
  lines: ReturnType<typeof linesOf>
  params: ReadonlyMap<string, string>
  registers: ReadonlyMap<string, Register>
}
const dictionaries = new WeakMap<PaperPack, Partial<Record<Language, Dictionary>>>()

/** What names are called, put together once for a set of papers: every cell of every paper asks. */
function dictionary(facts: TaxFacts, language: Language): Dictionary {
  const known = dictionaries.get(facts.papers) ?? {}
  dictionaries.set(facts.papers, known)
  known[language] ??= {
    accounts: new Map(
      [...facts.mapping.charts.small, ...facts.mapping.charts.cas].map((account) => [account.key, account.name]),
    ),
    natures: new Map(facts.mapping.natures.map((nature) => [nature.id, nature.name[language]])),
    lines: linesOf(facts.statements),
    params: new Map(facts.papers.parameters.map((definition) => [definition.name, definition.label[language]])),
    registers: new Map((facts.papers.registers ?? []).map((register) => [register.id, register])),
  }
  return known[language]
}

/** A wider tag is called by the natures it gathers. */
function groupName(facts: TaxFacts, tag: string, language: Language): string {
  const line = /^a104000_(\d+)$/.exec(tag)?.[1]
  const members = facts.mapping.natures.filter(
    ({ groups, a104000Line }) => groups.includes(tag) || String(a104000Line) === line,
  )
  return members.length === 0 ? tag : members.map(({ name }) => name[language]).join(language === 'zh' ? '、' : ', ')
}

/** A cell's formula in words; '' for a cell that does not exist. */
export function explainCell(generation: Generation, facts: TaxFacts, cell: string, language: Language): string {
  const tree = generation.program.bindings.get(cell)?.tree
  return tree ? explain(tree, namesFor(generation, facts, cell, language)) : ''
}
