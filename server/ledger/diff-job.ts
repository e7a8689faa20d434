import { sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'
import type { Jobs } from '#server/kernel/kernel.ts'

/** The kind of job that compares two versions of a ledger. */
export const COMPARE = 'ledger.compare'
export type CompareInput = { datasetId: string; againstId: string }

/** Changed vouchers whose lines are kept beside their sums, and lines of each. */
const MOST_VOUCHERS = 2000
const MOST_LINES = 40

/** Registers the comparison with the jobs. One that does not come through has stored nothing and can be asked for again. */
export function registerCompare(jobs: Jobs): void {
  jobs.register<CompareInput>(COMPARE, async ({ kernel, actor, input }, progress) => {
    await progress.at(5, 'diffComparing')
    await kernel.database.inTenant(actor, (db) => compareDatasets(db, input))
    return input
  })
}

// Each side of a comparison: key, name and what is said of it.
const fileSide = (id: string) => sql`(
  select name || case when n > 1 then '#' || n else '' end as key, name, jsonb_build_object('sha256', sha256) as said
  from (select name, sha256, row_number() over (partition by name order by file_no) as n
    from dataset_file where dataset_id = ${id}) as numbered)`

const accountSide = (id: string) => sql`(
  select code as key, full_name as name, leaf, jsonb_build_object('name', full_name, 'opening', opening::text,
    'debit', debit::text, 'credit', credit::text, 'closing', closing::text, 'leaf', leaf) as said
  from ledger_account where dataset_id = ${id} and period = 'current')`

const statementSide = (id: string) => sql`(
  select kind || '/' || name || case when n > 1 then '#' || n else '' end as key, name,
    jsonb_build_object('current', current::text, 'prior', prior::text) as said
  from (select kind, name, current, prior, row_number() over (partition by kind, name order by ordinal) as n
    from ledger_statement where dataset_id = ${id}) as numbered)`

const voucherSide = (id: string) => sql`(
  select v.key, (array_agg(l.summary order by l.ordinal))[1] as name,
    jsonb_build_object('date', to_char(min(v.date), 'YYYY-MM-DD'), 'lines', count(*)::text, 'debit', sum(l.debit)::text) as said,
    md5(string_agg(concat_ws('|', v.date, l.account, l.debit, l.credit, l.dimension, l.summary), E'\n' order by l.ordinal)) as digest
  from ledger_line l join ledger_voucher v on v.dataset_id = l.dataset_id and v.ordinal = l.voucher
  where l.dataset_id = ${id} group by v.key)`

const linesOf = (id: string) => sql`(
  select jsonb_agg(jsonb_build_array(account, debit::text, credit::text, summary) order by ordinal) from (
    select l.ordinal, l.account, l.debit, l.credit, l.summary from ledger_voucher v
    cross join lateral voucher_lines(${id}, v.ordinal) l
    where v.dataset_id = ${id} and v.key = picked.key order by l.ordinal limit ${MOST_LINES}) as taken)`

/** Stores how `datasetId` differs from `againstId`, all at once. Both are verified and do not change any more. */
async function compareDatasets(db: Db, { datasetId, againstId }: CompareInput): Promise<void> {
  const pair = sql`${datasetId}::uuid, ${againstId}::uuid`
  const into = sql`insert into dataset_diff_row (dataset_id, against_id, kind, key, change, name, before, after)`
  const change = sql`case when a.key is null then 'removed' when b.key is null then 'added' else 'changed' end`
  await sql`delete from dataset_diff_row where dataset_id = ${datasetId} and against_id = ${againstId}`.execute(db)
  await sql`${into} select ${pair}, 'file', coalesce(a.key, b.key), ${change}, coalesce(a.name, b.name), b.said, a.said
    from ${fileSide(datasetId)} a full join ${fileSide(againstId)} b using (key)
    where a.said is distinct from b.said`.execute(db)

  await sql`${into} select ${pair}, 'account', coalesce(a.key, b.key), ${change}, coalesce(a.name, b.name), b.said, a.said
    from ${accountSide(datasetId)} a full join ${accountSide(againstId)} b using (key)
    where a.said is distinct from b.said`.execute(db)

  await sql`${into} select ${pair}, 'statement', coalesce(a.key, b.key), ${change}, coalesce(a.name, b.name), b.said, a.said
    from ${statementSide(datasetId)} a full join ${statementSide(againstId)} b using (key)
    where a.said is distinct from b.said`.execute(db)

  await sql`${into} select ${pair}, 'voucher', coalesce(a.key, b.key), ${change}, coalesce(a.name, b.name), b.said, a.said
    from ${voucherSide(datasetId)} a full join ${voucherSide(againstId)} b using (key)
    where a.digest is distinct from b.digest`.execute(db)
  await sql`update dataset_diff_row r set
      before = r.before || jsonb_build_object('rows', ${linesOf(againstId)}),
      after = r.after || jsonb_build_object('rows', ${linesOf(datasetId)})
    from (select key from dataset_diff_row where dataset_id = ${datasetId} and against_id = ${againstId}
      and kind = 'voucher' and change = 'changed' order by key limit ${MOST_VOUCHERS}) as picked
    where r.dataset_id = ${datasetId} and r.against_id = ${againstId} and r.kind = 'voucher' and r.key = picked.key`.execute(
    db,
  )
  await db
    .updateTable('dataset_diff')
    .set({ state: 'ready' })
    .where('dataset_id', '=', datasetId)
    .where('against_id', '=', againstId)
    .execute()
}
