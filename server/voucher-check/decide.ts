import { sql } from 'kysely'
import type { Paging } from '#contract/endpoint.ts'
import { type decisions, MOST_DECIDED, type WhitelistEntry } from '#contract/voucher-check.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, one, page } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { recalculate } from '#server/paper/recalculate.ts'
import { reachableProject } from '#server/project/reach.ts'
import { hitsOf, lastRunOf, stateOf } from './hits.ts'
import { wordsOf } from './settings.ts'

type Decision = {
  keys: string[]
  allOf: string
  state: (typeof decisions)[number]
  reason: string
  evidence: string
  paper: string
}

/**
 * Decides of hits of the last run. What is explained (normal, whitelist) becomes a pattern of the client, which proposes the same
 * where it comes again. Every decision needs its reason; taking one back leaves the pattern, which is revoked on its own.
 */
export async function decideHits(context: Context, projectId: string, decision: Decision) {
  const { db } = context
  const { keys, allOf, state, reason, evidence, paper } = decision
  const project = await reachableProject(context, projectId, { lock: true })
  const run = await lastRunOf(db, projectId)
  if (!run) throw new Refusal('voucherCheckNoRun')
  if (reason === '' && state !== 'open') throw new Refusal('voucherCheckNoReason')
  if (keys.length === 0 && allOf === '') throw new Refusal('voucherCheckNothing')
  const named = hitsOf(db, project, run.id).select([
    'voucher_hit.hit_key',
    'voucher_hit.amount',
    'voucher_hit.check_id',
  ])
  const hits = await (
    keys.length > 0
      ? named.where('voucher_hit.hit_key', '=', sql<string>`any(${keys})`)
      : named
          .where('voucher_hit.check_id', '=', allOf)
          .where(sql<boolean>`${stateOf} in ('open', 'proposed')`)
          .limit(MOST_DECIDED)
  ).execute()
  if (keys.length > 0 && hits.length !== new Set(keys).size) throw new Refusal('voucherCheckNoHit')
  if (hits.length === 0) throw new Refusal('voucherCheckNothing')
  const of = hits.map(({ hit_key }) => hit_key)
  if (state === 'open') {
    await db
      .deleteFrom('voucher_disposition')
      .where('project_id', '=', projectId)
      .where('hit_key', '=', sql<string>`any(${of})`)
      .execute()
  } else {
    await sql`insert into voucher_disposition (project_id, hit_key, amount, state, reason, evidence, paper)
      select ${projectId}, hit_key, amount, ${state}, ${reason}, ${evidence}, ${paper}
      from voucher_hit where run_id = ${run.id} and hit_key = any(${of})
      on conflict (tenant_id, project_id, hit_key) do update set amount = excluded.amount, state = excluded.state,
        reason = excluded.reason, evidence = excluded.evidence, paper = excluded.paper,
        update_user = current_actor(), update_time = now()`.execute(db)
  }
  if (state === 'normal' || state === 'whitelist')
    await sql`insert into voucher_whitelist (enterprise_id, pattern, check_id, account, counter, words, reason, evidence, project_id)
      select distinct on (pattern) ${project.enterprise_id}::uuid, pattern, check_id, account, counter,
        case when party = '' then summary else party end, ${reason}, ${evidence}, ${projectId}::uuid
      from voucher_hit where run_id = ${run.id} and hit_key = any(${of}) order by pattern, ordinal
      on conflict (tenant_id, enterprise_id, pattern) where revoked_time is null
        do update set reason = excluded.reason, evidence = excluded.evidence`.execute(db)
  const jobId = await recalculate(context, projectId)
  await audit(context, {
    action: 'decideVoucherHits',
    bizType: 'project',
    bizId: projectId,
    after: { state, reason, evidence, paper, count: of.length, hits: of.slice(0, 200) },
  })
  return { decided: of.length, jobId }
}

/** The patterns explained for the project's client, those that stand first. */
export async function listWhitelist(
  context: Context,
  { projectId, ...paging }: Paging<'checkId' | 'account' | 'words'> & { projectId: string },
) {
  const { db } = context
  const project = await reachableProject(context, projectId)
  const query = db
    .selectFrom('voucher_whitelist')
    .innerJoin('firm_project', 'firm_project.id', 'voucher_whitelist.project_id')
    .selectAll('voucher_whitelist')
    .select([
      'firm_project.project_name',
      'firm_project.year',
      sql<string | null>`person_name(voucher_whitelist.create_user)`.as('who'),
      sql<string | null>`person_name(voucher_whitelist.revoked_user)`.as('revoker'),
    ])
    .where('voucher_whitelist.enterprise_id', '=', project.enterprise_id)
  const columns = {
    checkId: 'voucher_whitelist.check_id',
    account: 'voucher_whitelist.account',
    words: 'voucher_whitelist.words',
  }
  const found = await page(query, paging, columns, [
    'voucher_whitelist.revoked_time nulls first',
    'voucher_whitelist.create_time desc',
    'voucher_whitelist.id',
  ])
  return {
    ...found,
    records: found.records.map((row): WhitelistEntry => ({
      id: row.id,
      checkId: row.check_id,
      checkName: wordsOf(row.check_id).name,
      account: row.account,
      counter: row.counter,
      words: row.words,
      reason: row.reason,
      evidence: row.evidence,
      projectName: row.project_name,
      year: row.year,
      createUserName: row.who ?? '',
      createTime: wallTime(row.create_time),
      revoked: row.revoked_time !== null,
      revokedUserName: row.revoked_time === null ? '' : (row.revoker ?? ''),
      revokedReason: row.revoked_reason,
    })),
  }
}

/** Takes a pattern of the project's client off the whitelist. */
export async function revokePattern(
  context: Context,
  { projectId, id, reason }: { projectId: string; id: string; reason: string },
) {
  const { db, user } = context
  const project = await reachableProject(context, projectId, { lock: true })
  if (reason === '') throw new Refusal('voucherCheckNoReason')
  const row = one(
    await db
      .updateTable('voucher_whitelist')
      .set({ revoked_user: user.id, revoked_time: sql`now()`, revoked_reason: reason })
      .where('id', '=', id)
      .where('enterprise_id', '=', project.enterprise_id)
      .where('revoked_time', 'is', null)
      .returning(['pattern', 'reason'])
      .execute(),
  )
  await audit(context, {
    action: 'revokeVoucherWhitelist',
    bizType: 'project',
    bizId: projectId,
    before: row,
    after: { reason },
  })
}
