import { sql } from 'kysely'
import { type Actor, type Database, openDatabase } from '#server/kernel/database.ts'
import { serveTasks } from '#server/kernel/warm-thread.ts'
import { inputsToKeep } from './generation-inputs.ts'
import { inputHash } from './input-hash.ts'
import { type Preview, previewOf, type PreviewAsk } from './preview.ts'
import { rulePackName } from './rule-pack-name.ts'
import { type Generated, reuse, store } from './store-generation.ts'
import { computed, readProject } from './warm-papers.ts'

type Whose = { config: Parameters<typeof openDatabase>[0]; actor: Actor; projectId: string }
/** What the thread is asked: the database to open, for whom, which project, and what to do. */
export type PaperTask = (Whose & { kind: 'generate' }) | (Whose & { kind: 'preview'; ask: PreviewAsk })
type PaperAnswer = Generated | Preview

/** Generations of a project that stay though nobody refers to them. */
const LAST = 5

// The thread that computes papers. It keeps the books and the last generation of the projects it worked on.
serveTasks(async (task: PaperTask, step): Promise<PaperAnswer> => {
  const database = openDatabase(task.config, 1)
  const { actor, projectId } = task
  try {
    if (task.kind === 'preview') {
      const read = await database.inSnapshot(actor, (db) => readProject(db, projectId, { open: true, step }))
      return previewOf(computed(read), read.inputs, task.ask)
    }
    // one picture of ledger, relation and parameters, whatever is decided meanwhile
    const read = await database.inSnapshot(actor, async (db) => {
      const project = await readProject(db, projectId, { open: false, step })
      return { ...project, kept: await inputsToKeep(db, projectId, project.given) }
    })
    const { warm, given, datasetId, relationVersion, client, kept } = read
    step(40, 'paperIndexing', { lines: given.ledger.journal.size })
    const about = { projectId, datasetId, relationVersion, inputHash: inputHash(given, rulePackName), kept }
    const known = await database.inTenantBulk(actor, (db) => reuse(db, about))
    if (known) {
      step(95, 'paperReused')
      return known
    }
    step(55, 'paperComputing')
    const generation = computed(read)
    step(80, 'paperStoring', { cells: generation.cells.size })
    const made = { inputs: read.inputs, generation, client, before: warm.stored }
    const result = await database.inTenantBulk(actor, (db) => store(db, about, made))
    if (!result.reused) warm.stored = { id: result.generationId, generation, client }
    await sweep(database, actor, projectId)
    return result
  } finally {
    await database.close()
  }
})

/** Drops old generations that neither show nor are referred to; one that something still names stays. */
async function sweep(database: Database, actor: Actor, projectId: string): Promise<void> {
  const old = await database.inTenant(actor, (db) =>
    db
      .selectFrom('generation')
      .innerJoin('firm_project', 'firm_project.id', 'generation.project_id')
      .select('generation.id')
      .where('project_id', '=', projectId)
      .where('kept', '=', false)
      .whereRef('generation.id', 'is distinct from', sql.ref('firm_project.generation_id'))
      .whereRef('generation.id', 'is distinct from', sql.ref('firm_project.generation_before'))
      .orderBy('generation.create_time', 'desc')
      .offset(LAST)
      .execute(),
  )
  for (const { id } of old) {
    const dropped = database.inTenant(actor, (db) =>
      db
        .deleteFrom('generation')
        .where('id', '=', id)
        .where('kept', '=', false)
        .where(
          sql<boolean>`not exists (select from firm_project where generation_id = ${id} or generation_before = ${id})`,
        )
        .execute(),
    )
    await dropped.catch((error: unknown) => {
      if (!isReferred(error)) throw error
    })
  }
}

/** A row elsewhere still names it (foreign key). */
const isReferred = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '23503' || error.code === '23001')
