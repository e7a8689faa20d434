import { sql } from 'kysely'
import type { z } from 'zod'
import type { Enterprise, enterprise } from '#contract/enterprise.ts'
import { audit } from '#server/kernel/audit.ts'
import { release, reserve } from '#server/kernel/entitlement.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { type Context, every, one, page, type Service } from '#server/kernel/service.ts'
import {
  type Asker,
  type EnterpriseRow,
  reachableEnterprise,
  reachesEnterprise,
  reachesProject,
  under,
} from '../project/reach.ts'
import { sentFields } from '../project/sent-fields.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

const columnOf = {
  enterpriseName: 'firm_enterprise.enterprise_name',
  creditCode: 'firm_enterprise.credit_code',
  industry: 'firm_enterprise.industry',
  accountingStandard: 'firm_enterprise.accounting_standard',
  createTime: 'firm_enterprise.create_time',
  updateTime: 'firm_enterprise.update_time',
}

/** Enterprises the caller reaches, with the numbers a list shows; only his own projects are counted. */
const enterprises = (asker: Asker) =>
  asker.db
    .selectFrom('firm_enterprise')
    .where('firm_enterprise.is_deleted', '=', 0)
    .where(reachesEnterprise(asker))
    .select((eb) => [
      'firm_enterprise.id',
      'firm_enterprise.firm_id as firmId',
      'firm_enterprise.enterprise_name as enterpriseName',
      'firm_enterprise.credit_code as creditCode',
      'firm_enterprise.industry',
      'firm_enterprise.accounting_standard as accountingStandard',
      'firm_enterprise.contact',
      'firm_enterprise.phone',
      'firm_enterprise.address',
      'firm_enterprise.remark',
      'firm_enterprise.create_user as createUser',
      'firm_enterprise.create_time as createTime',
      'firm_enterprise.update_time as updateTime',
      'firm_enterprise.version',
      sql<string | null>`person_name(firm_enterprise.create_user)`.as('createUserName'),
      eb
        .selectFrom('firm_project')
        .whereRef('firm_project.enterprise_id', '=', 'firm_enterprise.id')
        .where('firm_project.is_deleted', '=', 0)
        .where(reachesProject(asker))
        .select(sql<number>`count(*)::int`.as('n'))
        .as('projectCount'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof enterprises>['execute']>>[number]
const shown = (row: Row): Enterprise => ({
  ...row,
  accountingStandard: row.accountingStandard === 'small' ? 'small' : 'cas',
  createTime: wallTime(row.createTime),
  updateTime: wallTime(row.updateTime),
  createUserName: row.createUserName ?? '',
  projectCount: row.projectCount ?? 0,
})

const detail = async (context: Context, { id }: { id: string }) =>
  shown(one(await enterprises(context).where('firm_enterprise.id', '=', id).execute()))

export const enterpriseService: Service<typeof enterprise> = {
  async list(context, paging) {
    const found = await page(enterprises(context), paging, columnOf, [
      'firm_enterprise.update_time desc',
      'firm_enterprise.id',
    ])
    return { ...found, records: found.records.map(shown) }
  },

  detail,
  detailById: detail,

  async save(context, draft) {
    const { db, user } = context
    const firm = one(await db.selectFrom('firm').where('is_deleted', '=', 0).select('id').limit(1).execute())
    await reserve(db, 'enterprise')
    const [made] = await db
      .insertInto('firm_enterprise')
      .values({
        firm_id: firm.id,
        enterprise_name: draft.enterpriseName,
        credit_code: draft.creditCode,
        ...sentFields(columnsOf(draft)),
      })
      .onConflict((clash) => clash.columns(['tenant_id', 'credit_code']).where('is_deleted', '=', 0).doNothing())
      .returning('id')
      .execute()
    if (!made) throw await taken(context, draft.creditCode)
    // the creator is a member, so that colleagues' projects of this client are in reach too; the platform's people are nobody's
    if (user.tenantId === user.homeTenantId)
      await db.insertInto('enterprise_member').values({ enterprise_id: made.id, user_id: user.id }).execute()
    const after = await detail({ ...context, extent: true }, made)
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
    const before = await detail(context, { id })
    await db
      .updateTable('firm_enterprise')
      .set({ ...sentFields(columnsOf(sent)), ...touched(context), version: row.version + 1 })
      .where('id', '=', id)
      .execute()
    const after = await detail(context, { id })
    await audit(context, { action: 'enterprise.update', bizType: 'enterprise', bizId: id, before, after })
    return after
  },

  async remove(context, { ids }) {
    const { db } = context
    const rows = await db
      .selectFrom('firm_enterprise')
      .selectAll('firm_enterprise')
      .where('firm_enterprise.id', 'in', ids)
      .where('firm_enterprise.is_deleted', '=', 0)
      .where(reachesEnterprise(context))
      .orderBy('firm_enterprise.id')
      .forUpdate()
      .execute()
    every(ids)(rows)
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
    for (const row of rows) await auditRemoval(context, row)
    return {}
  },
}

const touched = ({ user }: Context) => ({ update_user: user.id, update_time: sql<Date>`now()` })

type Fields = z.output<typeof enterprise.save.input>
const columnsOf = (fields: { [K in keyof Fields]?: Fields[K] | undefined }) => ({
  enterprise_name: fields.enterpriseName,
  credit_code: fields.creditCode,
  industry: fields.industry,
  accounting_standard: fields.accountingStandard,
  contact: fields.contact,
  phone: fields.phone,
  address: fields.address,
  remark: fields.remark,
})

/** Names the other enterprise only to those who may see it. */
async function taken({ db, user }: Context, creditCode: string): Promise<Refusal> {
  const seen = await enterprises(under(db, user, 'enterprise.view'))
    .where('firm_enterprise.credit_code', '=', creditCode)
    .executeTakeFirst()
  return seen ? new Refusal('creditCodeTaken', { name: seen.enterpriseName }) : new Refusal('creditCodeOfColleague')
}

const auditRemoval = (context: Context, row: EnterpriseRow) =>
  audit(context, {
    action: 'enterprise.remove',
    bizType: 'enterprise',
    bizId: row.id,
    before: { enterpriseName: row.enterprise_name, creditCode: row.credit_code },
  })
