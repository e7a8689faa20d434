import type { ClientBase } from 'pg'
import type { PreviousBooks } from '#engine/ledger/tie-out-year.ts'

type Row = { project: string; code: string; name: string; full_name: string; leaf: boolean; closing: string }

/**
 * The books of the same client's project of the year before, if the firm has one with a ledger in use;
 * else what the client's trial balance of that year says; else null.
 * Runs in a transaction of the dataset's tenant, on the reading thread's own connection.
 */
export async function previousBooks(client: ClientBase, datasetId: string): Promise<PreviousBooks | null> {
  const { rows } = await client.query<Row>(
    `with before as (
       select last.project_name, last.dataset_id from dataset
       join firm_project this on this.id = dataset.project_id
       join firm_project last on last.enterprise_id = this.enterprise_id and last.year = this.year - 1
       where dataset.id = $1 and last.is_deleted = 0 and last.dataset_id is not null
       order by last.create_time desc limit 1)
     select before.project_name as project, code, name, full_name, leaf, closing::text as closing
     from before join ledger_account on ledger_account.dataset_id = before.dataset_id and period = 'current'
     order by code`,
    [datasetId],
  )
  const [first] = rows
  if (!first) return openingBooks(client, datasetId)
  return {
    name: first.project,
    accounts: rows.map(({ code, name, full_name, leaf, closing }) => ({
      code,
      name,
      fullName: full_name,
      leaf,
      closing: BigInt(closing),
    })),
  }
}

type Opening = { year: number; code: string; name: string; full_name: string; leaf: boolean; closing: string }

/** Closing balances of the year before from the client's trial balance of that year, handed over without a project; else null. */
async function openingBooks(client: ClientBase, datasetId: string): Promise<PreviousBooks | null> {
  const { rows } = await client.query<Opening>(
    `select o.year, o.code, o.name, o.full_name, o.leaf, o.closing::text as closing
     from dataset
     join firm_project this on this.id = dataset.project_id
     join enterprise_opening o on o.enterprise_id = this.enterprise_id and o.year = this.year - 1
     where dataset.id = $1 order by o.code`,
    [datasetId],
  )
  const [first] = rows
  if (!first) return null
  return {
    name: `${first.year}年科目余额表`,
    accounts: rows.map(({ code, name, full_name: fullName, leaf, closing }) => ({
      code,
      name,
      fullName,
      leaf,
      closing: BigInt(closing),
    })),
  }
}
