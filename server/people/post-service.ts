import { sql } from 'kysely'
import type { z } from 'zod'
import type { post } from '#contract/post.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, every, one, page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { sentFields } from '../project/sent-fields.ts'

const columnOf = {
  postCode: 'post.post_code',
  postName: 'post.post_name',
  category: 'post.category',
  sort: 'post.sort',
  createTime: 'post.create_time',
  updateTime: 'post.update_time',
}

const posts = ({ db }: Pick<Context, 'db'>) =>
  db
    .selectFrom('post')
    .where('post.is_deleted', '=', 0)
    .select([
      'post.id',
      'post.post_code as postCode',
      'post.post_name as postName',
      'post.category',
      'post.sort',
      'post.remark',
      'post.create_time as createTime',
      'post.update_time as updateTime',
      sql<number>`(select count(*)::int from user_post join app_user on app_user.id = user_post.user_id
        where user_post.post_id = post.id and app_user.is_deleted = 0 and app_user.left_time is null)`.as('userCount'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof posts>['execute']>>[number]
const shown = (row: Row) => ({ ...row, createTime: wallTime(row.createTime), updateTime: wallTime(row.updateTime) })
const detail = async (context: Context, { id }: { id: string }) =>
  shown(one(await posts(context).where('post.id', '=', id).execute()))

export const postService: Service<typeof post> = {
  async list(context, paging) {
    const found = await page(posts(context), paging, columnOf, ['post.sort', 'post.id'])
    return { ...found, records: found.records.map(shown) }
  },

  select: ({ db }) =>
    db
      .selectFrom('post')
      .where('is_deleted', '=', 0)
      .orderBy('sort')
      .orderBy('id')
      .select(['id', 'post_code as postCode', 'post_name as postName'])
      .execute(),

  detail,
  submit: (context, { id, ...sent }) => (id ? change(context, id, sent) : add(context, sent)),

  async remove(context, { ids }) {
    const { db } = context
    const locked = db.selectFrom('post').where('id', 'in', ids).where('is_deleted', '=', 0).orderBy('id').forUpdate()
    every(ids)(await locked.select('id').execute())
    const rows = (await posts(context).where('post.id', 'in', ids).execute()).map(shown)
    const used = rows.find(({ userCount }) => userCount > 0)
    if (used) {
      const { rows: holders } = await sql<{ name: string }>`select real_name as name from user_post
        join app_user on app_user.id = user_post.user_id
        where post_id = ${used.id} and app_user.is_deleted = 0 and left_time is null order by app_user.id limit 3`.execute(
        db,
      )
      const who = holders.map(({ name }) => name).join('、')
      throw new Refusal('postInUse', { name: used.postName, count: used.userCount, who })
    }
    await db
      .updateTable('post')
      .set({ is_deleted: 1, update_time: sql<Date>`now()` })
      .where('id', 'in', ids)
      .execute()
    for (const row of rows) {
      await audit(context, { action: 'post.remove', bizType: 'post', bizId: row.id, before: row })
    }
    return {}
  },
}

type Sent = Omit<z.output<typeof post.submit.input>, 'id'>
const columnsOf = (sent: Sent) => ({
  post_code: sent.postCode,
  post_name: sent.postName,
  category: sent.category,
  sort: sent.sort,
  remark: sent.remark,
})

async function add(context: Context, sent: Sent) {
  const { postCode, postName } = sent
  if (postCode === undefined) throw new Refusal('postCodePlease')
  if (postName === undefined) throw new Refusal('postNamePlease')
  const made = await context.db
    .insertInto('post')
    .values({ ...sentFields(columnsOf(sent)), post_code: postCode, post_name: postName })
    .onConflict((clash) => clash.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw new Refusal('postCodeTaken', { code: postCode })
  const after = await detail(context, made)
  await audit(context, { action: 'post.add', bizType: 'post', bizId: made.id, after })
  return after
}

async function change(context: Context, id: string, sent: Sent) {
  const { db } = context
  one(await db.selectFrom('post').where('id', '=', id).where('is_deleted', '=', 0).select('id').forUpdate().execute())
  const before = await detail(context, { id })
  if (sent.postCode !== undefined) {
    const code = sent.postCode
    const twins = db.selectFrom('post').where('post_code', '=', code).where('id', '<>', id).where('is_deleted', '=', 0)
    if (await twins.select('id').executeTakeFirst()) throw new Refusal('postCodeTaken', { code })
  }
  await db
    .updateTable('post')
    .set({ ...sentFields(columnsOf(sent)), update_time: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  const after = await detail(context, { id })
  await audit(context, { action: 'post.update', bizType: 'post', bizId: id, before, after })
  return after
}
