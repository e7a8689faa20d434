import { type Selectable, sql } from 'kysely'
import { datasetStates, type Dataset } from '#contract/ledger.ts'
import { yuan } from '#engine/money.ts'
import type { Actor, Database, Db } from '#server/kernel/database.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { Dataset as DatasetTable } from '#server/kernel/tables.ts'
import { type Asker, reachesProject } from '../project/reach.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { noSummary, type Summary } from './summary.ts'

export type DatasetRow = Selectable<DatasetTable>

/** States whose rows may be read. */
const readable: ReadonlySet<string> = new Set(['verified', 'active', 'superseded'])

/**
 * The dataset, if its project is in reach; otherwise not found, never told apart. `read` asks for one whose rows may be
 * seen: nobody sees a ledger that is still being imported.
 */
export async function reachableDataset(asker: Asker, datasetId: string, { read = false } = {}): Promise<DatasetRow> {
  const row = await asker.db
    .selectFrom('dataset')
    .innerJoin('firm_project', 'firm_project.id', 'dataset.project_id')
    .selectAll('dataset')
    .where('dataset.id', '=', datasetId)
    .where('firm_project.is_deleted', '=', 0)
    .where((eb) => reachesProject(asker)(eb))
    .executeTakeFirst()
  if (!row || (read && !readable.has(row.state))) throw notFound()
  return row
}

/** Datasets as the wire shows them. One whose job ended before it was done has failed, whatever its row still says. */
export async function shownDatasets(db: Db, by: { projectId: string } | { datasetId: string }): Promise<Dataset[]> {
  const rows = await db
    .selectFrom('dataset')
    .leftJoin('job', 'job.id', 'dataset.job_id')
    .where(
      'projectId' in by ? 'dataset.project_id' : 'dataset.id',
      '=',
      'projectId' in by ? by.projectId : by.datasetId,
    )
    .select([
      'dataset.id',
      'dataset.project_id as projectId',
      'dataset.version',
      'dataset.state',
      'dataset.year',
      'dataset.standard',
      'dataset.blocking',
      'dataset.warnings',
      'dataset.job_id as jobId',
      'dataset.summary',
      'dataset.create_time as createTime',
      'job.state as jobState',
      sql<string | null>`person_name(dataset.create_user)`.as('creator'),
    ])
    .orderBy('dataset.version', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    projectId: row.projectId,
    version: row.version,
    state: stateOf(row.state, row.jobState),
    year: row.year,
    standard: row.standard === 'small' ? 'small' : 'cas',
    blocking: row.blocking,
    warnings: row.warnings,
    jobId: row.jobId ?? '',
    createUserName: row.creator ?? '',
    createTime: wallTime(row.createTime),
    summary: shownSummary(row.summary as Partial<Summary>),
  }))
}

const stateOf = (state: string, jobState: string | null): Dataset['state'] => {
  if (state === 'staging' && (jobState === 'failed' || jobState === 'cancelled')) return 'failed'
  return datasetStates.find((known) => known === state) ?? 'failed'
}

const shownSummary = (stored: Partial<Summary>): Dataset['summary'] => {
  const summary = { ...noSummary, ...stored }
  return { ...summary, debit: yuan(BigInt(summary.debit)), credit: yuan(BigInt(summary.credit)) }
}

const rowTables = [
  'ledger_line',
  'ledger_voucher',
  'ledger_posting',
  'ledger_text_block',
  'ledger_account',
  'ledger_dimension',
  'ledger_statement',
  'ledger_asset',
  'ledger_return',
  'ledger_month',
  'ledger_dropped',
  'dataset_coverage',
] as const

/** Deletes what a dataset's files gave; the row that says it was tried stays. */
export async function deleteRows(db: Db, datasetId: string): Promise<void> {
  for (const table of rowTables) await db.deleteFrom(table).where('dataset_id', '=', datasetId).execute()
}

/**
 * Ends an import that did not come through: the dataset is failed and its rows are gone, in one transaction. Waits for a
 * chunk that is just being written (it holds the dataset's row) and closes the door to further ones. Does nothing to a
 * dataset that is past importing.
 */
export const endImport = (database: Database, actor: Actor, datasetId: string): Promise<void> =>
  database.inTenant(actor, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('dataset')
      .set({ state: 'failed', update_time: sql`now()` })
      .where('id', '=', datasetId)
      .where('state', '=', 'staging')
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await deleteRows(db, datasetId)
  })
