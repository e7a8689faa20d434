import { sql } from 'kysely'
import { lockedTypes, type MessageType, messageLevels } from '#contract/notice.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { saidBy, type Told } from './told.ts'

export type NewMessage = {
  userId: string
  type: MessageType
  level?: (typeof messageLevels)[number]
  title: Told
  body: Told
  /** A path of ours, e.g. `/firm/index?x=1`; anything else is refused. */
  link?: string
}

/** One slash, then no second one, no backslash: a link that leads elsewhere must not be sendable. */
const OWN_PATH = /^\/(?![/\\])[^\\\s]*$/

/**
 * Sends a message to a person of the transaction's tenant, and pushes it to what he has open, if and only if that commits.
 * Answers false when he wants no messages of this kind.
 */
export async function sendMessage(kernel: Kernel, db: Db, message: NewMessage): Promise<boolean> {
  const { userId, type, level = 'info', title, body, link = '' } = message
  if (link !== '' && !OWN_PATH.test(link)) throw new Error(`a message may only link to a path of ours, not ${link}`)
  if (!lockedTypes.includes(type)) {
    const muted = await db
      .selectFrom('message_muted')
      .select('type')
      .where('user_id', '=', userId)
      .where('type', '=', type)
      .executeTakeFirst()
    if (muted) return false
  }
  const { id } = await db
    .insertInto('message')
    .values({ user_id: userId, type, level, title: JSON.stringify(title), body: JSON.stringify(body), link })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kernel.push.send(db, userId, 'NOTIFY', { kind: 'message', id, level, title: saidBy(title, 'zh-CN') })
  return true
}

/** People of the transaction's tenant who administer it. */
export async function administratorsOf(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('app_user')
    .innerJoin('user_role', 'user_role.user_id', 'app_user.id')
    .innerJoin('role', 'role.id', 'user_role.role_id')
    .where('app_user.is_deleted', '=', 0)
    .where('app_user.status', '=', 1)
    .where('role.is_deleted', '=', 0)
    .where('role.role_alias', 'in', ['administrator', 'admin'])
    .select(sql<string>`distinct app_user.id`.as('id'))
    .execute()
  return rows.map(({ id }) => id)
}
