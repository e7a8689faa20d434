import type { z } from 'zod'
import { extentOf } from '#contract/grants.ts'
import type { share, ShareRow } from '#contract/share.ts'
import { audit } from '#server/kernel/audit.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { type Context, page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { shareActs } from '#contract/share.ts'
import { note } from '../disk/activity.ts'
import { type DiskRow, nodeById, walk } from '../disk/rows.ts'
import { shownType } from './file-kinds.ts'
import { hashShared } from './guest-password.ts'
import { unlocked } from './link-lock.ts'
import { newToken, tokenAgain } from './guest-token.ts'
import { leastOf, sharedNodes } from './open-share.ts'
import { chinaToday, type NamedShare, shares, showShares } from './share-rows.ts'

type Terms = Omit<z.output<typeof share.update.input>, 'id'>

const MOST_CHECKED = 2_000
const publicPath = (token: string) => `/s/${token}`

/** Whether the caller sees and ends everybody's links. */
const managesAll = ({ user }: Pick<Context, 'user'>) => extentOf(user.held, 'share.manage') === true

/** A link of one's own, or anybody's for whoever administers them; not found otherwise. */
async function mine(context: Context, id: string, lock = false): Promise<NamedShare> {
  const { db, user } = context
  let query = shares(db).where('share.id', '=', id)
  if (!managesAll(context)) query = query.where('share.create_user', '=', user.id)
  if (lock) query = query.forUpdate('share')
  const row = await query.executeTakeFirst()
  if (!row) throw notFound()
  return row
}

async function shown(context: Context, row: NamedShare): Promise<ShareRow> {
  const [share] = await showShares(context.db, [row])
  if (!share) throw notFound()
  if (share.state !== 'active') return share
  // as a visitor would find it: with the rights its maker has now
  const owner = await context.kernel.sessions.keyHolder(context.db, row.create_user)
  const open = owner !== undefined && (await sharedNodes(context.db, owner, row)).length > 0
  return open ? share : { ...share, state: 'lost' }
}

const columns = (terms: Terms) => ({
  title: terms.title,
  note: terms.note,
  expire_day: terms.expireDay,
  max_count: terms.maxCount,
  notify: terms.notify,
  max_file_mb: terms.maxFileMb,
  kinds: terms.kinds,
  ask_name: terms.askName,
})

/** Everything that is to be shown with a watermark can carry one; refused by the name of the first that cannot. */
async function checkMarks(context: Context, nodes: readonly DiskRow[]): Promise<void> {
  for (const node of nodes) {
    const all = node.kind === 'folder' ? await walk(context, node, MOST_CHECKED) : [node]
    const bare = all.find(({ kind, name }) => kind === 'file' && shownType(name) === undefined)
    if (bare) throw new Refusal('shareNoMark', { file: bare.name })
  }
}

function checkDay({ expireDay }: Terms): void {
  if (expireDay !== null && expireDay < chinaToday()) throw new Refusal('shareExpireDay')
}

export const shareService: Service<typeof share> = {
  async list(context, { all, nodeId, ...paging }) {
    const { db, user } = context
    let query = shares(db)
    if (all === '0' || !managesAll(context)) query = query.where('share.create_user', '=', user.id)
    if (nodeId) {
      const of = db.selectFrom('share_node').select('share_id').where('node_id', '=', nodeId)
      query = query.where('share.id', 'in', of)
    }
    const named = {
      title: 'share.title',
      mode: 'share.mode',
      createTime: 'share.create_time',
      expireDay: 'share.expire_day',
      usedCount: 'share.used_count',
      views: 'share.views',
    }
    const found = await page(query, paging, named, ['share.create_time desc', 'share.id'])
    return { ...found, records: await showShares(db, found.records) }
  },

  detail: async (context, { id }) => shown(context, await mine(context, id)),

  async save(context, { nodeIds, mode, ...terms }) {
    const { db, user, kernel } = context
    // somebody of the platform who has entered the tenant is none of its people: nobody would answer for the link
    if (user.homeTenantId !== user.tenantId) throw new Refusal('shareFrom')
    checkDay(terms)
    const nodes: DiskRow[] = []
    for (const id of new Set(nodeIds)) nodes.push(await nodeById(context, id, leastOf(mode)))
    const [first, ...more] = nodes
    if (!first) throw notFound()
    if (mode === 'collect' && (more.length > 0 || first.kind !== 'folder')) throw new Refusal('shareOneFolder')
    const watermark = mode === 'view' || (mode === 'download' && terms.watermark)
    if (watermark) await checkMarks(context, nodes)
    const { token, hash, sealed } = newToken(kernel, user.tenantId)
    const password_hash = terms.password === undefined ? null : await hashShared(terms.password)
    const { id } = await db
      .insertInto('share')
      .values({
        ...columns(terms),
        mode,
        title: terms.title || first.name,
        watermark,
        token_hash: hash,
        token_sealed: sealed,
        password_hash,
        create_user: user.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('share_node')
      .values(nodes.map((node) => ({ share_id: id, node_id: node.id })))
      .execute()
    for (const node of nodes) await note(db, node, mode === 'collect' ? 'collect' : 'share')
    const after = { mode, nodes: nodes.map(({ name }) => name), password: password_hash !== null, ...dated(terms) }
    await audit(context, { action: 'share.save', bizType: 'share', bizId: id, after })
    return { id, path: publicPath(token) }
  },

  async update(context, { id, ...terms }) {
    const { db, user, kernel } = context
    const row = await mine(context, id, true)
    if (row.revoke_time) throw notFound()
    if (terms.expireDay !== row.expire_day) checkDay(terms)
    const watermark = row.mode === 'view' || (row.mode === 'download' && terms.watermark)
    if (watermark && !row.watermark) {
      const owner = (await kernel.sessions.keyHolder(db, row.create_user)) ?? user
      await checkMarks(context, await sharedNodes(db, owner, row))
    }
    const set = { ...columns(terms), title: terms.title || row.title, watermark }
    const locked = terms.password === undefined ? {} : { password_hash: await hashShared(terms.password), ...unlocked }
    await db
      .updateTable('share')
      .set({ ...set, ...locked })
      .where('id', '=', id)
      .execute()
    const after = { ...dated(terms), password: terms.password !== undefined }
    await audit(context, { action: 'share.update', bizType: 'share', bizId: id, after })
    return shown(context, await mine(context, id))
  },

  async link(context, { id }) {
    const row = await mine(context, id)
    return { id, path: publicPath(tokenAgain(context.kernel, row.token_sealed)) }
  },

  async revoke(context, { ids }) {
    const { db } = context
    let ended = 0
    for (const id of new Set(ids)) {
      const row = await mine(context, id, true)
      if (row.revoke_time) continue
      await db.updateTable('share').set({ revoke_time: new Date() }).where('id', '=', id).execute()
      await audit(context, { action: 'share.revoke', bizType: 'share', bizId: id, before: { title: row.title } })
      ended += 1
    }
    return ended
  },

  async log(context, { id, ...paging }) {
    await mine(context, id)
    const query = context.db
      .selectFrom('share_log')
      .select(['id', 'act', 'what', 'who', 'address', 'device', 'create_time'])
      .where('share_id', '=', id)
    const found = await page(query, { ...paging, where: [], sort: [] }, {}, ['create_time desc', 'id'])
    const records = found.records.map(({ act, create_time: time, ...row }) => ({
      ...row,
      act: shareActs.find((one) => one === act) ?? 'open',
      time: wallTime(time),
    }))
    return { ...found, records }
  },
}

const dated = ({ expireDay, maxCount, watermark }: Terms) => ({ expireDay, maxCount, watermark })
