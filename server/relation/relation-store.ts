import { sql } from 'kysely'
import type { Ledger } from '#engine/ledger/model.ts'
import { standardOf } from '#engine/mapping/propose-relation.ts'
import type { Evidence, LineStatus, LineTag, MappedAccount, Relation } from '#engine/mapping/relation.ts'
import { mappingFacts } from '#facts/facts.ts'
import type { Db } from '#server/kernel/database.ts'
import { standingLine } from './bill-query.ts'
import { standardChoice } from './standard.ts'

type AccountStatus = 'auto' | 'pending' | 'accepted' | 'changed'

/**
 * The relation bill of a project over one ledger, as the engine takes it. Accounts that nobody mapped yet come unmapped and
 * pending; line tags hold only where the line is still the one they were given to (same place, account and summary).
 */
export async function loadRelation(db: Db, projectId: string, datasetId: string, ledger: Ledger): Promise<Relation> {
  const rows = await db.selectFrom('relation_account').selectAll().where('project_id', '=', projectId).execute()
  const known = new Map(rows.map((row) => [row.code, row]))
  const accounts = ledger.accounts.map(({ code, leaf, fullName }): MappedAccount => {
    const row = known.get(code)
    if (!row || row.name !== fullName) {
      return { code, leaf, standard: null, nature: null, tags: [], status: 'pending', confidence: 0, evidence: [] }
    }
    return {
      code,
      leaf,
      standard: row.standard || null,
      nature: row.nature || null,
      tags: row.tags,
      status: row.status as AccountStatus,
      confidence: row.confidence / 1000,
      evidence: row.evidence as Evidence[],
    }
  })
  const natures = new Map(accounts.map(({ code, nature }) => [code, nature]))
  const lines = await standingLines(db, projectId, datasetId)
  const detected = standardOf(ledger, mappingFacts, (await standardChoice(db, projectId))?.standard)
  return {
    standard: detected.standard,
    numbering: detected.numbering,
    standardConfidence: detected.confidence,
    standardEvidence: detected.evidence,
    accounts,
    lines: lines.map((row): LineTag => ({
      ordinal: row.ordinal,
      voucherKey: row.voucher_key,
      line: row.line,
      account: row.account,
      tag: row.tag,
      from: natures.get(row.account) ?? null,
      status: row.status as LineStatus,
      confidence: row.confidence / 1000,
      evidence: row.evidence as Evidence[],
    })),
  }
}

type StandingLine = {
  ordinal: number
  voucher_key: string
  line: number
  account: string
  tag: string
  status: string
  confidence: number
  evidence: unknown
}

/** Line tags of the project whose line stands in this dataset, by ordinal. */
async function standingLines(db: Db, projectId: string, datasetId: string): Promise<StandingLine[]> {
  const { rows } =
    await sql<StandingLine>`select l.ordinal, r.voucher_key, r.line, r.account, r.tag, r.status, r.confidence, r.evidence
    from relation_line r ${standingLine(datasetId)} where r.project_id = ${projectId} order by l.ordinal`.execute(db)
  return rows
}

const thousandths = (confidence: number) => Math.round(confidence * 1000)

/**
 * Writes what was proposed wherever no person has decided; what is proposed no longer goes. Returns whether anything that counts
 * (an account's mapping, a line's tag) changed.
 */
export async function storeProposal(db: Db, projectId: string, ledger: Proposal): Promise<boolean> {
  const accounts = ledger.accounts.map((account) => ({ ...account, confidence: thousandths(account.confidence) }))
  const lines = ledger.lines.map((line) => ({ ...line, confidence: thousandths(line.confidence) }))
  const before = await effective(db, projectId)
  await keepAdvice(db, projectId, accounts)
  const open = ['auto', 'pending']
  await db.deleteFrom('relation_account').where('project_id', '=', projectId).where('status', 'in', open).execute()
  await db.deleteFrom('relation_line').where('project_id', '=', projectId).where('status', 'in', open).execute()
  // whole rows travel as one JSON parameter: thousands of bind parameters would not fit
  await sql`insert into relation_account (project_id, code, name, standard, nature, tags, status, confidence, evidence)
    select ${projectId}, code, name, standard, nature, tags, status, confidence, evidence
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb)
      as row(code text, name text, standard text, nature text, tags text[], status text, confidence int, evidence jsonb)
    on conflict (tenant_id, project_id, code) do update set name = excluded.name, standard = excluded.standard,
      nature = excluded.nature, tags = excluded.tags, status = excluded.status, confidence = excluded.confidence,
      evidence = excluded.evidence, decided_by = '', decided_time = null
      where relation_account.name <> excluded.name`.execute(db)
  await sql`insert into relation_line (project_id, voucher_key, line, account, summary, tag, status, confidence, evidence)
    select distinct on ("voucherKey", line) ${projectId}, "voucherKey", line, account, summary, tag, status, confidence, evidence
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as row("voucherKey" text, line int, account text, summary text, tag text, status text, confidence int, evidence jsonb)
    on conflict (tenant_id, project_id, voucher_key, line) do update set account = excluded.account, summary = excluded.summary,
      tag = excluded.tag, status = excluded.status, confidence = excluded.confidence, evidence = excluded.evidence,
      decided_by = '', decided_time = null
      where (relation_line.account, relation_line.summary) <> (excluded.account, excluded.summary)`.execute(db)
  return before !== (await effective(db, projectId))
}

/** What a model said of an account that still waits outlives a new proposal: it goes with its evidence. */
async function keepAdvice(
  db: Db,
  projectId: string,
  accounts: { code: string; name: string; status: string; evidence: readonly Evidence[] }[],
): Promise<void> {
  const rows = await db
    .selectFrom('relation_account')
    .select(['code', 'name', 'evidence'])
    .where('project_id', '=', projectId)
    .where('status', '=', 'pending')
    .where(sql<boolean>`evidence @> '[{"code":"model_suggests"}]'::jsonb`)
    .execute()
  const said = new Map(rows.map(({ code, name, evidence }) => [`${code} ${name}`, evidence as Evidence[]]))
  for (const account of accounts) {
    const kept = said.get(`${account.code} ${account.name}`)?.filter(({ code }) => code === 'model_suggests') ?? []
    if (account.status === 'pending') account.evidence = [...account.evidence, ...kept]
  }
}

/** What a proposal writes; names and summaries go along, because decisions hold for them and not only for their place. */
export type Proposal = {
  accounts: (Pick<MappedAccount, 'code' | 'tags' | 'status' | 'confidence' | 'evidence'> & {
    name: string
    standard: string
    nature: string
  })[]
  lines: (Pick<LineTag, 'voucherKey' | 'line' | 'account' | 'tag' | 'status' | 'confidence' | 'evidence'> & {
    summary: string
  })[]
}

/** A digest of all that generation reads of the bill. */
async function effective(db: Db, projectId: string): Promise<string> {
  const { rows } = await sql<{ digest: string }>`select md5(
    coalesce((select string_agg(concat_ws('|', code, name, standard, nature, tags::text), chr(10) order by code)
      from relation_account where project_id = ${projectId}), '') || chr(10) ||
    coalesce((select string_agg(concat_ws('|', voucher_key, line, account, summary, tag), chr(10) order by voucher_key, line)
      from relation_line where project_id = ${projectId} and status not in ('pending', 'rejected')), '')) as digest`.execute(
    db,
  )
  return rows[0]?.digest ?? ''
}
