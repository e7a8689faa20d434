import { sql } from 'kysely'
import type { TextKey } from '#contract/errors.ts'
import { texts } from '#contract/errors.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Jobs } from '#server/kernel/kernel.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import { rememberedAnswers } from '../ledger/column-memory.ts'
import type { ReadOrder, ReadOutcome } from './read-worker.ts'

/** The kind of job that reads a file of a client's earlier year. */
export const READ = 'initData.read'
export type ReadInput = { readingId: string }

const MEMORY_MB = 512
/** Rows per statement. */
const CHUNK = 1000

const isTextKey = (key: string): key is TextKey => Object.hasOwn(texts, key)

/** Registers the reading with the jobs. It stores what it read at once, at its end; figures put by hand are never touched. */
export function registerReading(jobs: Jobs): void {
  jobs.register<ReadInput>(READ, async ({ kernel, actor, input: { readingId } }, progress) => {
    const order = await kernel.database.inTenant(actor, async (db) => {
      const row = await db
        .selectFrom('enterprise_reading')
        .innerJoin('file', 'file.id', 'enterprise_reading.file_id')
        .select(['enterprise_id', 'year', 'file.name', 'file.sha256'])
        .where('enterprise_reading.id', '=', readingId)
        .executeTakeFirstOrThrow()
      return { ...row, remembered: await rememberedAnswers(db, row.enterprise_id) }
    })
    const { name, year, remembered, enterprise_id: enterpriseId } = order
    await progress.at(5, 'carryReading', { file: name })
    const outcome = await kernel.blobs.asPath(actor, order.sha256, (path) =>
      runWorker<ReadOutcome>(
        new URL('./read-worker.ts', import.meta.url),
        { path, name, year, remembered } satisfies ReadOrder,
        {
          signal: progress.signal,
          memory: MEMORY_MB,
          says: { memory: 'importTooMuchMemory', died: 'importWorkerDied' },
        },
      ),
    )
    const { problem, asks, cells, accounts, sheets } = outcome
    if (problem !== '') throw new Refusal(isTextKey(problem) ? problem : 'carryNothing', { file: name, year })
    await kernel.database.inTenant(actor, (db) =>
      db
        .updateTable('enterprise_reading')
        .set({ sheets: JSON.stringify(sheets), cells: cells.length, accounts: accounts.length })
        .where('id', '=', readingId)
        .execute(),
    )
    if (cells.length + accounts.length === 0)
      throw new Refusal(asks ? 'carryQuestions' : 'carryNothing', { file: name, year })
    await kernel.database.inTenant(actor, (db) => store(db, { enterpriseId, year, file: name }, outcome))
    return { readingId, cells: cells.length, accounts: accounts.length }
  })
}

type Where = { enterpriseId: string; year: number; file: string }

async function store(db: Db, { enterpriseId, year, file }: Where, { cells, accounts }: ReadOutcome): Promise<void> {
  const figures = cells.flatMap(({ cell, amount, sheet, row }) =>
    amount === null
      ? []
      : [
          {
            enterprise_id: enterpriseId,
            year,
            cell,
            read_amount: amount,
            read_from: [file, sheet, row].filter((part) => part !== '').join(' · '),
          },
        ],
  )
  for (let at = 0; at < figures.length; at += CHUNK)
    await db
      .insertInto('enterprise_carry')
      .values(figures.slice(at, at + CHUNK))
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'enterprise_id', 'year', 'cell']).doUpdateSet({
          read_amount: (eb) => eb.ref('excluded.read_amount'),
          read_from: (eb) => eb.ref('excluded.read_from'),
          update_user: sql<string>`current_actor()`,
          update_time: sql<Date>`now()`,
        }),
      )
      .execute()
  if (accounts.length === 0) return
  await db.deleteFrom('enterprise_opening').where('enterprise_id', '=', enterpriseId).where('year', '=', year).execute()
  const rows = accounts.map(({ code, name, fullName, leaf, closing }) => ({
    enterprise_id: enterpriseId,
    year,
    code,
    name,
    full_name: fullName,
    leaf,
    closing,
  }))
  for (let at = 0; at < rows.length; at += CHUNK)
    await db
      .insertInto('enterprise_opening')
      .values(rows.slice(at, at + CHUNK))
      .execute()
}
