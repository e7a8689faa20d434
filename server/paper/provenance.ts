import type { Provenance } from '#contract/paper.ts'
import type { Language } from '#contract/texts.ts'
import { describeFault } from '#engine/binding/fault.ts'
import { rateText } from '#engine/binding/explain.ts'
import { decimal } from '#engine/binding/rational.ts'
import type { Rate } from '#engine/taxlaw/rule-pack.ts'
import { yuan } from '#engine/money.ts'
import { rulePack } from '#facts/facts.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { enteredFacts, filedFacts } from './entered-facts.ts'
import { atomText } from './atom-text.ts'
import { paramLabel } from './params.ts'
import { type BothLanguages, inLanguage, type StoredAtom, type StoredProvenance, wireCell } from './stored-cell.ts'

const rules = new Map(rulePack.rules.map((rule) => [rule.id, rule]))

/** How a cell of the generation came about; refused if it has no such cell. */
export async function provenanceOf(db: Db, generationId: string, key: string, language: Language): Promise<Provenance> {
  const row = await db
    .selectFrom('paper_cell')
    .innerJoin('paper', (on) =>
      on
        .onRef('paper.generation_id', '=', 'paper_cell.generation_id')
        .onRef('paper.paper_id', '=', 'paper_cell.paper_id'),
    )
    .innerJoin('generation', 'generation.id', 'paper_cell.generation_id')
    .select([
      'paper_cell.paper_id',
      'cell',
      'status',
      'unit',
      'value',
      'provenance',
      'name',
      'project_id',
      'dataset_id',
    ])
    .where('paper_cell.generation_id', '=', generationId)
    .where('cell', '=', key)
    .executeTakeFirst()
  if (!row) throw new Refusal('paperNoCell', { cell: key })
  const how = row.provenance as StoredProvenance
  const children = how.children.length
    ? await db
        .selectFrom('paper_cell')
        .select(['paper_id', 'cell', 'status', 'unit', 'value', 'provenance'])
        .where('generation_id', '=', generationId)
        .where('cell', 'in', how.children)
        .execute()
    : []
  const order = new Map(how.children.map((child, place) => [child, place]))
  const atoms = await db
    .selectFrom('paper_atom')
    .select(['ordinal', 'balance', 'atom'])
    .where('generation_id', '=', generationId)
    .where('cell', '=', key)
    .orderBy('ordinal')
    .execute()
  return {
    ...wireCell(row, language),
    paperId: row.paper_id,
    paperName: inLanguage(row.name as BothLanguages, language),
    reason: how.faults
      .map((fault) => describeFault(fault, language === 'en' ? 'en' : 'zh'))
      .join(language === 'en' ? ' ' : ''),
    formula: how.expression,
    words: inLanguage(how.words, language),
    inputs: children
      .toSorted((a, b) => (order.get(a.cell) ?? 0) - (order.get(b.cell) ?? 0))
      .map((child) => Object.assign(wireCell(child, language), { paperId: child.paper_id })),
    params: await paramsOf(db, row.project_id, how, language),
    entries: enteredFacts(how.entries ?? [], language),
    filed: await filedFacts(db, row.dataset_id, how.filed ?? []),
    rates: lawOf(how),
    atoms: atoms.map(({ ordinal, balance, atom }) => {
      const reading = atom as StoredAtom
      const counted = reading.fn === 'je_count'
      return {
        index: ordinal,
        text: atomText(reading, language),
        rows: reading.rows,
        sum: counted ? null : yuan(BigInt(reading.sum)),
        rowsHash: reading.hash,
        balance,
      }
    }),
    returnLine: how.feeds.join('、'),
  }
}

/** The answers as they were used; the evidence as it stands now. */
async function paramsOf(db: Db, projectId: string, { params }: StoredProvenance, language: Language) {
  if (params.length === 0) return []
  const rows = await db
    .selectFrom('project_param')
    .select(['name', 'evidence'])
    .where('project_id', '=', projectId)
    .where(
      'name',
      'in',
      params.map(({ id }) => id),
    )
    .execute()
  const evidence = new Map(rows.map((row) => [row.name, row.evidence]))
  return params.map(({ id, value }) => ({
    name: id,
    label: paramLabel(id, language),
    value: value === null ? '' : String(value),
    evidence: evidence.get(id) ?? '',
  }))
}

/** The figures of the law that the formula used; where it used none, the rule that the cell stands under. */
function lawOf({ rates, rule }: StoredProvenance): Provenance['rates'] {
  const law = (id: string, basis: Rate['basis']) => {
    const certainty = rules.get(id)?.certainty ?? ''
    return basis.map(({ doc, article }) => ({ doc, article: article ?? '', certainty }))
  }
  const used = rates.map(({ rule: id, field, value, unit, basis }) => ({
    rule: `${id}.${field}`,
    name: rules.get(id)?.name ?? id,
    value: unit === 'ratio' ? said(value) : value,
    law: law(id, basis),
  }))
  const under = rule === null ? undefined : rules.get(rule)
  if (used.length > 0 || !under) return used
  return [{ rule: under.id, name: under.name, value: '', law: law(under.id, under.basis) }]
}

const said = (value: string): string => {
  const rate = decimal(value)
  return rate ? rateText(rate) : value
}
