import { sql } from 'kysely'
import type { z } from 'zod'
import type { TopMenu, topMenu } from '#contract/menu.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { type Context, every, one, page, type Service } from '#server/kernel/service.ts'
import { sentFields } from '../project/sent-fields.ts'

const columnOf = { code: 'top_menu.code', name: 'top_menu.name', status: 'top_menu.status', sort: 'top_menu.sort' }

const topMenus = ({ db }: Context) =>
  db
    .selectFrom('top_menu')
    .where('top_menu.is_deleted', '=', 0)
    .select([
      'top_menu.id',
      'top_menu.code',
      'top_menu.name',
      'top_menu.name_en as nameEn',
      'top_menu.source',
      'top_menu.sort',
      'top_menu.status',
      'top_menu.version',
      sql<string[]>`array(select entry.menu_id::text from top_menu_entry entry
        join menu on menu.tenant_id = entry.tenant_id and menu.id = entry.menu_id and menu.is_deleted = 0
        where entry.tenant_id = top_menu.tenant_id and entry.top_menu_id = top_menu.id order by menu.sort, menu.id)`.as(
        'menuIds',
      ),
    ])

const detail = async (context: Context, { id }: { id: string }): Promise<TopMenu> =>
  one(await topMenus(context).where('top_menu.id', '=', id).execute())

type Draft = z.output<typeof topMenu.submit.input>

export const topMenuService: Service<typeof topMenu> = {
  list: (context, paging) => page(topMenus(context), paging, columnOf, ['top_menu.sort', 'top_menu.id']),
  detail,

  async submit(context, { id, version, menuIds, ...sent }) {
    const { db } = context
    await sql`select pg_advisory_xact_lock(hashtext('digao.menu'))`.execute(db)
    const before = id ? await locked(context, id, version) : undefined
    const columns = sentFields(columnsOf(sent))
    const taken = await db
      .selectFrom('top_menu')
      .where('code', '=', sent.code ?? '')
      .where('is_deleted', '=', 0)
      .where('id', 'is distinct from', before?.id ?? null)
      .select('id')
      .executeTakeFirst()
    if (taken) throw new Refusal('menuCodeTaken', { code: sent.code ?? '' })
    let at = before?.id
    if (at) {
      await db
        .updateTable('top_menu')
        .set({ ...columns, version: sql`version + 1`, update_time: sql<Date>`now()` })
        .where('id', '=', at)
        .execute()
    } else {
      if (sent.code === undefined) throw new Refusal('menuCode')
      if (sent.name === undefined) throw new Refusal('menuName')
      const values = { ...columns, code: sent.code, name: sent.name }
      at = (await db.insertInto('top_menu').values(values).returning('id').executeTakeFirstOrThrow()).id
    }
    if (menuIds) await replaceEntries(context, at, menuIds)
    const after = await detail(context, { id: at })
    const action = before ? 'topMenu.update' : 'topMenu.add'
    await audit(context, { action, bizType: 'topMenu', bizId: at, ...(before && { before }), after })
    return after
  },

  async remove(context, { ids }) {
    const rows = await topMenus(context).where('top_menu.id', 'in', ids).execute()
    every(ids)(rows)
    await context.db
      .updateTable('top_menu')
      .set({ is_deleted: 1, version: sql`version + 1`, update_time: sql<Date>`now()` })
      .where('id', 'in', ids)
      .execute()
    for (const before of rows) {
      await audit(context, { action: 'topMenu.remove', bizType: 'topMenu', bizId: before.id, before })
    }
    return {}
  },
}

async function locked(context: Context, id: string, version: number | undefined): Promise<TopMenu> {
  await context.db.selectFrom('top_menu').where('id', '=', id).select('id').forUpdate().execute()
  const row = await detail(context, { id })
  if (version !== undefined && version !== row.version) throw conflict()
  return row
}

async function replaceEntries({ db }: Context, id: string, menuIds: readonly string[]) {
  const wanted = [...new Set(menuIds)]
  if (wanted.length) {
    const known = await db
      .selectFrom('menu')
      .where('id', 'in', wanted)
      .where('is_deleted', '=', 0)
      .select('id')
      .execute()
    if (known.length !== wanted.length) throw new Refusal('topMenuEntryGone')
  }
  await db.deleteFrom('top_menu_entry').where('top_menu_id', '=', id).execute()
  if (wanted.length === 0) return
  const rows = wanted.map((menuId) => ({ top_menu_id: id, menu_id: menuId }))
  await db.insertInto('top_menu_entry').values(rows).execute()
}

const columnsOf = (sent: Omit<Draft, 'id' | 'version' | 'menuIds'>) => ({
  code: sent.code,
  name: sent.name,
  name_en: sent.nameEn,
  source: sent.source,
  sort: sent.sort,
  status: sent.status,
})
