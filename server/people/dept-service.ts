import { sql } from 'kysely'
import type { z } from 'zod'
import type { dept } from '#contract/dept.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { type Context, every, one, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { sentFields } from '../project/sent-fields.ts'
import { alone } from './authority.ts'
import { growTree } from './grow-tree.ts'

const departments = ({ db }: Pick<Context, 'db'>) =>
  db
    .selectFrom('dept')
    .where('dept.is_deleted', '=', 0)
    .select([
      'dept.id',
      'dept.tenant_id as tenantId',
      sql<string>`coalesce(dept.parent_id::text, '0')`.as('parentId'),
      'dept.dept_name as deptName',
      'dept.full_name as fullName',
      'dept.dept_category as deptCategory',
      sql<string>`coalesce(dept.leader_id::text, '')`.as('leaderId'),
      sql<string>`coalesce((select real_name from app_user where app_user.id = dept.leader_id), '')`.as('leaderName'),
      'dept.sort',
      'dept.remark',
      sql<number>`(select count(*)::int from user_dept join app_user on app_user.id = user_dept.user_id
        where user_dept.dept_id = dept.id and app_user.is_deleted = 0 and app_user.left_time is null)`.as('userCount'),
      'dept.create_time as createTime',
    ])
    .orderBy('dept.sort')
    .orderBy('dept.id')

type Row = Awaited<ReturnType<ReturnType<typeof departments>['execute']>>[number]
const shown = (row: Row) => ({ ...row, createTime: wallTime(row.createTime) })

const detail = async (context: Context, { id }: { id: string }) =>
  shown(one(await departments(context).where('dept.id', '=', id).execute()))

const picked = ({ db }: Context) =>
  db
    .selectFrom('dept')
    .where('is_deleted', '=', 0)
    .select((eb) => [
      'id',
      sql<string>`coalesce(parent_id::text, '0')`.as('parentId'),
      'dept_name as title',
      sql<string>`id::text`.as('key'),
      sql<string>`id::text`.as('value'),
      eb
        .exists(
          eb
            .selectFrom('dept as below')
            .whereRef('below.parent_id', '=', 'dept.id')
            .where('below.is_deleted', '=', 0)
            .select('below.id'),
        )
        .$castTo<boolean>()
        .as('hasChildren'),
    ])
    .orderBy('sort')
    .orderBy('id')

export const deptService: Service<typeof dept> = {
  tree: async (context) => growTree(await picked(context).execute()),

  async lazyTree(context, { parentId }) {
    const level = picked(context)
    return parentId === '0' || parentId === ''
      ? level.where('parent_id', 'is', null).execute()
      : level.where('parent_id', '=', parentId).execute()
  },

  async list(context, { deptName }) {
    const rows = (await departments(context).execute()).map(shown)
    if (!deptName) return growTree(rows)
    const wanted = deptName.toLowerCase()
    const byId = new Map(rows.map((row) => [row.id, row]))
    const kept = new Set<string>()
    for (const row of rows) {
      if (!row.deptName.toLowerCase().includes(wanted) && !row.fullName.toLowerCase().includes(wanted)) continue
      for (let at: (typeof rows)[number] | undefined = row; at && !kept.has(at.id); at = byId.get(at.parentId)) {
        kept.add(at.id)
      }
    }
    return growTree(rows.filter(({ id }) => kept.has(id)))
  },

  detail,

  async submit(context, { id, ...sent }) {
    // a name below a parent, and a parent that is not below: both hold only while nobody else moves departments
    await alone(context.db)
    return id ? change(context, id, sent) : add(context, sent)
  },

  async remove(context, { ids }) {
    const { db } = context
    await alone(db)
    const rows = (await departments(context).where('dept.id', 'in', ids).execute()).map(shown)
    every(ids)(rows)
    const full = rows.find(({ userCount }) => userCount > 0)
    if (full) {
      throw new Refusal('deptHasPeople', {
        name: full.deptName,
        count: full.userCount,
        who: await somePeople(db, full.id),
      })
    }
    const child = await db
      .selectFrom('dept')
      .innerJoin('dept as above', 'above.id', 'dept.parent_id')
      .where('dept.parent_id', 'in', ids)
      .where('dept.id', 'not in', ids)
      .where('dept.is_deleted', '=', 0)
      .select(['above.dept_name as name', 'dept.dept_name as child'])
      .executeTakeFirst()
    if (child) throw new Refusal('deptHasChildren', child)
    await db
      .updateTable('dept')
      .set({ is_deleted: 1, update_time: sql<Date>`now()` })
      .where('id', 'in', ids)
      .execute()
    for (const row of rows) {
      await audit(context, { action: 'dept.remove', bizType: 'dept', bizId: row.id, before: row })
    }
    return {}
  },
}

const somePeople = async (db: Context['db'], deptId: string) => {
  const { rows } = await sql<{ name: string }>`select real_name as name from user_dept
    join app_user on app_user.id = user_dept.user_id
    where user_dept.dept_id = ${deptId} and app_user.is_deleted = 0 and left_time is null order by app_user.id limit 3`.execute(
    db,
  )
  return rows.map(({ name }) => name).join('、')
}

type Sent = Omit<z.output<typeof dept.submit.input>, 'id'>

const columnsOf = (sent: Sent) => ({
  parent_id: sent.parentId === undefined ? undefined : parentOf(sent.parentId),
  dept_name: sent.deptName,
  full_name: sent.fullName,
  dept_category: sent.deptCategory,
  leader_id: sent.leaderId === undefined ? undefined : sent.leaderId || null,
  sort: sent.sort,
  remark: sent.remark,
})
const parentOf = (sent: string) => (sent === '0' || sent === '' ? null : sent)

async function add(context: Context, sent: Sent) {
  const { deptName } = sent
  if (deptName === undefined) throw new Refusal('deptNamePlease')
  await check(context, sent)
  const values = { ...sentFields(columnsOf(sent)), dept_name: deptName }
  const made = await context.db
    .insertInto('dept')
    .values(values)
    .onConflict((clash) => clash.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw new Refusal('deptNameTaken', { name: deptName })
  const after = await detail(context, made)
  await audit(context, { action: 'dept.add', bizType: 'dept', bizId: made.id, after })
  return after
}

async function change(context: Context, id: string, sent: Sent) {
  const { db } = context
  const before = await detail(context, { id })
  await check(context, sent)
  if (sent.parentId) await refuseCycle(context, id, sent.parentId)
  const name = sent.deptName ?? before.deptName
  const parent = parentOf(sent.parentId ?? before.parentId)
  const twin = await db
    .selectFrom('dept')
    .where('is_deleted', '=', 0)
    .where('dept_name', '=', name)
    .where('parent_id', 'is not distinct from', parent)
    .where('id', '<>', id)
    .select('id')
    .executeTakeFirst()
  if (twin) throw new Refusal('deptNameTaken', { name })
  const { numUpdatedRows } = await db
    .updateTable('dept')
    .set({ ...sentFields(columnsOf(sent)), update_time: sql<Date>`now()` })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw conflict()
  const after = await detail(context, { id })
  await audit(context, { action: 'dept.update', bizType: 'dept', bizId: id, before, after })
  return after
}

/** Parent and leader are of this tenant. */
async function check({ db }: Context, { parentId = '', leaderId = '' }: Sent) {
  const parent = parentOf(parentId)
  if (parent)
    one(await db.selectFrom('dept').where('id', '=', parent).where('is_deleted', '=', 0).select('id').execute())
  if (leaderId) {
    const there = db.selectFrom('app_user').where('id', '=', leaderId).where('is_deleted', '=', 0)
    one(await there.where('left_time', 'is', null).select('id').execute())
  }
}

async function refuseCycle({ db }: Context, id: string, parentId: string) {
  const { rows } = await sql<{ id: string }>`with recursive above as (
      select id, parent_id from dept where id = ${parentId}
      union select dept.id, dept.parent_id from dept join above on above.parent_id = dept.id)
    select id from above where id = ${id}`.execute(db)
  if (rows.length) throw new Refusal('deptCycle')
}
