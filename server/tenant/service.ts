import type { tenant } from '#contract/tenant.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { type Context, every, one, page, type Service } from '#server/kernel/service.ts'
import { startMove } from '../datasource/move.ts'
import { firmOf } from '../firm/firm-rows.ts'
import { sentFields } from '../project/sent-fields.ts'
import { changeTenant, refuseOwn } from './change-tenant.ts'
import { createTenant } from './create-tenant.ts'
import { domainHost, domainOrigin } from './domain-host.ts'
import { enterTenant, leaveTenant } from './enter-tenant.ts'
import { packageFor, shownPackageOf } from './package-rows.ts'
import { trialEnd } from './provision-tenant.ts'
import {
  expiryOf,
  reading,
  runsPlatform,
  shownTenant,
  stateOf,
  tenantNamed,
  tenants,
  type TenantDraft,
} from './tenant-rows.ts'

const columns = {
  tenantId: 'tenant.tenant_id',
  tenantName: 'tenant.tenant_name',
  kind: 'tenant.kind',
  domain: 'tenant.domain',
  linkman: 'tenant.linkman',
  packageId: 'tenant.package_id',
  createTime: 'tenant.create_time',
  expireTime: 'tenant.expire_time',
  status: 'tenant.status',
}

const shown = (context: Context, name: string) =>
  reading(context, async (db) => shownTenant(one(await tenantNamed(db, name).execute())))

export const tenantService: Service<typeof tenant> = {
  list: (context, { state, ...paging }) =>
    reading(context, async (db) => {
      const all = tenants(db)
      const query = state ? all.where(stateOf, '=', state) : all
      const found = await page(query, paging, columns, ['tenant.create_time desc', 'tenant.tenant_id'])
      return { ...found, records: found.records.map(shownTenant) }
    }),

  detail: (context, { id }) => shown(context, id),

  async submit(context, draft) {
    if (draft.id === undefined) return createTenant(context, draft)
    const { id, version } = draft
    await changeTenant(context, {
      id,
      version,
      action: 'tenant.update',
      names: sentFields({ tenantName: draft.tenantName, domain: draft.domain }),
      async set(now, db) {
        if (draft.status === 0 || draft.expireTime) refuseOwn(context, now)
        const chosen = draft.packageId === undefined ? undefined : await packageFor(db, draft.packageId, now.kind)
        return { ...changesOf(draft), ...(chosen !== undefined && { package_id: chosen?.id ?? null }) }
      },
    })
    return { ...(await shown(context, id)), account: '', password: '' }
  },

  async remove(context, { ids }) {
    await refuseUntouchable(context, ids)
    for (const id of ids) {
      await changeTenant(context, { id, action: 'tenant.remove', set: () => ({ is_deleted: 1, status: 0 }) })
    }
    return {}
  },

  async setting(context, { ids, accountNumber, expireTime }) {
    await refuseUntouchable(context, ids)
    for (const id of ids) {
      const set = () => changesOf({ accountNumber, expireTime })
      await changeTenant(context, { id, action: 'tenant.setting', set })
    }
    return {}
  },

  packageDetail: (context, { id, tenantId }) =>
    reading(context, async (db) => {
      const row = one(await tenantNamed(db, tenantId ?? id ?? '').execute())
      return row.packageId ? shownPackageOf(db, row.packageId) : {}
    }),

  async packageSetting(context, { tenantId, packageId, expireTime }) {
    const { id } = await shown(context, tenantId)
    await changeTenant(context, {
      id,
      action: 'tenant.package',
      async set(now, db) {
        refuseOwn(context, now)
        const chosen = await packageFor(db, packageId, now.kind)
        // a trial begins now; what follows a trial does not end with it unless somebody says so
        const end = expireTime === undefined && chosen ? trialEnd(chosen) : null
        const ends =
          expireTime === undefined && !end && now.state !== 'trial' ? {} : { expire_time: end, warned_days: null }
        return { package_id: chosen?.id ?? null, ...ends, ...changesOf({ expireTime }) }
      },
    })
    return shown(context, tenantId)
  },

  datasource: async (context, { tenantId, datasourceId }) => ({
    jobId: await startMove(context, tenantId, datasourceId),
  }),

  enter: (context, wanted) => enterTenant(context, wanted),
  leave: (context) => leaveTenant(context),

  select: ({ kernel }) =>
    kernel.database.acrossTenants('whoever signs in chooses his tenant', async (db) => {
      const rows = await db
        .selectFrom('tenant')
        .select(['id', 'tenant_id', 'tenant_name', 'domain'])
        .where('status', '=', 1)
        .where('is_deleted', '=', 0)
        .orderBy('create_time')
        .limit(500)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        tenantId: row.tenant_id,
        tenantName: row.tenant_name,
        domain: row.domain,
      }))
    }),

  info: ({ kernel }, { domain }) =>
    kernel.database.acrossTenants('a domain names its tenant before anybody signed in', async (db) => {
      const host = domainHost(domain)
      if (!host) return {}
      const found = await db
        .selectFrom('tenant')
        .select(['tenant_id as tenantId', 'tenant_name as tenantName', 'domain'])
        .where('domain_host', '=', host)
        .where('domain_host', '<>', '')
        .where('status', '=', 1)
        .where('is_deleted', '=', 0)
        .executeTakeFirst()
      return found ?? {}
    }),

  async firm(context, { tenantId }) {
    if (tenantId === context.user.tenantId) return firmOf(context.db, tenantId)
    if (!runsPlatform(context)) throw notFound()
    return context.kernel.database.inTenant({ tenantId, userId: context.user.id }, (db) => firmOf(db, tenantId))
  },
}

/** Every one of them or nothing: asked before the first is changed. */
const refuseUntouchable = (context: Context, ids: readonly string[]) =>
  reading(context, async (db) => {
    const rows = await tenants(db).where('tenant.id', 'in', ids).execute()
    every(ids)(rows)
    for (const row of rows) refuseOwn(context, row)
  })

type Sent = Pick<TenantDraft, 'accountNumber' | 'expireTime'> & Partial<TenantDraft>

function changesOf(sent: Partial<Sent>) {
  const origin = sent.domain ? domainOrigin(sent.domain) : sent.domain
  if (sent.domain && origin === undefined) throw new Refusal('tenantDomainWrong', { domain: sent.domain })
  const expires = sent.expireTime === undefined ? {} : { expire_time: expiryOf(sent.expireTime), warned_days: null }
  return {
    ...sentFields({
      tenant_name: sent.tenantName,
      name_once: sent.tenantName,
      domain: origin,
      domain_host: origin === undefined ? undefined : origin && domainHost(origin),
      linkman: sent.linkman,
      contact_number: sent.contactNumber,
      address: sent.address,
      account_number: sent.accountNumber,
      status: sent.status,
    }),
    ...expires,
  }
}
