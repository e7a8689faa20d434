import { sql } from 'kysely'
import type { z } from 'zod'
import { ColumnSetting, type SavedView, type view } from '#contract/list.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict, notFound, Refusal } from '#server/kernel/errors.ts'
import { type Context, every, one, type Service } from '#server/kernel/service.ts'
import { sentFields } from '../project/sent-fields.ts'

/** Views a person may keep for one list. */
const MOST_VIEWS = 50

/** Whether the person may share views and change shared ones. */
const sharesViews = ({ user }: Context) => user.held['role.edit'] === true

/** Views the caller sees: his own, and what others have shared. */
const seen = ({ db, user }: Context) =>
  db
    .selectFrom('ui_view')
    .where((eb) => eb.or([eb('ui_view.user_id', '=', user.id), eb('ui_view.shared', '=', true)]))
    .leftJoin('ui_list', (join) =>
      join
        .onRef('ui_list.default_view_id', '=', 'ui_view.id')
        .onRef('ui_list.page_key', '=', 'ui_view.page_key')
        .on('ui_list.user_id', '=', user.id),
    )
    .select([
      'ui_view.id',
      'ui_view.name',
      'ui_view.shared',
      'ui_view.user_id as owner',
      'ui_view.page_key as pageKey',
      'ui_view.filters',
      'ui_view.sort',
      'ui_view.page_size as pageSize',
      'ui_view.version',
      'ui_list.default_view_id as chosen',
      sql<string | null>`(select real_name from app_user where app_user.id = nullif(ui_view.user_id, '')::uuid)`.as(
        'createUserName',
      ),
    ])
type Row = Awaited<ReturnType<ReturnType<typeof seen>['execute']>>[number]

const shown = ({ user }: Context, row: Row): z.input<typeof SavedView> => ({
  id: row.id,
  name: row.name,
  shared: row.shared,
  mine: row.owner === user.id,
  isDefault: row.chosen !== null,
  filters: row.filters as Record<string, string>,
  sort: row.sort,
  pageSize: row.pageSize,
  createUserName: row.createUserName ?? '',
  version: row.version,
})

const find = async (context: Context, id: string) => one(await seen(context).where('ui_view.id', '=', id).execute())

/** One's own, or a shared one for whoever may share; anything else reads like not there. */
async function changeable(context: Context, ids: readonly string[]) {
  const { db, user } = context
  const rows = await db.selectFrom('ui_view').selectAll().where('id', 'in', ids).forUpdate().execute()
  const mine = rows.filter((row) => row.user_id === user.id || (row.shared && sharesViews(context)))
  every(ids)(mine)
  return mine
}

const isColumns = (value: unknown) => ColumnSetting.array().safeParse(value)

export const viewService: Service<typeof view> = {
  async list(context, { pageKey }) {
    const { db, user } = context
    const rows = await seen(context)
      .where('ui_view.page_key', '=', pageKey)
      .orderBy('ui_view.shared')
      .orderBy('ui_view.name')
      .limit(MOST_VIEWS * 4)
      .execute()
    const own = await db
      .selectFrom('ui_list')
      .select(['columns', 'density'])
      .where('user_id', '=', user.id)
      .where('page_key', '=', pageKey)
      .executeTakeFirst()
    const columns = isColumns(own?.columns)
    const density = own?.density === 'small' || own?.density === 'middle' ? own.density : ''
    return { views: rows.map((row) => shown(context, row)), columns: columns.success ? columns.data : null, density }
  },

  async submit(context, { id, version, pageKey, ...sent }) {
    const { db, user } = context
    if (sent.shared && !sharesViews(context)) throw new Refusal('forbidden')
    const columns = sentFields({
      name: sent.name,
      shared: sent.shared,
      filters: sent.filters && JSON.stringify(sent.filters),
      sort: sent.sort,
      page_size: sent.pageSize,
    })
    if (id !== undefined) {
      const [row] = await changeable(context, [id])
      if (!row) throw notFound()
      if (version !== undefined && version !== row.version) throw conflict()
      if (sent.name !== undefined)
        await refuseTaken(context, { name: sent.name, pageKey: row.page_key, owner: row.user_id, id })
      const before = shown(context, await find(context, id))
      await db
        .updateTable('ui_view')
        .set({ ...columns, update_time: sql`now()`, version: row.version + 1 })
        .where('id', '=', id)
        .execute()
      const after = shown(context, await find(context, id))
      await audit(context, { action: 'view.update', bizType: 'view', bizId: id, before, after })
      return after
    }
    const { name } = sent
    if (pageKey === undefined) throw new Refusal('viewPage')
    if (name === undefined) throw new Refusal('viewName')
    await refuseTaken(context, { name, pageKey, owner: user.id })
    const made = await db
      .insertInto('ui_view')
      .values({ ...columns, name, page_key: pageKey })
      .returning('id')
      .executeTakeFirstOrThrow()
    const after = shown(context, await find(context, made.id))
    await audit(context, { action: 'view.save', bizType: 'view', bizId: made.id, after })
    return after
  },

  async remove(context, { ids }) {
    const rows = await changeable(context, ids)
    await context.db.deleteFrom('ui_view').where('id', 'in', ids).execute()
    for (const { id, name, page_key: pageKey } of rows) {
      await audit(context, { action: 'view.remove', bizType: 'view', bizId: id, before: { name, pageKey } })
    }
    return {}
  },

  async choose(context, { pageKey, id }) {
    if (id !== '' && (await find(context, id)).pageKey !== pageKey) throw notFound()
    await keep(context, pageKey, { default_view_id: id || null })
    return {}
  },

  async columns(context, { pageKey, columns, density }) {
    const set = sentFields({
      columns: columns === undefined ? undefined : columns && JSON.stringify(columns),
      density,
    })
    await keep(context, pageKey, set)
    return {}
  },
}

type Kept = { columns?: string | null; density?: string; default_view_id?: string | null }

/** One's own way to look at a list is nobody else's matter: it is kept without an audit entry. */
async function keep({ db, user }: Context, pageKey: string, set: Kept): Promise<void> {
  await db
    .insertInto('ui_list')
    .values({ page_key: pageKey, user_id: user.id, ...set })
    .onConflict((same) =>
      same.columns(['tenant_id', 'user_id', 'page_key']).doUpdateSet({ ...set, update_time: sql`now()` }),
    )
    .execute()
}

type Wanted = { name: string; pageKey: string; owner: string; id?: string }

async function refuseTaken({ db }: Context, { name, pageKey, owner, id }: Wanted): Promise<void> {
  // a button pressed twice: the second looks once the first has committed
  await sql`select pg_advisory_xact_lock(hashtext('digao.view'), hashtext(${owner}))`.execute(db)
  const rows = await db
    .selectFrom('ui_view')
    .select(['id', 'name'])
    .where('page_key', '=', pageKey)
    .where('user_id', '=', owner)
    .execute()
  if (rows.some((row) => row.name === name && row.id !== id)) throw new Refusal('viewNameTaken')
  if (id === undefined && rows.length >= MOST_VIEWS) throw new Refusal('viewsFull')
}
