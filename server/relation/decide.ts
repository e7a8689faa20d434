import { sql } from 'kysely'
import { relation as contract } from '#contract/relation.ts'
import type { z } from 'zod'
import { mappingFacts } from '#facts/facts.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { keepStep, rowsBefore } from './steps.ts'
import { natureOf, standardAccount, standardName, tagName } from './relation-words.ts'

type AccountDecisions = z.output<typeof contract.decideAccounts.input>['accounts']
type LineDecisions = z.output<typeof contract.decideLines.input>['lines']
type Where = { db: Db; projectId: string; datasetId: string }
/** What a decision did, for the audit log. */
type Changes = { before: unknown[]; after: unknown[] }

/** Accepts or changes accounts; throws before anything stands if one of them is wrong. */
export async function decideAccounts(
  { db, projectId, datasetId }: Where,
  decisions: AccountDecisions,
): Promise<Changes> {
  const codes = [...new Set(decisions.map(({ code }) => code))]
  const accounts = await db
    .selectFrom('ledger_account')
    .leftJoin('relation_account', (on) =>
      on
        .onRef('relation_account.code', '=', 'ledger_account.code')
        .onRef('relation_account.name', '=', 'ledger_account.full_name')
        .on('relation_account.project_id', '=', projectId),
    )
    .select(['ledger_account.code', 'ledger_account.full_name as name', 'standard', 'nature', 'tags', 'status'])
    .where('dataset_id', '=', datasetId)
    .where('period', '=', 'current')
    .where('ledger_account.code', 'in', codes)
    .execute()
  const known = new Map(accounts.map((row) => [row.code, row]))
  const after = decisions.map(({ code, standard: wanted, tags }) => {
    const row = known.get(code)
    if (!row) throw new Refusal('relationNoAccount', { code })
    const standard = wanted ?? row.standard ?? ''
    if (standard === '') throw new Refusal('relationNoStandard', { code })
    if (!standardAccount(standard)) throw new Refusal('relationUnknownStandard', { standard })
    const own = { nature: row.nature ?? '', tags: row.tags ?? [] }
    const natures = tags === undefined ? own : sorted(code, standard, tags)
    const same = standard === row.standard && natures.nature === own.nature && natures.tags.join() === own.tags.join()
    // what a person once changed stays theirs when it is confirmed again
    const status = same && row.status !== 'changed' ? 'accepted' : 'changed'
    return { code, name: row.name, standard, ...natures, status }
  })
  const keys = codes.map((code) => ({ code }))
  await keepStep(db, projectId, { kind: 'account', keys, rows: await rowsBefore(db, projectId, 'account', keys) })
  await sql`insert into relation_account (project_id, code, name, standard, nature, tags, status, confidence, decided_by, decided_time)
    select distinct on (code) ${projectId}, code, name, standard, nature, tags, status, 1000, current_actor(), now()
    from jsonb_to_recordset(${JSON.stringify(after)}::jsonb)
      as row(code text, name text, standard text, nature text, tags text[], status text)
    on conflict (tenant_id, project_id, code) do update set name = excluded.name, standard = excluded.standard,
      nature = excluded.nature, tags = excluded.tags, status = excluded.status, decided_by = excluded.decided_by,
      decided_time = excluded.decided_time`.execute(db)
  return { before: accounts, after }
}

/** Tags as the wire has them, apart: one tax nature first, then the detail tags that this standard account knows. */
function sorted(code: string, standard: string, tags: readonly string[]): { nature: string; tags: string[] } {
  const details = new Set(
    mappingFacts.detailTags.filter((detail) => detail.standard === standard).map(({ tag }) => tag),
  )
  let nature = ''
  const own: string[] = []
  for (const tag of new Set(tags)) {
    const found = natureOf(tag)
    if (!found && !mappingFacts.detailTags.some((detail) => detail.tag === tag))
      throw new Refusal('relationUnknownTag', { tag })
    if (details.has(tag)) own.push(tag)
    if (!found || (details.has(tag) && nature !== '')) {
      if (!details.has(tag)) throw offAccount(tag, standard)
      continue
    }
    if (nature !== '') {
      const names = { first: tagName(nature, 'zh-CN'), second: tagName(tag, 'zh-CN') }
      throw new Refusal('relationTwoNatures', { code, ...names })
    }
    if (!found.standards.includes(standard) && mappingFacts.natureOfStandard[standard] !== tag)
      throw offAccount(tag, standard)
    nature = tag
  }
  return { nature, tags: own }
}

const offAccount = (tag: string, standard: string) =>
  new Refusal('relationTagOffAccount', { tag: tagName(tag, 'zh-CN'), standard: standardName(standard) })

/** Accepts, rejects or changes line tags. A line that nothing was proposed for can be given a tag by `change`. */
export async function decideLines({ db, projectId, datasetId }: Where, decisions: LineDecisions): Promise<Changes> {
  const wanted = JSON.stringify(decisions)
  const { rows } = await sql<{
    voucherKey: string
    line: number
    account: string
    summary: string
    tag: string | null
    status: string | null
  }>`
    select w."voucherKey", w.line, l.account, l.summary, r.tag, r.status
    from jsonb_to_recordset(${wanted}::jsonb) as w("voucherKey" text, line int)
    join lateral (select ordinal from ledger_voucher where dataset_id = ${datasetId} and key = w."voucherKey" limit 1) v on true
    join lateral (select account, summary from voucher_lines(${datasetId}, v.ordinal)
      where line = w.line limit 1) l on true
    left join relation_line r on r.project_id = ${projectId} and r.voucher_key = w."voucherKey" and r.line = w.line
      and r.account = l.account and r.summary = l.summary`.execute(db)
  const known = new Map(rows.map((row) => [`${row.voucherKey} ${row.line}`, row]))
  const after = decisions.map(({ voucherKey, line, decision, tag }) => {
    const place = { voucher: voucherKey, line }
    const row = known.get(`${voucherKey} ${line}`)
    if (!row) throw new Refusal('relationNoLine', place)
    if (decision === 'change') {
      if (!tag) throw new Refusal('relationTagMissing', place)
      if (!natureOf(tag)) throw new Refusal('relationUnknownTag', { tag })
      const status = tag === row.tag && row.status !== 'changed' ? 'accepted' : 'changed'
      return { voucherKey, line, account: row.account, summary: row.summary, tag, status }
    }
    if (row.tag === null) throw new Refusal('relationNothingProposed', place)
    const status = decision === 'accept' ? 'accepted' : 'rejected'
    return { voucherKey, line, account: row.account, summary: row.summary, tag: row.tag, status }
  })
  if (after.length === 0) throw notFound()
  const keys = [...known.values()].map((row) => ({ voucher_key: row.voucherKey, line: row.line }))
  await keepStep(db, projectId, { kind: 'line', keys, rows: await rowsBefore(db, projectId, 'line', keys) })
  await sql`insert into relation_line (project_id, voucher_key, line, account, summary, tag, status, confidence, decided_by, decided_time)
    select distinct on ("voucherKey", line) ${projectId}, "voucherKey", line, account, summary, tag, status, 1000, current_actor(), now()
    from jsonb_to_recordset(${JSON.stringify(after)}::jsonb)
      as row("voucherKey" text, line int, account text, summary text, tag text, status text)
    on conflict (tenant_id, project_id, voucher_key, line) do update set account = excluded.account, summary = excluded.summary,
      tag = excluded.tag, status = excluded.status, decided_by = excluded.decided_by,
      decided_time = excluded.decided_time`.execute(db)
  return { before: rows, after }
}
