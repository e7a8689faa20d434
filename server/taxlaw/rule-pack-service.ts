import { sql } from 'kysely'
import { z } from 'zod'
import type { rulePack as contract, RuleSummary, Signature } from '#contract/rule-pack.ts'
import type { Language } from '#contract/texts.ts'
import { inForce, type LegalBasis, type Rule } from '#engine/taxlaw/rule-pack.ts'
import { rulePack } from '#facts/facts.ts'
import { caseWord, rateCaseWord, rateWord } from '#facts/rule-pack.ts'
import { returnFacts } from '#facts/return-facts.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { one, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { type BothLanguages, inLanguage } from '#server/paper/stored-cell.ts'
import { reachableProject } from '#server/project/reach.ts'
import { packHash, partsMoved, standingSignature } from './pack-release.ts'

const law = (basis: readonly LegalBasis[]) => basis.map(({ doc, article }) => ({ doc, article: article ?? '' }))
const lineName = ({ form, line }: Rule['lines'][number]) => (line === '' ? form : `${form}.${line}`)

function summary(rule: Rule, year: number, language: Language): z.input<typeof RuleSummary> {
  const said = (text: BothLanguages) => inLanguage(text, language)
  return {
    id: rule.id,
    name: language === 'en' ? rule.nameEn : rule.name,
    category: rule.category,
    formula: said(rule.formula),
    difference: said(rule.difference),
    from: rule.from,
    to: rule.to ?? '',
    paper: rule.paper,
    lines: rule.lines.map(lineName),
    certainty: rule.certainty,
    certaintyWords: said(rule.certaintyWords),
    verified: said(rule.note),
    law: law(rule.basis),
    vectors: rule.vectors.length,
    inForce: inForce(rule, year),
  }
}

/** A worked case in a line: `实际发生额 = 500000.00；计算基数 = 40000000.00`. */
const caseText = (rule: string, values: Readonly<Record<string, unknown>>, language: Language) =>
  Object.entries(values)
    .map(([name, value]) => `${inLanguage(caseWord(rule, name), language)} = ${caseValue(value, language)}`)
    .join(language === 'en' ? '; ' : '；')

/** Losses of a case: how much is left of which year, and the last year it may be used in. */
const Losses = z.array(z.object({ year: z.number(), left: z.string(), expiry: z.number() }))

function caseValue(value: unknown, language: Language): string {
  const en = language === 'en'
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return en ? (value ? 'yes' : 'no') : value ? '是' : '否'
  const losses = Losses.safeParse(value)
  if (!losses.success) return JSON.stringify(value)
  return losses.data
    .map(({ year, left, expiry }) =>
      en ? `${left} of ${year} (until ${expiry})` : `${year}年 ${left}（至${expiry}年）`,
    )
    .join(en ? ', ' : '、')
}

export const rulePackService: Service<typeof contract> = {
  list: async ({ language }, { year, certainty, form, paper, text }) =>
    rulePack.rules
      .filter(
        (rule) =>
          (certainty === undefined || rule.certainty === certainty) &&
          (form === '' || rule.lines.some((line) => line.form.startsWith(form))) &&
          (paper === '' || rule.paper.startsWith(paper)) &&
          (text === '' || [rule.id, rule.name, rule.nameEn, ...rule.basis.map(({ doc }) => doc)].join('\n').toLowerCase().includes(text.toLowerCase())), // prettier-ignore
      )
      .map((rule) => summary(rule, year ?? Number(returnFacts.asOf.slice(0, 4)), language))
      .filter((rule) => year === undefined || rule.inForce),

  async detail(context, { rule: id, projectId }) {
    const { db, language } = context
    const rule = rulePack.rules.find((known) => known.id === id)
    if (!rule) throw new Refusal('rulePackNoRule', { id })
    const project = projectId ? await reachableProject(context, projectId) : null
    const said = (text: BothLanguages) => inLanguage(text, language)
    return {
      ...summary(rule, project?.year ?? Number(returnFacts.asOf.slice(0, 4)), language),
      carry: said(rule.carry),
      pitfalls: rule.pitfalls.map(said),
      rates: rulePack.rates
        .filter((rate) => rate.rule === id)
        .map((rate) => ({ name: rate.field, label: said(rateWord(id, rate.field)), case: said(rateCaseWord(rate.case ?? '')), value: rate.value, unit: rate.unit, from: rate.from, to: rate.to ?? '', law: law(rate.basis) })), // prettier-ignore
      cases: rule.vectors.map((vector) => ({
        given: caseText(id, vector.in, language),
        gives: caseText(id, vector.out, language),
      })),
      used: project?.generation_id ? await usedIn(db, project.generation_id, id, language) : [],
    }
  },

  async release({ db, language }) {
    const signatures = await signaturesOf(db)
    return {
      version: rulePack.version,
      packHash: packHash(),
      rules: rulePack.rules.length,
      rates: rulePack.rates.length,
      forms: returnFacts.forms.length,
      asOf: returnFacts.asOf,
      latestRevision: inLanguage(returnFacts.latestRevision, language),
      signed: signatures.some(({ current }) => current),
      signatures,
    }
  },

  async sign(context, { packHash: read, signerName, profession, licenceNo, statement }) {
    const { db } = context
    if (read !== packHash()) throw new Refusal('rulePackMoved')
    if (await standingSignature(db)) throw new Refusal('rulePackSigned')
    const after = { version: rulePack.version, pack_hash: read, signer_name: signerName, profession, licence_no: licenceNo, statement } // prettier-ignore
    const { id } = await db.insertInto('rule_pack_signature').values(after).returning('id').executeTakeFirstOrThrow()
    await audit(context, { action: 'rulePack.sign', bizType: 'rulePack', bizId: id, after })
    return {}
  },

  async revoke(context, { id, reason }) {
    const { db } = context
    const found = await db.selectFrom('rule_pack_signature').select('signer_name').where('id', '=', id).execute()
    const { signer_name: signerName } = one(found)
    const made = await db
      .insertInto('rule_pack_revocation')
      .values({ signature_id: id, reason })
      .onConflict((clash) => clash.columns(['tenant_id', 'signature_id']).doNothing())
      .returning('signature_id')
      .executeTakeFirst()
    if (!made) throw new Refusal('rulePackRevoked')
    await audit(context, { action: 'rulePack.revoke', bizType: 'rulePack', bizId: id, after: { signerName, reason } })
    return {}
  },
}

/** Cells of a generation that stand under the rule or took a figure of it. */
async function usedIn(db: Db, generationId: string, rule: string, language: Language) {
  const rows = await db
    .selectFrom('paper_cell')
    .select(['cell', 'paper_id'])
    .select(sql<BothLanguages>`provenance->'label'`.as('label'))
    .where('generation_id', '=', generationId)
    .where(sql<boolean>`(provenance->>'rule' = ${rule} or provenance->'rates' @> ${JSON.stringify([{ rule }])}::jsonb)`)
    .orderBy('ordinal')
    .limit(200)
    .execute()
  return rows.map(({ cell, paper_id: paperId, label }) => ({ cell, paperId, label: inLanguage(label, language) }))
}

async function signaturesOf(db: Db): Promise<z.input<typeof Signature>[]> {
  const rows = await db
    .selectFrom('rule_pack_signature as s')
    .leftJoin('rule_pack_revocation as r', 'r.signature_id', 's.id')
    .leftJoin('app_user as signer', (on) => on.on(sql`signer.id::text`, '=', sql.ref('s.create_user')))
    .leftJoin('app_user as revoker', (on) => on.on(sql`revoker.id::text`, '=', sql.ref('r.create_user')))
    .selectAll('s')
    .select([
      'signer.real_name as user_name',
      'revoker.real_name as revoke_user',
      'r.reason',
      'r.create_time as revoke_time',
    ]) // prettier-ignore
    .orderBy('s.create_time', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    packHash: row.pack_hash,
    signerName: row.signer_name,
    profession: row.profession as z.input<typeof Signature>['profession'],
    licenceNo: row.licence_no,
    statement: row.statement,
    userName: row.user_name ?? '',
    time: wallTime(row.create_time),
    revokeUserName: row.revoke_user ?? '',
    revokeTime: row.revoke_time ? wallTime(row.revoke_time) : '',
    revokeReason: row.reason ?? '',
    moved: partsMoved(row.pack_hash),
    current: row.pack_hash === packHash() && !row.revoke_time,
  }))
}
