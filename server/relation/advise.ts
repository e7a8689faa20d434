import { sql } from 'kysely'
import { accountPath, firstLevelCode } from '#engine/mapping/account-name.ts'
import type { Evidence } from '#engine/mapping/relation.ts'
import { mappingFacts } from '#facts/facts.ts'
import type { Db } from '#server/kernel/database.ts'
import { standardAccount } from './relation-words.ts'
import type { Advice, AdviceChoice, AskedAccount } from './mapping-advisor.ts'
import { maskedName } from './masked-name.ts'
import { standardOfBooks } from './standard.ts'

/** Accounts asked about in one call, the largest money first. */
const MOST = 60

/** What is asked, and the bill's accounts that each number stands for: a first-level account with its details. */
export type Question = {
  accounts: AskedAccount[]
  choices: AdviceChoice[]
  meant: Map<number, { code: string; name: string }[]>
}

/** Waiting accounts by their first level, names masked: no amounts leave, and of the names only the first level. */
export async function questionOf(db: Db, projectId: string, datasetId: string): Promise<Question> {
  const { rows } = await sql<{ code: string; name: string }>`
    select r.code, r.name from relation_account r
    join lateral (select greatest(abs(closing), abs(debit), abs(credit)) as stake from ledger_account
      where dataset_id = ${datasetId} and period = 'current' and code = r.code and full_name = r.name limit 1) a on true
    where r.project_id = ${projectId} and r.status = 'pending'
    order by a.stake desc, r.code`.execute(db)
  const { rows: named } = await sql<{ name: string }>`
    select distinct name from ledger_dimension where dataset_id = ${datasetId} limit 20000`.execute(db)
  const parties = named.map(({ name }) => name).toSorted((a, b) => b.length - a.length)
  const { standard } = await standardOfBooks(db, projectId, datasetId)
  const groups = [
    ...Map.groupBy(rows, ({ code, name }) => `${firstLevelCode(code)} ${accountPath({ fullName: name })[0] ?? name}`),
  ].slice(0, MOST)
  return {
    accounts: groups.map(([key], id) => {
      const [code = '', ...name] = key.split(' ')
      return { id, code, name: maskedName(name.join(' '), parties) }
    }),
    choices: mappingFacts.charts[standard].map(({ key, code, name }) => ({ key, code, name })),
    meant: new Map(groups.map(([, own], id) => [id, own])),
  }
}

/** Adds a model's words to the evidence of accounts that still wait. Neither their standard nor their state changes. */
export async function addAdvice(
  db: Db,
  { projectId, model }: { projectId: string; model: string },
  { meant }: Question,
  advice: readonly Advice[],
): Promise<number> {
  const rows = advice.flatMap(({ id, standard: key, reason }) => {
    const account = standardAccount(key)
    const tagged = { account: `${account?.code || key} ${account?.name ?? ''}`.trim(), key, reason, model }
    const evidence: Evidence = { code: 'model_suggests', params: tagged }
    return (meant.get(id) ?? []).map(({ code, name }) => ({ code, name, evidence: [evidence] }))
  })
  if (rows.length === 0) return 0
  const { numAffectedRows } = await sql`update relation_account r set evidence =
      coalesce((select jsonb_agg(e) from jsonb_array_elements(r.evidence) e where e ->> 'code' <> 'model_suggests'), '[]')
      || said.evidence
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as said(code text, name text, evidence jsonb)
    where r.project_id = ${projectId} and r.code = said.code and r.name = said.name and r.status = 'pending'`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
