import { sql } from 'kysely'
import type { CellResult, Generation, GenerationInput } from '#engine/workpaper/generate.ts'
import { wantedParams } from '#engine/workpaper/lineage.ts'
import { explainCell } from '#engine/workpaper/names.ts'
import { paperSheet } from '#engine/workpaper/sheet.ts'
import { suggestParams } from '#engine/workpaper/suggest.ts'
import { Statement } from '#engine/taxlaw/statement.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound } from '#server/kernel/errors.ts'
import { printTemplate } from '../template/print-template.ts'
import { projectTemplateSheets } from '../template/project-papers.ts'
import { storedUses } from './entered-facts.ts'
import { isBalance, lineSets } from './line-sets.ts'
import { recordRegeneration } from '#server/workbook/cell-history.ts'
import type { StoredInputs } from './generation-inputs.ts'
import { rulePackName } from './rule-pack-name.ts'
import { storedValue, unitOf, type StoredAtom, type StoredProvenance, type StoredStatementLine } from './stored-cell.ts'
import { wireSheet } from './wire-sheet.ts'

/** `kept`: what it is made from, fact by fact. */
type About = { projectId: string; datasetId: string; relationVersion: number; inputHash: string; kept: StoredInputs } // prettier-ignore
type Made = {
  inputs: GenerationInput
  generation: Generation
  client: string
  /** A stored generation that this one was made from: cells that are still its very objects are copied. */
  before: { id: string; generation: Generation; client: string } | null
}
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
  { projectId, datasetId, relationVersion, inputHash, kept }: About,
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
  await db
    .updateTable('generation')
    .set({ inputs: JSON.stringify(kept) })
    .where('id', '=', known.id)
    .execute()
  await show(db, projectId, known.id)
  const { id: generationId, result_hash: resultHash, cells, missing, errors } = known
  return { generationId, inputHash, resultHash, cells, missing, errors, reused: true }
}

/** Makes a generation the one that shows, and remembers which showed before. */
const show = async (db: Db, projectId: string, generationId: string) => {
  await recordRegeneration(db, projectId, generationId)
  await db
    .updateTable('firm_project')
    .set({ generation_before: sql`generation_id`, generation_id: generationId })
    .where('id', '=', projectId)
    .where(sql<boolean>`generation_id is distinct from ${generationId}`)
    .execute()
}

/** The project's row until the transaction ends: generations of one project are stored one after the other. */
const held = async (db: Db, projectId: string) => {
  const project = db.selectFrom('firm_project').select('id').where('id', '=', projectId).where('is_deleted', '=', 0)
  if (!(await project.forUpdate().executeTakeFirst())) throw notFound()
}

/** Stores papers, cells and the rows of every reading, and makes them the project's; all or nothing. */
export async function store(db: Db, about: About, made: Made): Promise<Generated> {
  const { projectId, datasetId, relationVersion, inputHash, kept } = about
  const { generation, inputs } = made
  const known = await reuse(db, about) // two who generate at once: the second finds the first's
  if (known) return known
  const cells = [...generation.cells.values()]
  const { missing, errors } = openCells(generation)
  const { id: generationId } = await db
    .insertInto('generation')
    .values({
      project_id: projectId,
      dataset_id: datasetId,
      relation_version: relationVersion,
      rule_pack: rulePackName,
      params_hash: paramsHash(projectId),
      input_hash: inputHash,
      inputs: JSON.stringify(kept),
      result_hash: generation.hash,
      cells: cells.length,
      missing,
      errors,
      wanted: JSON.stringify(wanted(inputs, generation)),
      statement: JSON.stringify(statementOf(inputs, generation)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const before = made.before && (await stands(db, made.before.id)) ? made.before : null
  await storePapers(db, { generationId, projectId }, { ...made, before })
  await storeCells(db, generationId, { ...made, before })
  await show(db, projectId, generationId)
  return { generationId, inputHash, resultHash: generation.hash, cells: cells.length, missing, errors, reused: false }
}

/** Cells that wait for a person, in the papers that people see; indicators ask nobody for anything. */
function openCells({ cells, papers }: Generation): { missing: number; errors: number } {
  const seen = new Map(papers.filter(({ called }) => called !== false).map((paper) => [paper.id, paper]))
  const open = [...cells.values()].filter(({ paper }) => seen.has(paper))
  return {
    missing: open.filter(({ status, paper }) => status === 'missing' && seen.get(paper)?.advisory !== true).length,
    errors: open.filter(({ status }) => status === 'error').length,
  }
}

/** Whether the generation is still there, and stays until the transaction ends. */
const stands = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('generation').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()) !== undefined

async function storePapers(
  db: Db,
  { generationId, projectId }: { generationId: string; projectId: string },
  { generation, inputs, client, before }: Made,
) {
  const header = { client, year: generation.year }
  const firm = await projectTemplateSheets(db, projectId)
  const same = before && before.client === client ? unchangedPapers(before.generation, generation) : new Set<string>()
  const sorted = generation.papers.map(({ id, name, called = true }, sort) => ({ id, name, sort, called }))
  const kept = sorted.filter(({ id }) => same.has(id) && !firm.has(id))
  if (before && kept.length > 0)
    await sql`insert into paper (generation_id, paper_id, sort, called, name, sheet)
      select ${generationId}, paper_id, place, asked, name, sheet from paper
      join unnest(${kept.map(({ id }) => id)}::text[], ${kept.map(({ sort }) => sort)}::int[],
        ${kept.map(({ called }) => called)}::boolean[]) as kept(id, place, asked)
        on kept.id = paper_id
      where generation_id = ${before.id}`.execute(db)
  const rows = sorted
    .filter((paper) => !kept.includes(paper))
    .map(({ id, name, sort, called }) => {
      const sheet = (language: 'zh' | 'en') => {
        const own = firm.get(id)
        if (own) return printTemplate({ id, name: name[language] }, own, generation.cells, language)
        const printed = paperSheet(generation, inputs.facts, id, { language, header })
        return printed && wireSheet(printed, language, generation.cells)
      }
      return {
        generation_id: generationId,
        paper_id: id,
        sort,
        called,
        name: JSON.stringify(name),
        sheet: JSON.stringify({ zh: sheet('zh'), en: sheet('en') }),
      }
    })
  if (rows.length > 0) await db.insertInto('paper').values(rows).execute()
}

/** Papers whose rows and cells are all the very objects that were printed before. */
function unchangedPapers(before: Generation, now: Generation): Set<string> {
  const was = new Map(before.papers.map((paper) => [paper.id, paper]))
  const other = new Set<string>()
  for (const [key, { paper }] of now.cells) if (before.cells.get(key) !== now.cells.get(key)) other.add(paper)
  for (const [key, { paper }] of before.cells) if (!now.cells.has(key)) other.add(paper)
  return new Set(now.papers.filter((paper) => was.get(paper.id) === paper && !other.has(paper.id)).map(({ id }) => id))
}

/** Rows per statement: each travels as one JSON parameter, since thousands of bind parameters would not fit. */
const CHUNK = 400

async function storeCells(db: Db, generationId: string, { generation, inputs, before }: Made) {
  const all = [...generation.cells.values()].map((cell, ordinal) => ({ cell, ordinal }))
  const isKept = (cell: CellResult) => before?.generation.cells.get(cell.key) === cell
  const kept = all.filter(({ cell }) => isKept(cell))
  if (before) await copyCells(db, { from: before.id, to: generationId }, kept)
  const fresh = all.filter(({ cell }) => !isKept(cell))
  const cells = fresh.map(({ cell, ordinal }) => ({
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
  await storeAtoms(db, generationId, {
    generation,
    cells: fresh.map(({ cell }) => cell),
  })
}

/** Characters of line sets that travel at once. */
const CHUNK_TEXT = 4_000_000

async function storeAtoms(
  db: Db,
  generationId: string,
  { generation, cells }: { generation: Generation; cells: readonly CellResult[] },
) {
  const sets = lineSets(generation.index)
  const atoms = cells
    .flatMap(({ key, trace }) =>
      trace.atoms.map((atom, ordinal) => ({ cell: key, ordinal, atom, lines: sets.of(atom) })),
    )
    .toSorted((one, other) => one.lines - other.lines)
  for (let start = 0, end = 0; start < atoms.length; start = end) {
    const texts = new Map<number, string>()
    let size = 0
    for (; end < atoms.length && end - start < CHUNK && size < CHUNK_TEXT; end += 1) {
      const number = atoms[end]?.lines ?? 0
      const text = sets.text(number)
      if (!texts.has(number)) size += text.length
      texts.set(number, text)
    }
    const rows = atoms.slice(start, end).map(({ cell, ordinal, atom, lines }) => {
      const stored: StoredAtom = { ...atom, sum: String(atom.sum) }
      return { cell, ordinal, balance: isBalance(atom), accounts: atom.accounts, lines, atom: stored }
    })
    await sql`with sets as materialized (select number, lines::int4multirange
        from unnest(${[...texts.keys()]}::int[], ${[...texts.values()]}::text[]) as given(number, lines))
      insert into paper_atom (generation_id, cell, ordinal, balance, accounts, lines, atom)
      select ${generationId}, cell, ordinal, balance, accounts, sets.lines, atom
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row(cell text, ordinal int, balance boolean, accounts text[], lines int, atom jsonb)
      join sets on number = row.lines`.execute(db)
  }
}

/** Cells that did not change, with their readings, from one generation to the next; their place may be another. */
async function copyCells(
  db: Db,
  { from, to }: { from: string; to: string },
  kept: readonly { cell: CellResult; ordinal: number }[],
) {
  const keys = kept.map(({ cell }) => cell.key)
  const places = kept.map(({ ordinal }) => ordinal)
  await sql`insert into paper_cell (generation_id, cell, paper_id, ordinal, status, unit, value, provenance)
    select ${to}, c.cell, paper_id, place, status, unit, value, provenance from paper_cell c
    join unnest(${keys}::text[], ${places}::int[]) as kept(cell, place) on kept.cell = c.cell
    where generation_id = ${from}`.execute(db)
  await sql`insert into paper_atom (generation_id, cell, ordinal, balance, accounts, lines, atom)
    select ${to}, cell, ordinal, balance, accounts, lines, atom from paper_atom
    where generation_id = ${from} and cell = any(${keys}::text[])`.execute(db)
}

function provenanceOf(cell: CellResult, inputs: GenerationInput, generation: Generation): StoredProvenance {
  const { facts, params } = inputs
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
    entries: storedUses(cell.trace.entries, inputs),
    filed: cell.trace.filed,
    inputs: [...new Set(cell.trace.inputs)],
    params: [...new Set(cell.trace.params)].map((id) => ({ id, value: params[id]?.value ?? null })),
    rates: cell.trace.rates,
    faults: cell.faults,
    ...(cell.override && { calculated: storedValue(cell.calculated) }),
  }
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
