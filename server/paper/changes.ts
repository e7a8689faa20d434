import { sql } from 'kysely'
import type { z } from 'zod'
import type { paper } from '#contract/paper.ts'
import type { Language } from '#contract/texts.ts'
import { yuan } from '#engine/money.ts'
import { paperRegisters } from '#facts/facts.ts'
import type { Db } from '#server/kernel/database.ts'
import type { ProjectRow } from '#server/project/reach.ts'
import { paramLabel } from './params.ts'
import { staleOf } from './stale-query.ts'
import { type BothLanguages, inLanguage } from './stored-cell.ts'

type Changes = z.input<typeof paper.changes.output>
type Cause = Changes['changes'][number]['causes'][number]
type Row = {
  cell: string
  paperId: string
  label: BothLanguages
  unit: string
  before: string | null
  after: string | null
  statusBefore: string | null
  statusAfter: string | null
  children: string[] | null
  params: string[]
  formula: boolean
  entries: boolean
  law: boolean
  rows: boolean
  override: boolean
}

/** Most changes listed; the count tells of the rest. */
const MOST = 1_000

/**
 * What differs between the generation that shows and the one before it: cell by cell, with the inputs that changed under it; a
 * change that came up from other cells carries their causes.
 */
export async function changesOf(db: Db, project: ProjectRow, language: Language): Promise<Changes> {
  const { generation_id: now, generation_before: before } = project
  const nothing = { before: null, total: 0, changes: [], ...(await sinceThen(db, project, language)) }
  if (!now || !before) return nothing
  const generations = await db
    .selectFrom('generation')
    .select(['id', 'dataset_id', 'relation_version', 'rule_pack'])
    .where('id', 'in', [now, before])
    .execute()
  const [is, was] = [now, before].map((id) => generations.find((one) => one.id === id))
  if (!is || !was) return nothing
  const books: Cause | null =
    is.dataset_id !== was.dataset_id
      ? { kind: 'ledger', name: '' }
      : is.relation_version !== was.relation_version
        ? { kind: 'relation', name: '' }
        : null
  const rows = await differing(db, before, now)
  const found = new Map(rows.map((row) => [row.cell, row]))
  const own = new Map(rows.map((row) => [row.cell, ownCauses(row, books, language)]))
  const causes = new Map<string, Cause[]>()
  const causesOf = (cell: string): Cause[] => {
    const known = causes.get(cell)
    if (known) return known
    causes.set(cell, own.get(cell) ?? [])
    const below = (found.get(cell)?.children ?? []).filter((child) => found.has(child)).flatMap(causesOf)
    const all = new Map([...(own.get(cell) ?? []), ...below].map((cause) => [`${cause.kind} ${cause.name}`, cause]))
    const list = [...all.values()]
    causes.set(cell, list)
    return list
  }
  return {
    ...nothing,
    before,
    total: rows.length,
    changes: rows.slice(0, MOST).map((row) => ({
      cell: row.cell,
      paperId: row.paperId,
      label: inLanguage(row.label, language),
      unit: row.unit as Changes['changes'][number]['unit'],
      before: shown(row, row.before),
      after: shown(row, row.after),
      statusBefore: row.statusBefore as Changes['changes'][number]['statusBefore'],
      statusAfter: row.statusAfter as Changes['changes'][number]['statusAfter'],
      causes: causesOf(row.cell),
    })),
  }
}

const shown = ({ unit }: Row, value: string | null) =>
  value === null || unit !== 'money' ? value : yuan(BigInt(value))

/** Cells whose figure or standing is another; what changed in their proof is told in the database, so that little travels. */
async function differing(db: Db, before: string, now: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with o as (select * from paper_cell where generation_id = ${before}),
      n as (select * from paper_cell where generation_id = ${now})
    select coalesce(n.cell, o.cell) as cell, coalesce(n.paper_id, o.paper_id) as "paperId",
      coalesce(n.provenance, o.provenance)->'label' as label, coalesce(n.unit, o.unit) as unit,
      o.value as before, n.value as after, o.status as "statusBefore", n.status as "statusAfter",
      n.provenance->'children' as children,
      coalesce((select array_agg(distinct coalesce(a->>'id', b->>'id'))
        from jsonb_array_elements(o.provenance->'params') a
        full join jsonb_array_elements(n.provenance->'params') b on a->>'id' = b->>'id'
        where a->'value' is distinct from b->'value'), '{}') as params,
      o.provenance->'expression' is distinct from n.provenance->'expression' as formula,
      o.provenance->'entries' is distinct from n.provenance->'entries'
        or exists (select from jsonb_array_elements(coalesce(n.provenance->'entries', '[]')) use
          where jsonb_array_length(use->'keys') > jsonb_array_length(coalesce(use->'rows', '[]'))) as entries,
      o.provenance->'rates' is distinct from n.provenance->'rates' as law,
      (o.status = 'overridden') is distinct from (n.status = 'overridden')
        or (o.status = 'overridden' and o.value is distinct from n.value) as override,
      (select array_agg(atom->'hash' order by ordinal) from paper_atom where generation_id = ${before} and cell = o.cell)
        is distinct from
      (select array_agg(atom->'hash' order by ordinal) from paper_atom where generation_id = ${now} and cell = n.cell) as rows
    from o full join n on n.cell = o.cell
    where o.value is distinct from n.value or o.status is distinct from n.status
    order by coalesce(n.ordinal, o.ordinal)`.execute(db)
  return rows
}

function ownCauses(row: Row, books: Cause | null, language: Language): Cause[] {
  if (row.statusBefore === null) return [{ kind: 'added', name: '' }]
  if (row.statusAfter === null) return [{ kind: 'removed', name: '' }]
  return [
    ...(row.override ? [{ kind: 'override' as const, name: '' }] : []),
    ...(row.formula ? [{ kind: 'formula' as const, name: '' }] : []),
    ...row.params.map((id) => ({ kind: 'parameter' as const, name: paramLabel(id, language) })),
    ...(row.entries ? [{ kind: 'entry' as const, name: '' }] : []),
    ...(row.law ? [{ kind: 'law' as const, name: '' }] : []),
    ...(row.rows ? [books ?? { kind: 'adjustment' as const, name: '' }] : []),
  ]
}

/** What changed after the generation that shows was made, each thing once, and how many cells that reaches. */
async function sinceThen(db: Db, project: ProjectRow, language: Language): Promise<Pick<Changes, 'since' | 'stale'>> {
  const found = await staleOf(db, project)
  if (!found) return { since: [], stale: 0 }
  const { moved, cells } = found
  const causes = [
    ...moved.kinds.map((kind): Cause => ({ kind, name: '' })),
    ...[...moved.names].map((name) => causeOf(name, language)),
  ]
  return {
    since: [...new Map(causes.map((cause) => [`${cause.kind} ${cause.name}`, cause])).values()],
    stale: [...cells.values()].reduce((sum, { size }) => sum + size, 0),
  }
}

/** A fact by the name cells remember it by (engine/workpaper/given-facts.ts), as a reviewer is told of it. */
function causeOf(fact: string, language: Language): Cause {
  const at = fact.indexOf(':')
  const name = fact.slice(at + 1)
  switch (fact.slice(0, at)) {
    case 'param':
      return { kind: 'parameter', name: name === '*' ? '' : paramLabel(name, language) }
    case 'override':
      return { kind: 'override', name }
    case 'entry': {
      const register = paperRegisters.find(({ id }) => id === name.split('/', 1)[0])
      return { kind: 'entry', name: register ? inLanguage(register.label, language) : '' }
    }
    case 'adj':
      return { kind: 'adjustment', name: '' }
    default:
      return { kind: 'formula', name }
  }
}
