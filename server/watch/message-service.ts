import { sql } from 'kysely'
import { lockedTypes, type Message, type message, messageLevels, messageTypes } from '#contract/notice.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, every, page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { visibleNotices } from './notice-audience.ts'
import { saidBy } from './told.ts'

/** One's own messages; nobody else's exist. */
const mine = ({ db, user }: Context) => db.selectFrom('message').where('user_id', '=', user.id)

const nameIn = <T extends string>(names: readonly T[], given: string): T | undefined =>
  names.find((name) => name === given)

export const messageService: Service<typeof message> = {
  async list(context, { unread, ...paging }) {
    const { language } = context
    const query = mine(context)
      .$if(unread === 'true', (all) => all.where('read_time', 'is', null))
      .selectAll()
    const columns = { type: 'type', level: 'level' }
    const found = await page(query, paging, columns, ['create_time desc', 'id'])
    const records = found.records.map((row): Message => ({
      id: row.id,
      type: nameIn(messageTypes, row.type) ?? 'system',
      level: nameIn(messageLevels, row.level) ?? 'info',
      title: saidBy(row.title, language),
      body: saidBy(row.body, language),
      link: row.link,
      read: row.read_time !== null,
      createTime: wallTime(row.create_time),
    }))
    return { ...found, records }
  },

  async unread(context) {
    const [messages, notices] = [
      await mine(context)
        .where('read_time', 'is', null)
        .select(sql<number>`count(*)::int`.as('n'))
        .executeTakeFirstOrThrow(),
      await visibleNotices(context)
        .where('notice_read.read_time', 'is', null)
        .select(sql<number>`count(*)::int`.as('n'))
        .executeTakeFirstOrThrow(),
    ]
    return { messages: messages.n, notices: notices.n }
  },

  async read(context, { ids }) {
    every(ids)(await mine(context).where('id', 'in', ids).select('id').execute())
    await context.db
      .updateTable('message')
      .set({ read_time: sql`now()` })
      .where('user_id', '=', context.user.id)
      .where('id', 'in', ids)
      .where('read_time', 'is', null)
      .execute()
    return {}
  },

  async readAll(context) {
    const { db, user } = context
    await db
      .updateTable('message')
      .set({ read_time: sql`now()` })
      .where('user_id', '=', user.id)
      .where('read_time', 'is', null)
      .execute()
    await db
      .insertInto('notice_read')
      .columns(['notice_id', 'user_id'])
      .expression(
        visibleNotices(context)
          .where('notice_read.read_time', 'is', null)
          .select((eb) => ['notice.id as notice_id', eb.cast<string>(eb.val(user.id), 'uuid').as('user_id')]),
      )
      .onConflict((clash) => clash.doNothing())
      .execute()
    return {}
  },

  async remove({ db, user }, { ids }) {
    const gone = db.deleteFrom('message').where('user_id', '=', user.id).where('id', 'in', ids).returning('id')
    every(ids)(await gone.execute())
    return {}
  },

  async preferences({ db, user }) {
    const muted = await db.selectFrom('message_muted').select('type').where('user_id', '=', user.id).execute()
    return messageTypes.map((type) => ({
      type,
      on: !muted.some((row) => row.type === type),
      locked: lockedTypes.includes(type),
    }))
  },

  async prefer({ db, user }, { type, on }) {
    if (lockedTypes.includes(type) && !on) throw new Refusal('messageLocked')
    if (on) await db.deleteFrom('message_muted').where('user_id', '=', user.id).where('type', '=', type).execute()
    else
      await db
        .insertInto('message_muted')
        .values({ user_id: user.id, type })
        .onConflict((clash) => clash.doNothing())
        .execute()
    return {}
  },
}
