import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type CallablePaper, type entry, MOST_ENTRIES } from '#contract/entry.ts'
import { CALLED } from '#engine/workpaper/called.ts'
import { paperPack } from '#facts/facts.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import type { Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { recalculate } from '#server/paper/recalculate.ts'
import { reachableProject } from '#server/project/reach.ts'
import { checkedRows, inWords, ofAssets, registerNamed, registersOf, type TypedRow, wireColumns } from './registers.ts'
import { suggestedRows } from './suggested-rows.ts'

const onDemand = paperPack.papers.filter(({ calledBy }) => calledBy)

async function rowsOf(db: Db, projectId: string, register: string) {
  const rows = await db
    .selectFrom('paper_entry')
    .select(['row_id', 'cells', 'evidence', 'update_time'])
    .select(sql<string | null>`person_name(update_user)`.as('who'))
    .where('project_id', '=', projectId)
    .where('register', '=', register)
    .orderBy('sort')
    .execute()
  return rows.map(({ row_id: key, cells, evidence, update_time, who }) => ({
    key,
    values: cells as Record<string, string>,
    evidence,
    updateUserName: who ?? '',
    updateTime: wallTime(update_time),
  }))
}

/** 0 where nobody has saved the register yet. */
async function versionOf(db: Db, projectId: string, register: string): Promise<number> {
  const row = await db
    .selectFrom('paper_register')
    .select('version')
    .where('project_id', '=', projectId)
    .where('register', '=', register)
    .executeTakeFirst()
  return row?.version ?? 0
}

export const entryService: Service<typeof entry> = {
  async registers(context, { projectId, paperId }) {
    const { db, language } = context
    await reachableProject(context, projectId)
    const known = registersOf(paperId)
    const held = await db
      .selectFrom('paper_register')
      .leftJoin('paper_entry', (on) =>
        on
          .onRef('paper_entry.project_id', '=', 'paper_register.project_id')
          .onRef('paper_entry.register', '=', 'paper_register.register'),
      )
      .select(['paper_register.register', 'version', sql<number>`count(row_id)::int`.as('rows')])
      .where('paper_register.project_id', '=', projectId)
      .where('paper_register.register', 'in', ['', ...known.map(({ id }) => id)])
      .groupBy(['paper_register.register', 'version'])
      .execute()
    const state = new Map(held.map((row) => [row.register, row]))
    return known.map((register) => ({
      id: register.id,
      label: inWords(register.label, language),
      evidence: register.evidence ? inWords(register.evidence, language) : '',
      columns: wireColumns(register, language),
      proposes: register.proposal !== null,
      ofAssets: ofAssets(register),
      touched: state.has(register.id),
      version: state.get(register.id)?.version ?? 0,
      rows: state.get(register.id)?.rows ?? 0,
    }))
  },

  async rows(context, { projectId, register }) {
    const { db } = context
    await reachableProject(context, projectId)
    registerNamed(register)
    const version = await versionOf(db, projectId, register)
    return { version, touched: version > 0, rows: await rowsOf(db, projectId, register) }
  },

  async save(context, { projectId, register, version, rows }) {
    const { db, language } = context
    const definition = registerNamed(register)
    const project = await reachableProject(context, projectId, { lock: true })
    const current = await versionOf(db, projectId, register)
    if (current !== version) throw conflict()
    const before = await rowsOf(db, projectId, register)
    const assets = ofAssets(definition) ? await assetCodes(db, project.dataset_id) : new Set<string>()
    const known = new Set([...before.map(({ key }) => key), ...assets])
    const unknown = rows.find(({ key }) => key !== '' && !known.has(key))
    const twice = rows.find(({ key }, place) => key !== '' && rows.findIndex((row) => row.key === key) !== place)
    const odd = unknown ?? twice
    if (odd) throw new Refusal('entryNoRow', { row: odd.key })
    const checked = checkedRows(definition, rows, language)
    if (checked.problems.length > 0) return { saved: false, version, problems: checked.problems, jobId: null }
    const saved = checked.rows.map(({ key, values, evidence }) => ({
      key: key === '' ? randomUUID().slice(0, 13) : key,
      values,
      evidence,
    }))
    await store(db, { projectId, register, version: version + 1 }, saved)
    const jobId = await recalculate(context, projectId)
    await audit(context, {
      action: 'saveEntries',
      bizType: 'paper',
      bizId: projectId,
      ...changed(register, before, saved),
    })
    return { saved: true, version: version + 1, problems: [], jobId }
  },

  async suggest(context, { projectId, register }) {
    const { db } = context
    const { id, dataset_id: datasetId } = await reachableProject(context, projectId)
    const definition = registerNamed(register)
    return suggestedRows(db, { projectId: id, datasetId }, definition, await rowsOf(db, id, register))
  },

  async papers(context, { projectId }) {
    const { db, language } = context
    const project = await reachableProject(context, projectId)
    const asked = new Map((await rowsOf(db, projectId, CALLED)).map(({ key, values }) => [key, values['call']]))
    const counted = await db
      .selectFrom('paper_entry')
      .select(['register', sql<number>`count(*)::int`.as('rows')])
      .where('project_id', '=', projectId)
      .groupBy('register')
      .execute()
    const rowsIn = new Map(counted.map(({ register, rows }) => [register, rows]))
    const stored = project.generation_id
      ? await db
          .selectFrom('paper')
          .select(['paper_id', 'called'])
          .where('generation_id', '=', project.generation_id)
          .execute()
      : []
    const byBooks = new Map(stored.map(({ paper_id, called }) => [paper_id, called]))
    return onDemand.map(({ id: paperId, name, purpose }) => {
      const rows = registersOf(paperId).reduce((sum, { id }) => sum + (rowsIn.get(id) ?? 0), 0)
      const call = asked.get(paperId)
      const books = byBooks.get(paperId) ?? false
      const reason: CallablePaper['reason'] =
        rows > 0 ? 'entries' : call === 'true' ? 'hand' : call === 'false' ? 'refused' : books ? 'books' : 'none'
      return {
        paperId,
        name: inWords(name, language),
        purpose,
        called: reason !== 'refused' && reason !== 'none',
        reason,
        rows,
      }
    })
  },

  async call(context, { projectId, paperId, call }) {
    const { db } = context
    if (!onDemand.some(({ id }) => id === paperId)) throw new Refusal('entryNoPaper', { paper: paperId })
    await reachableProject(context, projectId, { lock: true })
    const before = await rowsOf(db, projectId, CALLED)
    if (call === 'no') {
      const registers = registersOf(paperId).map(({ id }) => id)
      const { rows } = await db
        .selectFrom('paper_entry')
        .select(sql<number>`count(*)::int`.as('rows'))
        .where('project_id', '=', projectId)
        .where('register', 'in', ['', ...registers])
        .executeTakeFirstOrThrow()
      if (rows > 0) throw new Refusal('entryHasRows', { paper: paperId, rows })
    }
    const rest = before.filter(({ key }) => key !== paperId)
    const told = call === 'books' ? [] : [{ key: paperId, values: { call: String(call === 'yes') }, evidence: '' }]
    const version = (await versionOf(db, projectId, CALLED)) + 1
    await store(db, { projectId, register: CALLED, version }, [...rest, ...told])
    const jobId = await recalculate(context, projectId)
    await audit(context, { action: 'callPaper', bizType: 'paper', bizId: projectId, after: { paperId, call } })
    return { jobId }
  },
}

/** Assets of the client's register by their code: rows of a register of assets may stand for them. */
async function assetCodes(db: Db, datasetId: string | null): Promise<Set<string>> {
  if (datasetId === null) return new Set()
  const rows = await db.selectFrom('ledger_asset').select('code').where('dataset_id', '=', datasetId).execute()
  return new Set(rows.map(({ code }) => code))
}

type Place = { projectId: string; register: string; version: number }

/** Makes the register exactly these rows. Rows that did not change keep who wrote them last. */
async function store(db: Db, { projectId, register, version }: Place, rows: readonly TypedRow[]): Promise<void> {
  if (rows.length > MOST_ENTRIES) throw new Refusal('entryTooMany', { most: MOST_ENTRIES })
  const by = { update_user: sql<string>`current_actor()`, update_time: sql<Date>`now()` }
  await db
    .insertInto('paper_register')
    .values({ project_id: projectId, register, version })
    .onConflict((clash) => clash.columns(['tenant_id', 'project_id', 'register']).doUpdateSet({ version, ...by }))
    .execute()
  let gone = db.deleteFrom('paper_entry').where('project_id', '=', projectId).where('register', '=', register)
  if (rows.length > 0)
    gone = gone.where(
      'row_id',
      'not in',
      rows.map(({ key }) => key),
    )
  await gone.execute()
  const given = rows.map(({ key, values, evidence }, sort) => ({ key, cells: values, evidence, sort }))
  await sql`insert into paper_entry as held (project_id, register, row_id, sort, cells, evidence)
    select ${projectId}, ${register}, key, sort, cells, evidence
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as row(key text, sort int, cells jsonb, evidence text)
    on conflict (tenant_id, project_id, register, row_id) do update set sort = excluded.sort,
      update_user = case when (held.cells, held.evidence) = (excluded.cells, excluded.evidence)
        then held.update_user else current_actor() end,
      update_time = case when (held.cells, held.evidence) = (excluded.cells, excluded.evidence)
        then held.update_time else now() end,
      cells = excluded.cells, evidence = excluded.evidence`.execute(db)
}

const told = ({ key, values, evidence }: TypedRow) => ({ key, values, evidence })
const text = ({ values, evidence }: TypedRow) =>
  JSON.stringify([
    Object.keys(values)
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map((column) => [column, values[column]]),
    evidence,
  ])

/** Rows that were added, changed or taken away, before and after; the rest of a long register is not the news. */
function changed(register: string, before: readonly TypedRow[], after: readonly TypedRow[]) {
  const held = new Map(before.map((row) => [row.key, text(row)]))
  const kept = new Map(after.map((row) => [row.key, text(row)]))
  return {
    before: { register, rows: before.filter((row) => kept.get(row.key) !== held.get(row.key)).map(told) },
    after: { register, rows: after.filter((row) => kept.get(row.key) !== held.get(row.key)).map(told) },
  }
}
