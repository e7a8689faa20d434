import type { Ledger } from '../ledger/model.ts'
import type { Fen } from '../money.ts'
import { check } from '../binding/check.ts'
import { evaluate, faultsOf, type Override } from '../binding/evaluate.ts'
import { emptyTrace, type Trace, type World } from '../binding/world.ts'
import type { Fault } from '../binding/fault.ts'
import type { Kind, Unit } from '../binding/functions.ts'
import { type Adjustment, type Hash, LedgerAccess } from '../binding/ledger-access.ts'
import { indexLedger, knownTags, type LedgerIndex } from '../binding/ledger-index.ts'
import { type Param, paramKind } from '../binding/param.ts'
import { type BindingFault, compile, type CompiledBinding, type Program } from '../binding/program.ts'
import { decimal, decimalText, fenOfYuan, roundHalfUp } from '../binding/rational.ts'
import { failed, number, type Value } from '../binding/value.ts'
import type { Vocabulary } from '../binding/vocabulary.ts'
import type { MappingFacts } from '../mapping/chart.ts'
import type { Relation } from '../mapping/relation.ts'
import type { RulePack } from '../taxlaw/rule-pack.ts'
import { linesOf, Statement, type StatementSets } from '../taxlaw/statement.ts'
import { clientLines } from './client-lines.ts'
import { bindingsOf, type ExpandedPaper, expandPaper } from './expand.ts'
import type { Entry, Register } from './entry.ts'
import type { PaperPack } from './paper.ts'

export type TaxFacts = { mapping: MappingFacts; statements: StatementSets; rules: RulePack; papers: PaperPack }

/** All that a generation depends on: the same inputs give the same figures and the same hash on any machine. */
export type GenerationInput = {
  ledger: Ledger
  relation: Relation
  facts: TaxFacts
  params: Readonly<Record<string, Param>>
  adjustments?: readonly Adjustment[]
  overrides?: Readonly<Record<string, Override>>
  /** What people entered row by row (捐赠明细, 借款台账 …), by the paper's register. */
  entries?: Readonly<Record<string, readonly Entry[]>>
  hash: Hash
}

/** A figure as a cell shows it. Money in fen, rounded half-up; rates and counts as exact decimals. */
export type CellValue =
  | { kind: 'money'; fen: Fen }
  | { kind: 'rate' | 'count'; decimal: string }
  | { kind: 'bool'; value: boolean }
  | { kind: 'text'; value: string }

export type CellStatus = 'ok' | 'missing' | 'error' | 'stale' | 'overridden'

/** A cell with all that proves it: formula, what it read, what the law said, and why it is absent if it is. */
export type CellResult = {
  key: string
  paper: string
  label: { zh: string; en: string }
  unit: Unit
  status: CellStatus
  value: CellValue | null
  /** What the formula gives where a person decided otherwise. */
  calculated: CellValue | null
  override: Override | null
  faults: readonly Fault[]
  expression: string
  rule: string | null
  feeds: readonly string[]
  trace: Trace
}

export type Generation = {
  year: number
  index: LedgerIndex
  program: Program
  papers: readonly ExpandedPaper[]
  cells: ReadonlyMap<string, CellResult>
  /** Return cell (`A105000.15.3`) to the key of the cell that fills it. */
  returnLines: ReadonlyMap<string, string>
  faults: readonly BindingFault[]
  hash: string
  /** What it was made from, and every cell's exact value: enough to go on from when one input changes. */
  input: GenerationInput
  world: World
  values: ReadonlyMap<string, Value>
}

const registersOf = ({ papers }: TaxFacts): ReadonlyMap<string, Register> =>
  new Map((papers.registers ?? []).map((register) => [register.id, register]))

/** The names that formulas may use with these facts. */
export function vocabularyOf(facts: TaxFacts): Vocabulary {
  const definitions = new Map(facts.papers.parameters.map((definition) => [definition.name, definition]))
  return {
    accounts: new Set([...facts.mapping.charts.cas, ...facts.mapping.charts.small].map(({ key }) => key)),
    tags: knownTags(facts.mapping),
    lines: new Set(linesOf(facts.statements).keys()),
    rates: new Map(
      facts.rules.rates.map(({ rule, field, unit }) => [
        `${rule}.${field}`,
        unit === 'yuan' ? ('money' satisfies Kind) : ('ratio' satisfies Kind),
      ]),
    ),
    paramNames: [...definitions.keys()],
    registers: registersOf(facts),
    params: (name) => {
      const definition = definitions.get(name)
      return definition && paramKind(definition)
    },
  }
}

/**
 * Fills every paper from one verified ledger. Pure: it depends on its input alone. A formula that cannot be read or
 * typed is listed in `faults` and its cell shows the error; a fact not entered leaves its cells `missing`, never zero.
 */
export function generate(input: GenerationInput): Generation {
  const { ledger, relation, facts } = input
  const index = indexLedger(ledger, relation, facts.mapping)
  const papers = facts.papers.papers.map((paper) => expandPaper(paper, index, facts, input.entries ?? {}))
  const expanded = papers.map(bindingsOf)
  const compiled = compile(
    expanded.flatMap(({ bindings }) => bindings),
    expanded.flatMap(({ columns }) => columns),
  )
  const { program } = compiled
  const faults = [...compiled.faults, ...check(program, vocabularyOf(facts))]
  const world = worldOf(input, index)
  const { cells, values } = evaluateAll(program, world, input.overrides ?? {}, faults)
  const made = { year: ledger.year, index, program, papers, cells, faults, input, world, values }
  return { ...made, returnLines: program.feeds, hash: resultHash(made) }
}

const digests = new WeakMap<CellResult, string>()
function digestOf(cell: CellResult): string {
  const known = digests.get(cell)
  if (known !== undefined) return known
  const { key, status, value, trace } = cell
  const digest = `${key}=${status}:${textOf(value)}:${trace.atoms.map((atom) => atom.hash).join(',')}`
  digests.set(cell, digest)
  return digest
}

/** Names the result: the same figures from the same rows under the same law and papers have the same. */
export function resultHash({ cells, input, year }: Pick<Generation, 'cells' | 'input' | 'year'>): string {
  const { facts, hash } = input
  return hash([year, facts.rules.version, facts.papers.version, ...[...cells.values()].map(digestOf)].join('\n'))
}

/** What formulas read, for one input. */
export function worldOf(input: GenerationInput, index: LedgerIndex): World {
  const { facts, params, adjustments, hash, ledger } = input
  return {
    year: ledger.year,
    access: new LedgerAccess(index, new Statement(index, facts.statements), hash),
    rules: facts.rules,
    params,
    paramDefinitions: new Map(facts.papers.parameters.map((definition) => [definition.name, definition])),
    adjustments: adjustments ?? [],
    entries: input.entries ?? {},
    registers: registersOf(facts),
    assets: ledger.assets,
    priorReturn: new Map(ledger.priorReturn.map((figure) => [figure.cell, figure])),
    clientLines: clientLines(ledger.statements, facts.statements[index.relation.standard]),
  }
}

/** Cells in dependency order. `given` values stand instead of formulas, as a person's corrections do. */
function evaluateAll(
  program: Program,
  world: World,
  given: Readonly<Record<string, Override>>,
  faults: readonly BindingFault[],
): { cells: Map<string, CellResult>; values: Map<string, Value> } {
  const wrong = Map.groupBy(faults, ({ cell }) => cell)
  const values = new Map<string, Value>()
  const cells = new Map<string, CellResult>()
  for (const key of program.order) {
    const binding = program.bindings.get(key)
    if (!binding) continue
    const made = evaluateCell(binding, { program, world, values, override: given[key] ?? null, broken: wrong.get(key) })
    values.set(key, made.value)
    cells.set(key, made.cell)
  }
  return { cells, values }
}

/** What one cell is computed from; `values` holds the cells below it. */
export type CellInput = {
  program: Program
  world: World
  values: ReadonlyMap<string, Value>
  override: Override | null
  broken: readonly BindingFault[] | undefined
}

/** One cell, and the exact value that the cells above it read. */
export function evaluateCell(binding: CompiledBinding, input: CellInput): { cell: CellResult; value: Value } {
  const { program, world, values, override, broken } = input
  const run = broken
    ? { value: failed(...broken.map(({ fault }) => fault)), trace: emptyTrace() }
    : evaluate(binding, program, values, world)
  const rounded = roundedTo(run.value, binding.unit)
  const decided = override && entered(override.value, binding.unit)
  return { cell: cellOf(binding, { rounded, decided, override, trace: run.trace }), value: decided ?? rounded }
}

function cellOf(
  binding: CompiledBinding,
  made: { rounded: Value; decided: Value | null; override: Override | null; trace: Trace },
): CellResult {
  const { key, paper, label, unit, expression, rule, feeds } = binding
  const calculated = shown(made.rounded, unit)
  const status = made.override
    ? 'overridden'
    : made.rounded.kind === 'missing' || made.rounded.kind === 'error'
      ? made.rounded.kind
      : 'ok'
  const value = made.decided ? shown(made.decided, unit) : calculated
  return {
    key,
    paper,
    label,
    unit,
    status,
    value,
    calculated,
    override: made.override,
    faults: faultsOf(made.rounded),
    expression,
    rule,
    feeds,
    trace: made.trace,
  }
}

/** Money is rounded half-up at the cell; what follows reads the rounded figure, as the printed return does. */
const roundedTo = (value: Value, unit: Unit): Value =>
  value.kind === 'number' && unit === 'money' ? number(roundHalfUp(value.value, 2)) : value

function entered(text: string, unit: Unit): Value {
  if (unit === 'bool') return { kind: 'bool', value: text === 'true' }
  if (unit === 'text') return { kind: 'text', value: text }
  const value = decimal(text)
  return value === undefined
    ? failed({ code: 'bad_param', params: { param: '', label: '', value: text, wanted: '数字' } })
    : roundedTo(number(value), unit)
}

function shown(value: Value, unit: Unit): CellValue | null {
  if (value.kind === 'bool' || value.kind === 'text')
    return value.kind === 'bool' ? { kind: 'bool', value: value.value } : { kind: 'text', value: value.value }
  if (value.kind !== 'number') return null
  if (unit === 'money') return { kind: 'money', fen: fenOfYuan(value.value) }
  return { kind: unit === 'count' ? 'count' : 'rate', decimal: decimalText(value.value) }
}

/** A cell's figure as text: fen for money. For hashes and comparisons, not for people. */
export function textOf(value: CellValue | null): string {
  if (value === null) return ''
  if (value.kind === 'money') return String(value.fen)
  return value.kind === 'bool' || value.kind === 'text' ? String(value.value) : value.decimal
}
