import { type RawBuilder, sql } from 'kysely'
import type { Allowance, allowance, Metric, usage } from '#contract/entitlement.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { usageOf } from '#server/kernel/entitlement.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { type Context, every, one, page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { expiryOf, runsPlatform, shownTenant, tenants } from './tenant-rows.ts'

/** Reads as the caller's tenant, or as the one that the platform asks for. */
async function inWanted<T>(context: Context, tenantId: string | undefined, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, user } = context
  if (tenantId === undefined || tenantId === user.tenantId) return work(db)
  if (!runsPlatform(context)) throw notFound()
  await refuseMissing(context, tenantId)
  return context.kernel.database.inTenant({ tenantId, userId: user.id }, work)
}

const refuseMissing = ({ kernel }: Context, tenantId: string) =>
  kernel.database.acrossTenants('the platform administers its tenants', async (db) =>
    one(await tenants(db).where('tenant.tenant_id', '=', tenantId).execute()),
  )

const stateOf: RawBuilder<string> = sql`(case when void_time is not null then 'void' when expire_time <= now() then 'expired'
  when effective_time > now() then 'waiting' else 'active' end)`

const allowances = (db: Db) =>
  db
    .selectFrom('allowance')
    .select([
      'id',
      'metric',
      'amount',
      'source',
      'remark',
      'effective_time as effectiveTime',
      'expire_time as expireTime',
      'void_time as voidTime',
      'create_time as createTime',
      stateOf.as('state'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof allowances>['execute']>>[number]
const moment = (at: Date | null) => (at ? wallTime(at) : '')
const shown = (row: Row): Allowance => ({
  ...row,
  metric: row.metric as Metric,
  state: row.state as Allowance['state'],
  amount: Number(row.amount),
  effectiveTime: wallTime(row.effectiveTime),
  expireTime: moment(row.expireTime),
  voidTime: moment(row.voidTime),
  createTime: wallTime(row.createTime),
})

export const usageService: Service<typeof usage> = {
  summary: (context, { tenantId }) =>
    inWanted(context, tenantId, async (db) => {
      const own = tenantId ?? context.user.tenantId
      const of = shownTenant(one(await tenants(db).where('tenant.tenant_id', '=', own).execute()))
      return {
        tenantId: of.tenantId,
        tenantName: of.tenantName,
        packageName: of.packageName,
        state: of.state,
        expireTime: of.expireTime,
        metrics: await usageOf(db),
      }
    }),

  async own({ db, user }) {
    const row = one(await tenants(db).where('tenant.tenant_id', '=', user.tenantId).execute())
    const { packageName, state, expireTime } = shownTenant(row)
    const left = row.expireTime && Math.max(0, Math.ceil((row.expireTime.getTime() - Date.now()) / DAY))
    return { packageName, state, expireTime, daysLeft: left, metrics: await usageOf(db) }
  },
}

const DAY = 86_400_000

const columns = { metric: 'metric', source: 'source', createTime: 'create_time', expireTime: 'expire_time' }

export const allowanceService: Service<typeof allowance> = {
  list: (context, { tenantId, ...paging }) =>
    inWanted(context, tenantId, async (db) => {
      const found = await page(allowances(db), paging, columns, ['create_time desc', 'id'])
      return { ...found, records: found.records.map(shown) }
    }),

  async submit(context, { tenantId, metric, amount, expireTime, remark }) {
    const made = await inWanted(context, tenantId, async (db) => {
      const { id } = await db
        .insertInto('allowance')
        .values({ metric, amount: BigInt(amount), source: 'gift', remark, expire_time: expiryOf(expireTime) })
        .returning('id')
        .executeTakeFirstOrThrow()
      const after = shown(one(await allowances(db).where('id', '=', id).execute()))
      await audit({ ...context, db }, { action: 'allowance.give', bizType: 'allowance', bizId: id, after })
      return after
    })
    if (tenantId !== context.user.tenantId)
      await audit(context, {
        action: 'allowance.give',
        bizType: 'allowance',
        bizId: made.id,
        after: { tenantId, ...made },
      })
    return made
  },

  async void(context, { tenantId, ids }) {
    await inWanted(context, tenantId, async (db) => {
      const rows = await allowances(db).where('id', 'in', ids).forUpdate().execute()
      every(ids)(rows)
      if (rows.some(({ voidTime }) => voidTime !== null)) throw new Refusal('allowanceVoid')
      await db
        .updateTable('allowance')
        .set({ void_time: sql<Date>`now()` })
        .where('id', 'in', ids)
        .execute()
      for (const row of rows) {
        const before = shown(row)
        await audit({ ...context, db }, { action: 'allowance.void', bizType: 'allowance', bizId: row.id, before })
      }
    })
    if (tenantId !== context.user.tenantId)
      await audit(context, {
        action: 'allowance.void',
        bizType: 'allowance',
        bizId: ids.join(','),
        after: { tenantId },
      })
    return {}
  },
}
