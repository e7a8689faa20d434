import type { dav } from '#contract/dav.ts'
import { MOST_DAV_PASSWORDS } from '#contract/dav.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, one, type Service, type User } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { nodeById } from '../disk/port.ts'
import { newDavPassword } from './password-text.ts'

const rows = (db: Db, { id }: Pick<User, 'id'>) =>
  db
    .selectFrom('dav_password')
    .leftJoin('disk_node', 'disk_node.id', 'dav_password.root_id')
    .select(['dav_password.id', 'dav_password.name', 'tail', 'read_only', 'root_id', 'disk_node.name as root_name'])
    .select(['dav_password.create_time', 'seen_time', 'seen_address', 'seen_agent'])
    .where('dav_password.user_id', '=', id)

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const shown = (row: Row) => ({
  id: row.id,
  name: row.name,
  tail: row.tail,
  readOnly: row.read_only,
  rootId: row.root_id ?? '',
  rootName: row.root_name ?? '',
  createTime: wallTime(row.create_time),
  seenTime: row.seen_time ? wallTime(row.seen_time) : '',
  seenAddress: row.seen_address,
  seenAgent: row.seen_agent,
})

async function create(context: Context, wanted: { name: string; readOnly: boolean; rootId: string }) {
  const { db, user } = context
  // two that are made at once are counted one after the other
  await db.selectFrom('app_user').select('id').where('id', '=', user.id).forUpdate().execute()
  const standing = await rows(db, user).execute()
  if (standing.length >= MOST_DAV_PASSWORDS) throw new Refusal('davMany', { most: MOST_DAV_PASSWORDS })
  if (wanted.rootId) {
    const root = await nodeById({ db, user }, wanted.rootId)
    if (root.kind !== 'folder') throw new Refusal('diskNotFolder')
  }
  const { password, hash, tail } = newDavPassword(user.homeTenantId)
  const { id } = await db
    .insertInto('dav_password')
    .values({
      user_id: user.id,
      name: wanted.name,
      hash,
      tail,
      read_only: wanted.readOnly,
      root_id: wanted.rootId || null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = { ...wanted, tail }
  await audit(context, { action: 'davPassword.create', bizType: 'davPassword', bizId: id, after })
  const row = one(await rows(db, user).where('dav_password.id', '=', id).execute())
  return { account: user.account, password, row: shown(row) }
}

export const davService: Service<typeof dav> = {
  list: ({ kernel, user }) =>
    kernel.database.inTenant(atHome(user), async (db) =>
      (await rows(db, user).orderBy('dav_password.create_time', 'desc').execute()).map(shown),
    ),

  create: (context, wanted) => {
    const { kernel, user } = context
    return kernel.database.inTenant(atHome(user), (db) =>
      create({ ...context, db, user: { ...user, tenantId: user.homeTenantId } }, wanted),
    )
  },

  revoke: (context, { id }) =>
    context.kernel.database.inTenant(atHome(context.user), (db) => revoke({ ...context, db }, id)),
}

/** One’s own passwords live where one is at home, wherever one has entered. */
const atHome = ({ homeTenantId, id }: User) => ({ tenantId: homeTenantId, userId: id })

/** The locks by it go with its row; what they held on screen is let go first. */
async function revoke(context: Context, id: string) {
  const { db, user } = context
  const held = db
    .selectFrom('dav_lock')
    .select('node_id')
    .where('password_id', '=', id)
    .where('user_id', '=', user.id)
    .where('shared', '=', false)
  await db
    .updateTable('disk_node')
    .set({ locked_by: '', lock_until: null })
    .where('id', 'in', held)
    .where('locked_by', '=', user.id)
    .execute()
  const [before] = await db
    .deleteFrom('dav_password')
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .returning(['name', 'tail'])
    .execute()
  if (!before) throw new Refusal('notFound')
  await audit(context, { action: 'davPassword.revoke', bizType: 'davPassword', bizId: id, before })
  return {}
}
