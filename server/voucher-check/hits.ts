import { sql } from 'kysely'
import type { Paging } from '#contract/endpoint.ts'
import type { CheckOutcome, Hit, HitState, VoucherRun } from '#contract/voucher-check.ts'
import { checks } from '#engine/voucher-check/run-checks.ts'
import type { Outcome } from '#engine/voucher-check/hit.ts'
import { yuan } from '#engine/money.ts'
import type { Db } from '#server/kernel/database.ts'
import { type Context, page } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { type ProjectRow, reachableProject } from '#server/project/reach.ts'
import { groupOf, wordsOf } from './settings.ts'

type Words = { zh: string; en: string }
type Of = Pick<ProjectRow, 'id' | 'enterprise_id'>

/** The run whose hits are shown; undefined before the first. */
export const lastRunOf = (db: Db, projectId: string) =>
  db
    .selectFrom('voucher_run')
    .selectAll()
    .select(sql<string | null>`person_name(create_user)`.as('who'))
    .where('project_id', '=', projectId)
    .orderBy('create_time', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A decision holds while the amount is the one it was made for; a whitelist of the client proposes where nobody has decided. */
export const stateOf = sql<HitState>`case when voucher_disposition.hit_key is not null then voucher_disposition.state when voucher_whitelist.id is not null then 'proposed' else 'open' end`

/** Hits of a run with what was decided or is proposed. */
export const hitsOf = (db: Db, { id, enterprise_id: enterprise }: Of, runId: string) =>
  db
    .selectFrom('voucher_hit')
    .leftJoin('voucher_disposition', (on) =>
      on
        .on('voucher_disposition.project_id', '=', id)
        .onRef('voucher_disposition.hit_key', '=', 'voucher_hit.hit_key')
        .onRef('voucher_disposition.amount', '=', 'voucher_hit.amount'),
    )
    .leftJoin('voucher_whitelist', (on) =>
      on
        .on('voucher_whitelist.enterprise_id', '=', enterprise)
        .onRef('voucher_whitelist.pattern', '=', 'voucher_hit.pattern')
        .on('voucher_whitelist.revoked_time', 'is', null),
    )
    .where('voucher_hit.run_id', '=', runId)

/** What the last run found, by check, and how much of it is decided. */
export async function shownRun(db: Db, project: ProjectRow): Promise<VoucherRun | null> {
  const run = await lastRunOf(db, project.id)
  if (!run) return null
  const counted = await hitsOf(db, project, run.id)
    .select(['voucher_hit.check_id', stateOf.as('state'), sql<number>`count(*)::int`.as('n')])
    .groupBy(['voucher_hit.check_id', sql`2`])
    .execute()
  const outcomes = run.outcomes as Outcome[]
  return {
    id: run.id,
    datasetId: run.dataset_id,
    outdated: run.dataset_id !== project.dataset_id,
    vouchers: run.vouchers,
    lines: run.lines,
    materiality: run.materiality === null ? null : yuan(run.materiality),
    createUserName: run.who ?? '',
    createTime: wallTime(run.create_time),
    checks: checks.map(({ id, signal }): CheckOutcome => {
      const outcome = outcomes.find(({ check }) => check === id)
      const of = (wanted: (state: string) => boolean) =>
        counted.reduce((sum, row) => (row.check_id === id && wanted(row.state) ? sum + row.n : sum), 0)
      const { name, says } = wordsOf(id)
      return {
        id,
        name,
        says,
        group: groupOf(id),
        state: outcome?.state ?? 'off',
        total: outcome?.total ?? 0,
        kept: outcome?.kept ?? 0,
        note: outcome?.note ?? null,
        signal: signal === true,
        open: of((state) => state === 'open'),
        proposed: of((state) => state === 'proposed'),
        decided: of((state) => state !== 'open' && state !== 'proposed'),
      }
    }),
  }
}
type Field = 'checkId' | 'period' | 'account' | 'amount' | 'state' | 'voucherKey' | 'summary' | 'party'

/** A page of the last run's hits; none before the first run. */
export async function listHits(context: Context, { projectId, ...paging }: Paging<Field> & { projectId: string }) {
  const { db } = context
  const project = await reachableProject(context, projectId)
  const run = await lastRunOf(db, projectId)
  if (!run) return { records: [], total: 0, size: paging.size, current: paging.current, pages: 0 }
  const query = hitsOf(db, project, run.id)
    .selectAll('voucher_hit')
    .select([
      stateOf.as('state'),
      sql<string>`coalesce(voucher_disposition.reason, voucher_whitelist.reason, '')`.as('reason'),
      sql<string>`coalesce(voucher_disposition.evidence, voucher_whitelist.evidence, '')`.as('evidence'),
      sql<string>`coalesce(voucher_disposition.paper, '')`.as('paper'),
      sql<string | null>`person_name(coalesce(voucher_disposition.update_user, voucher_whitelist.create_user))`.as(
        'who',
      ),
      sql<Date | null>`coalesce(voucher_disposition.update_time, voucher_whitelist.create_time)`.as('decided'),
    ])
  const columns = {
    checkId: 'voucher_hit.check_id',
    period: 'voucher_hit.period',
    account: 'voucher_hit.account',
    amount: sql`(voucher_hit.amount / 100.0)`,
    state: stateOf,
    voucherKey: 'voucher_hit.voucher_key',
    summary: 'voucher_hit.summary',
    party: 'voucher_hit.party',
  }
  const found = await page(query, paging, columns, ['voucher_hit.ordinal'])
  return {
    ...found,
    records: found.records.map((row): Hit => ({
      key: row.hit_key,
      checkId: row.check_id,
      checkName: wordsOf(row.check_id).name,
      voucherKey: row.voucher_key,
      period: row.period,
      date: row.day,
      account: row.account,
      accountName: row.account_name,
      counter: row.counter,
      party: row.party,
      summary: row.summary,
      amount: yuan(row.amount),
      measure: row.measure as Words,
      why: row.why as Words,
      state: row.state,
      reason: row.reason,
      evidence: row.evidence,
      paper: row.paper,
      userName: row.who ?? '',
      time: row.decided === null ? '' : wallTime(row.decided),
    })),
  }
}
