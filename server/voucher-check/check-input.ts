import { sql } from 'kysely'
import { type CheckBooks, textColumn } from '#engine/voucher-check/check-books.ts'
import { voucherCheckFacts } from '#facts/voucher-check-facts.ts'
import type { Db } from '#server/kernel/database.ts'
import { loadLedger } from '#server/ledger/load.ts'

/** Lines per round trip. */
const CHUNK = 25_000

/** All that the checks of a project read, in one snapshot. */
export async function checkBooks(
  db: Db,
  { projectId, datasetId, materiality }: { projectId: string; datasetId: string; materiality: string | null },
): Promise<CheckBooks> {
  const ledger = await loadLedger(db, datasetId)
  const rows = await db
    .selectFrom('relation_account')
    .select(['code', 'standard', 'nature'])
    .where('project_id', '=', projectId)
    .where('standard', '<>', '')
    .execute()
  const mapped = new Map(rows.map(({ code, standard, nature }) => [code, { standard, nature: nature || null }]))
  return {
    ...voucherCheckFacts,
    ...(await people(db, datasetId, ledger.journal.size)),
    ledger,
    mapped,
    materiality: materiality === null ? null : BigInt(materiality),
    related: await relatedParties(db, projectId),
    attached: await attachedTo(db, projectId),
  }
}

/** Maker, checker and party of every line, each different text once. */
async function people(
  db: Db,
  datasetId: string,
  size: number,
): Promise<Pick<CheckBooks, 'maker' | 'checker' | 'party'>> {
  const [maker, checker, party] = [textColumn(size), textColumn(size), textColumn(size)]
  for (let start = 0; start < size; start += CHUNK) {
    const { rows } = await sql<{ makers: string[]; checkers: string[]; parties: string[] }>`
      select coalesce(json_agg(maker), '[]') as makers, coalesce(json_agg(checker), '[]') as checkers,
        coalesce(json_agg(dimension), '[]') as parties
      from (select maker, checker, dimension from ledger_line where dataset_id = ${datasetId}
        and ordinal >= ${start} and ordinal < ${start + CHUNK} order by ordinal) chunk`.execute(db)
    const chunk = rows[0]
    for (const [at, text] of (chunk?.makers ?? []).entries()) maker.set(start + at, text)
    for (const [at, text] of (chunk?.checkers ?? []).entries()) checker.set(start + at, text)
    for (const [at, text] of (chunk?.parties ?? []).entries()) party.set(start + at, text)
  }
  return { maker: maker.done(), checker: checker.done(), party: party.done() }
}

/** Names of the enterprises that the firm has entered as related to the project's client. */
async function relatedParties(db: Db, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct other.enterprise_name as name from firm_project p
      join enterprise_relation r on r.parent_id = p.enterprise_id or r.child_id = p.enterprise_id
      join firm_enterprise other on other.id in (r.parent_id, r.child_id) and other.id <> p.enterprise_id and other.is_deleted = 0
    where p.id = ${projectId} order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** Vouchers that somebody linked a file to. */
async function attachedTo(db: Db, projectId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('voucher_attachment')
    .select('voucher_key')
    .distinct()
    .where('project_id', '=', projectId)
    .where('removed_time', 'is', null)
    .execute()
  return new Set(rows.map(({ voucher_key: key }) => key))
}
