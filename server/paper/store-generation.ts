import { sql } from 'kysely'
import { type Atom, rowsOf } from '#engine/binding/atom.ts'
import type { CellResult, Generation, GenerationInput } from '#engine/workpaper/generate.ts'
import { wantedParams } from '#engine/workpaper/lineage.ts'
import { explainCell } from '#engine/workpaper/names.ts'
import { paperSheet } from '#engine/workpaper/sheet.ts'
import { suggestParams } from '#engine/workpaper/suggest.ts'
import { Statement } from '#engine/taxlaw/statement.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound } from '#server/kernel/errors.ts'
import { rulePackName } from './rule-pack-name.ts'
import { storedValue, unitOf, type StoredAtom, type StoredProvenance, type StoredStatementLine } from './stored-cell.ts'
import { wireSheet } from './wire-sheet.ts'

type About = { projectId: string; datasetId: string; relationVersion: number; inputHash: string }
type Made = { inputs: GenerationInput; generation: Generation; client: string }
/** What a job answers. */
export type Generated = {
  generationId: string
  inputHash: string
  resultHash: string
  cells: number
  missing: number
  errors: number
  /** The same inputs were computed before; nothing was written. */
  reused: boolean
}
/** A parameter that the generation's formulas ask for. */
export type StoredWanted = { id: string; papers: readonly string[]; optional: boolean; suggested: string | null }

/** The digest of a project's answers; a generation is stale once it differs. */
export const paramsHash = (
  projectId: string,
) => sql<string>`(select coalesce(md5(string_agg(p.name || '=' || p.value::text,
  chr(10) order by p.name)), '') from project_param p where p.project_id = ${projectId})`

/** Makes a generation of the same inputs the one that shows, if there is one. */
export async function reuse(
  db: Db,
  { projectId, datasetId, relationVersion, inputHash }: About,
): Promise<Generated | undefined> {
  await held(db, projectId)
  const known = await db
    .selectFrom('generation')
    .select(['id', 'result_hash', 'cells', 'missing', 'errors'])
    .where('project_id', '=', projectId)
    .where('input_hash', '=', inputHash)
    .where('dataset_id', '=', datasetId)
    .where('relation_version', '=', relationVersion)
    .where('rule_pack', '=', rulePackName)
    .orderBy('create_time', 'desc')
    .executeTakeFirst()
  if (!known) return undefined
  await db.updateTable('firm_project').set({ generation_id: known.id }).where('id', '=', projectId).execute()
  const { id: generationId, result_hash: resultHash, cells, missing, errors } = known
  return { generationId, inputHash, resultHash, cells, missing, errors, reused: true }
}

/** The project's row until the transaction ends: generations of one project are stored one after the other. */
const held = async (db: Db, projectId: string) => {
  const project = db.selectFrom('firm_project').select('id').where('id', '=', projectId).where('is_deleted', '=', 0)
  if (!(await project.forUpdate().executeTakeFirst())) throw notFound()
}

/** Stores papers, cells and the rows of every reading, and makes them the project's; all or nothing. */
export async function store(db: Db, about: About, made: Made): Promise<Generated> {
  const { projectId, datasetId, relationVersion, inputHash } = about
  const { generation, inputs } = made
  const known = await reuse(db, about) // two who generate at once: the second finds the first's
  if (known) return known
  const cells = [...generation.cells.values()]
  const missing = cells.filter(({ status }) => status === 'missing').length
  const errors = cells.filter(({ status }) => status === 'error').length
  const { id: generationId } = await db
    .insertInto('generation')
    .values({
      project_id: projectId,
      dataset_id: datasetId,
      relation_version: relationVersion,
      rule_pack: rulePackName,
      params_hash: paramsHash(projectId),
      input_hash: inputHash,
      result_hash: generation.hash,
      cells: cells.length,
      missing,
      errors,
      wanted: JSON.stringify(wanted(inputs, generation)),
      statement: JSON.stringify(statementOf(inputs, generation)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storePapers(db, generationId, made)
  await storeCells(db, generationId, made)
  await db.updateTable('firm_project').set({ generation_id: generationId }).where('id', '=', projectId).execute()
  return { generationId, inputHash, resultHash: generation.hash, cells: cells.length, missing, errors, reused: false }
}

async function storePapers(db: Db, generationId: string, { generation, inputs, client }: Made) {
  const header = { client, year: generation.year }
  const rows = generation.papers.map(({ id, name }, sort) => {
    const sheet = (language: 'zh' | 'en') => {
      const printed = paperSheet(generation, inputs.facts, id, { language, header })
      return printed && wireSheet(printed, language, generation.cells)
    }
    return {
      generation_id: generationId,
      paper_id: id,
      sort,
      name: JSON.stringify(name),
      sheet: JSON.stringify({ zh: sheet('zh'), en: sheet('en') }),
    }
  })
  await db.insertInto('paper').values(rows).execute()
}

/** Rows per statement: each travels as one JSON parameter, since thousands of bind parameters would not fit. */
const CHUNK = 400

async function storeCells(db: Db, generationId: string, { generation, inputs }: Made) {
  const cells = [...generation.cells.values()].map((cell, ordinal) => ({
    cell: cell.key,
    paper: cell.paper,
    ordinal,
    status: cell.status,
    unit: unitOf(cell.unit),
    value: storedValue(cell.value),
    provenance: provenanceOf(cell, inputs, generation),
  }))
  for (let start = 0; start < cells.length; start += CHUNK) {
    await sql`insert into paper_cell (generation_id, cell, paper_id, ordinal, status, unit, value, provenance)
      select ${generationId}, cell, paper, ordinal, status, unit, value, provenance
      from jsonb_to_recordset(${JSON.stringify(cells.slice(start, start + CHUNK))}::jsonb)
        as row(cell text, paper text, ordinal int, status text, unit text, value text, provenance jsonb)`.execute(db)
  }
  const atoms = [...generation.cells.values()].flatMap((cell) =>
    cell.trace.atoms.map((atom, ordinal) => ({ cell: cell.key, ordinal, ...storedAtom(atom, generation) })),
  )
  for (let start = 0; start < atoms.length; start += CHUNK) {
    await sql`insert into paper_atom (generation_id, cell, ordinal, balance, accounts, lines, atom)
      select ${generationId}, cell, ordinal, balance, accounts, lines::int4multirange, atom
      from jsonb_to_recordset(${JSON.stringify(atoms.slice(start, start + CHUNK))}::jsonb)
        as row(cell text, ordinal int, balance boolean, accounts text[], lines text, atom jsonb)`.execute(db)
  }
}

function provenanceOf(cell: CellResult, { facts, params }: GenerationInput, generation: Generation): StoredProvenance {
  return {
    label: cell.label,
    words: {
      zh: explainCell(generation, facts, cell.key, 'zh'),
      en: explainCell(generation, facts, cell.key, 'en'),
    },
    expression: cell.expression,
    rule: cell.rule,
    feeds: cell.feeds,
    children: cell.trace.children,
    params: [...new Set(cell.trace.params)].map((id) => ({ id, value: params[id]?.value ?? null })),
    rates: cell.trace.rates,
    faults: cell.faults,
  }
}

/** A balance stands on accounts; listing every line since the year began would prove no more than its opening and closing. */
const isBalance = ({ fn, at }: Pick<Atom, 'fn' | 'at'>): boolean => fn === 'bal' || (fn === 'line' && at !== null)

function storedAtom(atom: Atom, { index }: Generation) {
  const balance = isBalance(atom)
  const stored: StoredAtom = { ...atom, sum: String(atom.sum) }
  const lines = balance ? [] : rowsOf(atom, index).lines
  return { balance, accounts: atom.accounts, lines: multirange(lines), atom: stored }
}

/** Ascending ordinals as an int4multirange literal: `{[3,5],[9,9]}`. */
export function multirange(ordinals: readonly number[]): string {
  const ranges: string[] = []
  let from: number | undefined
  for (const [place, ordinal] of ordinals.entries()) {
    from ??= ordinal
    if (ordinals[place + 1] === ordinal + 1) continue
    ranges.push(`[${from},${ordinal}]`)
    from = undefined
  }
  return `{${ranges.join(',')}}`
}

function wanted(inputs: GenerationInput, generation: Generation): StoredWanted[] {
  const suggestions = new Map(suggestParams(inputs, generation).map(({ id, param }) => [id, param.value]))
  return wantedParams(generation, inputs.facts).map(({ id, papers, optional }) => {
    const suggested = suggestions.get(id)
    return { id, papers, optional, suggested: suggested === undefined ? null : String(suggested) }
  })
}

function statementOf({ facts }: GenerationInput, { index }: Generation): Record<string, StoredStatementLine> {
  const set = facts.statements[index.relation.standard]
  const statement = new Statement(index, facts.statements)
  const kinds = [
    ['balance_sheet', set.balanceSheet],
    ['income_statement', set.incomeStatement],
  ] as const
  const lines = kinds.flatMap(([kind, list]) =>
    list.map(({ id, name, terms, sum }): [string, StoredStatementLine] => {
      const standards = [...new Set(terms.map(({ account }) => account))]
      return [
        id,
        { name, kind, amount: String(statement.amount(id, 'close')), standards, lines: sum.map(({ line }) => line) },
      ]
    }),
  )
  return Object.fromEntries(lines)
}
