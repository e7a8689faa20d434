import { sql } from 'kysely'
import type { RelationState } from '#contract/relation.ts'
import type { Language } from '#contract/texts.ts'
import type { Db } from '#server/kernel/database.ts'
import type { ProjectRow } from '#server/project/reach.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { proposalUnderWay } from './proposal-under-way.ts'
import { say } from './relation-words.ts'
import { standardOfBooks } from './standard.ts'
import { undoable } from './steps.ts'

/** An account of the ledger that counts, with what it is tied to; without a row in the bill it waits. */
export type AccountRow = {
  code: string
  name: string
  fullName: string
  closing: bigint
  debit: bigint
  credit: bigint
  standard: string
  nature: string
  tags: string[]
  status: 'auto' | 'pending' | 'accepted' | 'changed'
  confidence: number
  evidence: unknown
  decided_by_name: string
}

/** Joins `r`, what account `a` is tied to, by key as `standingLine` does. */
const relationOf = (projectId: string) => sql`
  left join lateral (select * from relation_account
    where project_id = ${projectId} and code = a.code and name = a.full_name limit 1) r on true`
const whoDecided = sql`
  left join lateral (select person_name(r.decided_by) as real_name) u on true`

/** The bill's accounts over one dataset; a renamed account is another account. */
export const accountBill = (db: Db, projectId: string, datasetId: string) =>
  db.selectFrom(
    sql<AccountRow & { tag: string; stake: bigint }>`(
      select a.code, a.name, a.full_name as "fullName", a.closing, a.debit, a.credit, coalesce(r.standard, '') as standard,
        coalesce(r.nature, '') as nature, coalesce(r.tags, '{}') as tags, coalesce(r.status, 'pending') as status,
        coalesce(r.confidence, 0) as confidence, coalesce(r.evidence, '[]') as evidence,
        coalesce(r.nature, '') || ' ' || coalesce(array_to_string(r.tags, ' '), '') as tag,
        greatest(abs(a.closing), abs(a.debit), abs(a.credit)) as stake, coalesce(u.real_name, '') as decided_by_name
      from ledger_account a
      ${relationOf(projectId)}
      ${whoDecided}
      where a.dataset_id = ${datasetId} and a.period = 'current')`.as('bill'),
  )

/** A tagged journal line of the dataset. */
export type LineRow = {
  voucherKey: string
  line: number
  date: string
  summary: string
  account: string
  accountName: string
  amount: bigint
  tag: string
  accountNature: string
  status: 'auto' | 'pending' | 'accepted' | 'changed' | 'rejected'
  confidence: number
  evidence: unknown
  decided_by_name: string
}

/**
 * The bill's line tags whose line stands in this dataset. Each is looked up by its own key (`lateral … limit 1`): right after an
 * import the planner knows nothing of the new rows yet and would walk the journal once per tag.
 */
export const lineBill = (db: Db, projectId: string, datasetId: string) =>
  db.selectFrom(
    sql<LineRow & { stake: bigint }>`(
      select r.voucher_key as "voucherKey", r.line, v.date::text as date, r.summary, r.account,
        coalesce(a.full_name, '') as "accountName", l.debit - l.credit as amount, r.tag, coalesce(ra.nature, '') as "accountNature",
        r.status, r.confidence, r.evidence, greatest(abs(l.debit), abs(l.credit)) as stake, coalesce(u.real_name, '') as decided_by_name
      from relation_line r
      ${standingLine(datasetId)}
      left join lateral (select full_name from ledger_account
        where dataset_id = ${datasetId} and period = 'current' and code = r.account limit 1) a on true
      left join lateral (select nature from relation_account
        where project_id = ${projectId} and code = r.account and name = a.full_name limit 1) ra on true
      ${whoDecided}
      where r.project_id = ${projectId})`.as('bill'),
  )

/** Joins `v` and `l`, the voucher and the journal line that a tag `r` was given to, if they are still the same. */
export const standingLine = (datasetId: string) => sql`
  join lateral (select ordinal, date from ledger_voucher
    where dataset_id = ${datasetId} and key = r.voucher_key limit 1) v on true
  join lateral (select ordinal, debit, credit from voucher_lines(${datasetId}, v.ordinal)
    where line = r.line
      and account = r.account and summary = r.summary limit 1) l on true`

/** The bill of no ledger. */
const nothing = { accounts: 0, accountsPending: 0, unmapped: 0, reused: 0, lines: 0, linesPending: 0 }

type Counts = Pick<RelationState, 'accounts' | 'accountsPending' | 'unmapped' | 'reused' | 'lines' | 'linesPending'>

/** How much of the bill waits for a person, over the dataset that counts. */
export async function billCounts(db: Db, projectId: string, datasetId: string): Promise<Counts> {
  const { rows } = await sql<Omit<Counts, 'lines' | 'linesPending'>>`select
      count(*)::int as accounts,
      (count(*) filter (where coalesce(r.status, 'pending') = 'pending'))::int as "accountsPending",
      (count(*) filter (where a.leaf and coalesce(r.standard, '') = ''))::int as unmapped,
      (count(*) filter (where r.status = 'auto' and r.evidence @> '[{"code":"decided_before"}]'::jsonb))::int as reused
    from ledger_account a
    ${relationOf(projectId)}
    where a.dataset_id = ${datasetId} and a.period = 'current'`.execute(db)
  const tagged = await sql<Pick<Counts, 'lines' | 'linesPending'>>`select
      count(*)::int as lines, (count(*) filter (where r.status = 'pending'))::int as "linesPending"
    from relation_line r ${standingLine(datasetId)} where r.project_id = ${projectId}`.execute(db)
  return { ...nothing, ...rows[0], ...tagged.rows[0] }
}

type Known = { language: Language; advisor: boolean }

/** The state of a project's bill; a project without a ledger has an empty one. */
export async function billState(db: Db, project: ProjectRow, { language, advisor }: Known): Promise<RelationState> {
  const { id, dataset_id: datasetId, relation_locked_by: lockedBy, relation_locked_time: lockedTime } = project
  const books = datasetId ? await standardOfBooks(db, id, datasetId) : null
  const locker = lockedBy
    ? await db
        .selectFrom('app_user')
        .select('real_name')
        .where(sql`id::text`, '=', lockedBy)
        .executeTakeFirst()
    : undefined
  const step = await undoable(db, id)
  return {
    projectId: id,
    datasetId: datasetId ?? '',
    standard: books?.standard ?? 'cas',
    numbering: books?.numbering ?? 'unknown',
    standardConfidence: books?.confidence ?? 0,
    standardSure: books?.sure ?? false,
    standardEvidence: (books?.evidence ?? []).map((reason) => say(reason, language)),
    standardChosenBy: books?.choice?.by ?? '',
    standardReason: books?.choice?.reason ?? '',
    advisor,
    undoable: step.count,
    undoBy: step.by,
    jobId: await proposalUnderWay(db, id),
    version: project.relation_version,
    lockedBy: locker?.real_name ?? lockedBy,
    lockedTime: lockedTime ? wallTime(lockedTime) : '',
    ...(datasetId ? await billCounts(db, id, datasetId) : nothing),
  }
}
