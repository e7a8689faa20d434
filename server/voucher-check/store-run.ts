import { sql } from 'kysely'
import type { CheckBooks } from '#engine/voucher-check/check-books.ts'
import { type Hit, hitKey, type Outcome } from '#engine/voucher-check/hit.ts'
import type { Db } from '#server/kernel/database.ts'
import type { CheckInput } from './check-job.ts'

/** Runs of a project that stay, so that one can still be looked up after the next. */
const LAST = 3
const CHUNK = 5000

/** Stores a run with its hits, all or nothing, and drops the oldest. Decisions are kept apart: they hold for the new run, too. */
export async function storeRun(
  db: Db,
  { projectId, datasetId, settings, materiality }: CheckInput,
  { books, hits, outcomes }: { books: CheckBooks; hits: readonly Hit[]; outcomes: readonly Outcome[] },
): Promise<{ runId: string; hits: number }> {
  const { journal, accounts } = books.ledger
  const names = new Map(accounts.map(({ code, fullName }) => [code, fullName]))
  const { id } = await db
    .insertInto('voucher_run')
    .values({
      project_id: projectId,
      dataset_id: datasetId,
      settings: JSON.stringify(settings),
      outcomes: JSON.stringify(outcomes),
      vouchers: journal.vouchers.length,
      lines: journal.size,
      materiality: materiality === null ? null : BigInt(materiality),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let start = 0; start < hits.length; start += CHUNK) {
    const rows = hits.slice(start, start + CHUNK).map((hit, at) => ({
      ordinal: start + at,
      check_id: hit.check,
      hit_key: hitKey(hit).slice(0, 300),
      subject: hit.subject,
      voucher_key: hit.voucher,
      period: hit.period,
      day: hit.date,
      account: hit.account,
      account_name: names.get(hit.account) ?? '',
      counter: hit.counter,
      party: hit.party,
      summary: hit.summary,
      amount: hit.amount.toString(),
      lines: hit.lines,
      measure: hit.measure,
      why: hit.why,
      pattern: hit.pattern,
    }))
    await sql`insert into voucher_hit (run_id, ordinal, check_id, hit_key, subject, voucher_key, period, day, account, account_name,
        counter, party, summary, amount, lines, measure, why, pattern)
      select ${id}, ordinal, check_id, hit_key, subject, voucher_key, period, day, account, account_name, counter, party, summary,
        amount, lines, measure, why, pattern
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(ordinal int, check_id text, hit_key text, subject text,
        voucher_key text, period text, day text, account text, account_name text, counter text, party text, summary text,
        amount bigint, lines int[], measure jsonb, why jsonb, pattern text)
      on conflict (tenant_id, run_id, hit_key) do nothing`.execute(db)
  }
  await sql`delete from voucher_run where project_id = ${projectId} and id in (
    select id from voucher_run where project_id = ${projectId} order by create_time desc, id desc offset ${LAST})`.execute(
    db,
  )
  return { runId: id, hits: hits.length }
}
