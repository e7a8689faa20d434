import { sql } from 'kysely'
import type { enterprise } from '#contract/enterprise.ts'
import { audit } from '#server/kernel/audit.ts'
import { release, reserve } from '#server/kernel/entitlement.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { type Context, one, page, type Service } from '#server/kernel/service.ts'
import { type EnterpriseRow, lockedEnterprises, reachableEnterprise, under } from '../project/reach.ts'
import { sentFields } from '../project/sent-fields.ts'
import { setPrimaryContact } from './contacts.ts'
import { checkCreditCode } from './credit-code-check.ts'
import { refuseUnknownKeys } from './dict-keys.ts'
import {
  assignedTo, columnOf, columnsOf, declares, enterpriseDetail, enterprises, newest, shown, tagged, touched,
} from './enterprise-rows.ts' // prettier-ignore
import { shownNameOf } from './shown-name.ts'

export const enterpriseService: Service<typeof enterprise> = {
  async list(context, { taxType, taxCycle, tag, memberId, ...paging }) {
    let query = enterprises(context)
    if (taxType) query = query.where(declares(taxType, taxCycle))
    if (tag) query = query.where(tagged(tag))
    if (memberId) query = query.where(assignedTo(memberId))
    const found = await page(query, paging, columnOf, newest)
    return { ...found, records: found.records.map(shown) }
  },

  detail: (context, { id }) => enterpriseDetail(context, id),
  detailById: (context, { id }) => enterpriseDetail(context, id),
  checkCreditCode,

  async save(context, draft) {
    const { db, user } = context
    const firm = one(await db.selectFrom('firm').where('is_deleted', '=', 0).select('id').limit(1).execute())
    await refuseUnknownKeys(context, draft)
    await reserve(db, 'enterprise')
    // the platform's people are nobody's colleagues: what they add waits for somebody to answer for it
    const atHome = user.tenantId === user.homeTenantId
    const [made] = await db
      .insertInto('firm_enterprise')
      .values({
        firm_id: firm.id,
        enterprise_name: draft.enterpriseName,
        credit_code: draft.creditCode,
        ...sentFields(columnsOf(draft)),
        ...(!atHome && { owner: '' }),
      })
      .onConflict((clash) => clash.columns(['tenant_id', 'credit_code']).where('is_deleted', '=', 0).doNothing())
      .returning('id')
      .execute()
    if (!made) throw await taken(context, draft.creditCode)
    // the creator is a member, so that colleagues' projects of this client are in reach too
    if (atHome) {
      const lead = { enterprise_id: made.id, user_id: user.id, role: 'lead' }
      await db.insertInto('enterprise_member').values(lead).execute()
    }
    await setPrimaryContact(db, made.id, draft)
    const after = await enterpriseDetail({ ...context, extent: true }, made.id)
    await audit(context, { action: 'enterprise.save', bizType: 'enterprise', bizId: made.id, after })
    return after
  },

  async update(context, { id, version, ...sent }) {
    const { db } = context
    const row = await reachableEnterprise(context, id, { lock: true })
    if (version !== undefined && version !== row.version) throw conflict()
    if (sent.creditCode !== undefined && sent.creditCode !== row.credit_code) {
      const other = await db
        .selectFrom('firm_enterprise')
        .where('credit_code', '=', sent.creditCode)
        .where('is_deleted', '=', 0)
        .select('id')
        .executeTakeFirst()
      if (other) throw await taken(context, sent.creditCode)
    }
    const before = await enterpriseDetail(context, id)
    await refuseUnknownKeys(context, sent, before)
    await db
      .updateTable('firm_enterprise')
      .set({ ...sentFields(columnsOf(sent)), ...touched(context), version: row.version + 1 })
      .where('id', '=', id)
      .execute()
    if (sent.contact !== undefined || sent.phone !== undefined) {
      await setPrimaryContact(db, id, { contact: sent.contact ?? row.contact, phone: sent.phone ?? row.phone })
    }
    const after = await enterpriseDetail(context, id)
    await audit(context, { action: 'enterprise.update', bizType: 'enterprise', bizId: id, before, after })
    return after
  },

  async remove(context, { ids }) {
    const { db } = context
    const rows = await lockedEnterprises(context, ids)
    const inUse = await db
      .selectFrom('firm_project')
      .where('enterprise_id', 'in', ids)
      .where('is_deleted', '=', 0)
      .select('id')
      .executeTakeFirst()
    if (inUse) throw new Refusal('enterpriseInUse')
    await db
      .updateTable('firm_enterprise')
      .set({ is_deleted: 1, ...touched(context), version: sql`version + 1` })
      .where('id', 'in', ids)
      .execute()
    await release(db, 'enterprise', rows.length)
    for (const { id, enterprise_name: name, owner: ownerId } of rows)
      await context.kernel.trash.put(db, { kind: 'enterprise', itemId: id, name, ownerId, enterpriseId: id })
    for (const row of rows) await auditRemoval(context, row)
    return {}
  },
}

/** Names the other enterprise only to those who may see it. */
async function taken({ db, user }: Context, creditCode: string): Promise<Refusal> {
  const seen = await enterprises(under(db, user, 'enterprise.view'))
    .where('firm_enterprise.credit_code', '=', creditCode)
    .executeTakeFirst()
  if (!seen) return new Refusal('creditCodeOfColleague')
  const shownName = await shownNameOf(db)
  return new Refusal('creditCodeTaken', { name: shownName(seen.enterpriseName) })
}

const auditRemoval = (context: Context, row: EnterpriseRow) =>
  audit(context, {
    action: 'enterprise.remove',
    bizType: 'enterprise',
    bizId: row.id,
    before: { enterpriseName: row.enterprise_name, creditCode: row.credit_code },
  })
