import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'

import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import type { ColumnAnswers } from '#engine/ledger/column-signature.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Actor, Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { refusalFor } from '#server/kernel/failure.ts'
import { jobAuditor } from '#server/kernel/job-audit.ts'
import { LeftBehind } from '#server/kernel/jobs.ts'
import type { Jobs, JobWork, Kernel, Progress } from '#server/kernel/kernel.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import { activate } from './activation.ts'
import { endImport } from './dataset.ts'
import type { ImportOrder, ImportOutcome, ImportRefusal, StoredFile } from './import-message.ts'

/** The kind of job that reads, verifies and stores a dataset. */
export const IMPORT = 'ledger.import'
/** `answers` were given for this import, `remembered` in an earlier one of the client. */
export type ImportInput = { datasetId: string; answers?: ColumnAnswers; remembered?: ColumnAnswers }

/** Heap of the reading thread. A journal of 400,000 lines takes a third of it. */
const MEMORY_MB = 1024
/** Tries, a second apart and two seconds long, to get a connection. */
const PATIENCE = 10

/** Registers the import with the jobs; `memoryMb` bounds the reading thread's heap. */
export function registerImport(jobs: Jobs, memoryMb = MEMORY_MB): void {
  jobs.register<ImportInput>(IMPORT, importWork(memoryMb), async (kernel, actor, _jobId, { datasetId }) => {
    await endImport(kernel.database, actor, datasetId)
    return kernel.database.inTenant(actor, (db) => imported(db, datasetId))
  })
}

/** What an import came to that was done before its process died; else nothing. */
async function imported(db: Db, datasetId: string): Promise<Imported | undefined> {
  const dataset = await db
    .selectFrom('dataset')
    .select(['project_id as projectId', 'state', 'blocking', 'warnings', 'summary'])
    .where('id', '=', datasetId)
    .where('state', 'in', ['verified', 'active', 'superseded'])
    .executeTakeFirst()
  if (!dataset) return undefined
  const { projectId, state, blocking, warnings, summary } = dataset
  const { lines } = summary as ImportOutcome['summary']
  return { datasetId, projectId, active: state === 'active', blocking, warnings, lines }
}

/** What the job answers. */
type Imported = {
  datasetId: string
  projectId: string
  active: boolean
  blocking: number
  warnings: number
  lines: number
}

/**
 * Reads a staged dataset in a thread of its own, then makes it verified, and active if nothing blocks and the project has
 * none. However it ends otherwise, the dataset is failed, its rows are gone and the project is as it was.
 */
export const importWork =
  (memoryMb: number): JobWork<ImportInput> =>
  async ({ kernel, actor, jobId, input: { datasetId, answers = {}, remembered = {} } }, progress) => {
    try {
      const { year, files } = await patiently(() =>
        kernel.database.inTenant(actor, (db) => orderedFiles(db, datasetId)),
      )
      const database = kernel.database.configOf(actor.tenantId)
      const outcome = await withPaths(kernel, actor, files, (files) =>
        read({ database, actor, datasetId, year, files, answers, remembered }, progress, memoryMb),
      )
      progress.signal.throwIfAborted()
      await patiently(() => kernel.database.inTenant(actor, (db) => sql`select analyze_ledger()`.execute(db)))
      return await patiently(() =>
        kernel.database.inTenant(actor, (db) => complete(db, { actor, jobId, datasetId }, outcome)),
      )
    } catch (error) {
      await ended(kernel, actor, datasetId)
      // what was asked stays to be read beside the refusal
      if (error instanceof RefusedReading)
        await patiently(() => kernel.database.inTenant(actor, (db) => keepFiles(db, datasetId, error.files)))
      throw asRefusal(error)
    }
  }

/** Files that are refused although they were understood: a sheet blocks, or asks. */
class RefusedReading extends Refusal {
  readonly files: readonly StoredFile[]

  constructor(key: TextKey, params: Params, files: readonly StoredFile[]) {
    super(key, params)
    this.files = files
  }
}

async function keepFiles(db: Db, datasetId: string, files: readonly StoredFile[]) {
  for (const [fileNo, { container, encoding, sheets }] of files.entries()) {
    await db
      .updateTable('dataset_file')
      .set({ container, encoding, sheets: JSON.stringify(sheets) })
      .where('dataset_id', '=', datasetId)
      .where('file_no', '=', fileNo)
      .execute()
  }
}

/** Ends the import however long the database is away, within reason; what then is still there is left to the recovery. */
async function ended(kernel: Kernel, actor: Actor, datasetId: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await endImport(kernel.database, actor, datasetId)
    } catch (error) {
      if (tries === PATIENCE || refusalFor(error)?.key !== 'storeDown') throw new LeftBehind(error)
      await sleep(1000)
    }
  }
}

/** A pool gives up after two seconds, for people's sake; a job that has read for minutes waits out a busy database. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      // said before anything ran: trying again repeats nothing
      const noConnection = error instanceof Error && /timeout exceeded when trying to connect/.test(error.message)
      if (!noConnection || tries === PATIENCE) throw error
      await sleep(1000)
    }
  }
}

/** A database that is full or away is said as such; everything else stays what it is. */
function asRefusal(error: unknown): unknown {
  const told = refusalFor(error)
  return told?.key === 'storeDown' || told?.key === 'storeFull' ? told : error
}

async function orderedFiles(db: Db, datasetId: string) {
  const { year } = await db.selectFrom('dataset').select('year').where('id', '=', datasetId).executeTakeFirstOrThrow()
  const files = await db
    .selectFrom('dataset_file')
    .select(['name', 'sha256'])
    .where('dataset_id', '=', datasetId)
    .orderBy('file_no')
    .execute()
  return { year, files }
}

type Named = { name: string; sha256: string }
type Placed = Named & { path: string }

/** Every file as a local path, for as long as `work` runs. */
async function withPaths<T>(
  kernel: Kernel,
  actor: Actor,
  files: readonly Named[],
  work: (files: Placed[]) => Promise<T>,
): Promise<T> {
  const [first, ...rest] = files
  if (!first) return work([])
  return kernel.blobs.asPath(actor, first.sha256, (path) =>
    withPaths(kernel, actor, rest, (placed) => work([{ ...first, path }, ...placed])),
  )
}

/** Runs the reading thread to its end. An abort ends the thread at once: what it wrote is deleted by the caller. */
async function read(order: ImportOrder, progress: Progress, memory: number): Promise<ImportOutcome> {
  const module = new URL('./import-worker.ts', import.meta.url)
  const result = await runWorker<ImportOutcome | ImportRefusal>(module, order, {
    signal: progress.signal,
    progress: (percent, step, params) => progress.at(percent, step, params),
    memory,
    says: { memory: 'importTooMuchMemory', died: 'importWorkerDied' },
  })
  if ('refused' in result) throw new RefusedReading(result.refused, result.params, result.files)
  return result
}

/** Makes the dataset what it turned out to be, all at once; says whether it counts now. */
async function complete(
  db: Db,
  { actor, jobId, datasetId }: { actor: Actor; jobId: string; datasetId: string },
  outcome: ImportOutcome,
): Promise<Imported> {
  const dataset = await db
    .selectFrom('dataset')
    .select(['project_id', 'state'])
    .where('id', '=', datasetId)
    .executeTakeFirstOrThrow()
  // whoever changes which dataset counts holds the project: of two imports that end together one is the first
  const project = await db
    .selectFrom('firm_project')
    .selectAll()
    .where('id', '=', dataset.project_id)
    .where('is_deleted', '=', 0)
    .forUpdate()
    .executeTakeFirst()
  if (!project) throw new Refusal('importProjectGone')
  await keepFiles(db, datasetId, outcome.files)
  const { numUpdatedRows } = await db
    .updateTable('dataset')
    .set({
      state: 'verified',
      standard: outcome.standard,
      summary: JSON.stringify(outcome.summary),
      report: JSON.stringify(outcome.report),
      blocking: outcome.blocking,
      warnings: outcome.warnings,
      update_time: sql`now()`,
    })
    .where('id', '=', datasetId)
    .where('state', '=', 'staging')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('importWorkerDied')
  const counts = outcome.blocking === 0 && project.dataset_id === null
  const { blocking, warnings, summary } = outcome
  if (counts) {
    await activate(db, actor, { project, datasetId })
    const after = { projectId: project.id, datasetId, blocking, warnings, automatic: true }
    const auditor = await jobAuditor(db, actor, jobId)
    await audit(auditor, { action: 'ledger.activate', bizType: 'dataset', bizId: datasetId, after })
  }
  return { datasetId, projectId: project.id, active: counts, blocking, warnings, lines: summary.lines }
}
