import { sql } from 'kysely'
import type { z } from 'zod'
import type { PackageMenu, tenantPackage } from '#contract/package.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { type Context, every, one, page, type Service } from '#server/kernel/service.ts'
import { sentFields } from '../project/sent-fields.ts'
import { editionMenus } from '../system/effective-menus.ts'
import { packages, shownPackage, shownPackageOf } from './package-rows.ts'
import { clashOf } from './provision-tenant.ts'

const columns = {
  code: 'code',
  packageName: 'package_name',
  edition: 'edition',
  status: 'status',
  rank: 'rank',
  updateTime: 'update_time',
}

/** How many tenants have each package. */
async function tenantsOf({ kernel }: Context, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await kernel.database.acrossTenants('a package says how many tenants have it', (db) =>
    db
      .selectFrom('tenant')
      .where('package_id', 'in', ids)
      .where('is_deleted', '=', 0)
      .groupBy('package_id')
      .select(['package_id', sql<number>`count(*)::int`.as('n')])
      .execute(),
  )
  return new Map(rows.map((row) => [row.package_id ?? '', row.n]))
}

async function detail(context: Context, id: string) {
  const shown = await shownPackageOf(context.db, id)
  return { ...shown, tenants: (await tenantsOf(context, [id])).get(id) ?? 0 }
}

export const packageService: Service<typeof tenantPackage> = {
  async list(context, paging) {
    const found = await page(packages(context.db), paging, columns, ['rank', 'code'])
    const used = await tenantsOf(
      context,
      found.records.map(({ id }) => id),
    )
    const records = found.records.map((row) => ({ ...shownPackage(row), tenants: used.get(row.id) ?? 0 }))
    return { ...found, records }
  },

  detail: (context, { id }) => detail(context, id),

  async select({ db }, { edition }) {
    const all = packages(db).where('status', '=', 1).orderBy('rank').orderBy('code')
    const rows = await (edition ? all.where('edition', '=', edition) : all).execute()
    return rows.map(shownPackage)
  },

  async menus({ db, language }, { id, edition }) {
    if (id !== undefined) await shownPackageOf(db, id)
    const rows = await editionMenus(db, edition)
    const menus = rows.map((row) => ({
      id: row.id,
      parentId: row.parent_id ?? '0',
      name: language === 'en' && row.name_en ? row.name_en : row.name,
      category: row.category,
      scope: row.visibility_scope,
    }))
    return { tree: treeOf(menus), menuIds: id === undefined ? [] : await menuIdsOf(db, id) }
  },

  async limits({ db }, { id }) {
    return (await shownPackageOf(db, id)).limits
  },

  async submit(context, draft) {
    const { id } = draft
    const before = id === undefined ? undefined : await audited(context, id)
    const written = (id === undefined ? insert(context.db, draft) : update(context.db, { ...draft, id })).catch(
      (error: unknown) => {
        throw clashOf(error) === 'tenant_package_code_once'
          ? new Refusal('packageCodeTaken', { code: draft.code ?? '' })
          : error
      },
    )
    const of = await written
    await setLimits(context.db, of, draft.limits)
    await setMenus(context.db, of, draft.menuIds)
    const after = await audited(context, of)
    const action = before ? 'package.update' : 'package.create'
    const shown = await detail(context, of)
    await audit(context, { action, bizType: 'package', bizId: of, ...(before && { before }), after })
    return shown
  },

  async remove(context, { ids }) {
    const { db } = context
    const rows = await db
      .selectFrom('tenant_package')
      .select(['id', 'code', 'package_name'])
      .where('tenant_id', '=', PLATFORM)
      .where('id', 'in', ids)
      .where('is_deleted', '=', 0)
      .forUpdate()
      .execute()
    every(ids)(rows)
    const used = await tenantsOf(context, ids)
    for (const row of rows) {
      const count = used.get(row.id)
      if (count) throw new Refusal('packageInUse', { name: row.package_name, count })
    }
    await db
      .updateTable('tenant_package')
      .set({ is_deleted: 1, update_time: sql<Date>`now()`, version: sql`version + 1` })
      .where('id', 'in', ids)
      .execute()
    for (const { id, code, package_name: packageName } of rows) {
      await audit(context, { action: 'package.remove', bizType: 'package', bizId: id, before: { code, packageName } })
    }
    return {}
  },
}

type Draft = z.output<typeof tenantPackage.submit.input>

const columnsOf = (draft: Draft) =>
  sentFields({
    code: draft.code,
    package_name: draft.packageName,
    edition: draft.edition,
    rank: draft.rank,
    is_trial: draft.isTrial,
    trial_days: draft.trialDays,
    trash_days: draft.trashDays,
    own_menus: draft.ownMenus,
    remark: draft.remark,
    status: draft.status,
  })

async function insert(db: Db, draft: Draft): Promise<string> {
  const { code, packageName, edition } = draft
  if (code === undefined) throw new Refusal('packageCode')
  if (packageName === undefined) throw new Refusal('packageName')
  const { id } = await db
    .insertInto('tenant_package')
    .values({ ...columnsOf(draft), code, package_name: packageName, edition: edition ?? 'firm' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function update(db: Db, { id, version, ...draft }: Draft & { id: string }): Promise<string> {
  const now = one(
    await db
      .selectFrom('tenant_package')
      .select('version')
      .where('tenant_id', '=', PLATFORM)
      .where('id', '=', id)
      .where('is_deleted', '=', 0)
      .forUpdate()
      .execute(),
  )
  if (version !== undefined && version !== now.version) throw conflict()
  await db
    .updateTable('tenant_package')
    .set({ ...columnsOf(draft), update_time: sql<Date>`now()`, version: now.version + 1 })
    .where('id', '=', id)
    .execute()
  return id
}

/** What is sent replaces all; nothing sent changes nothing. */
async function setLimits(db: Db, id: string, limits: Draft['limits']): Promise<void> {
  if (!limits) return
  await db.deleteFrom('package_limit').where('package_id', '=', id).execute()
  const rows = Object.entries(limits).map(([metric, amount]) => ({ package_id: id, metric, amount: BigInt(amount) }))
  if (rows.length) await db.insertInto('package_limit').values(rows).execute()
}

async function setMenus(db: Db, id: string, menuIds: readonly string[] | undefined): Promise<void> {
  if (!menuIds) return
  await db.deleteFrom('package_menu').where('package_id', '=', id).execute()
  const rows = [...new Set(menuIds)].map((menu) => ({ package_id: id, menu_id: menu }))
  if (rows.length) await db.insertInto('package_menu').values(rows).execute()
}

async function menuIdsOf(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('package_menu')
    .select('menu_id')
    .where('tenant_id', '=', PLATFORM)
    .where('package_id', '=', id)
    .orderBy('menu_id')
    .execute()
  return rows.map((row) => row.menu_id)
}

const audited = async ({ db }: Context, id: string) => ({
  ...(await shownPackageOf(db, id)),
  menuIds: await menuIdsOf(db, id),
})

function treeOf(rows: readonly PackageMenu[]): PackageMenu[] {
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId)
  for (const row of rows) {
    const children = byParent.get(row.id)
    if (children) row.children = children
  }
  return byParent.get('0') ?? []
}
