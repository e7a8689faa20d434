import type { social } from '#contract/identity.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { one, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { tenantOf } from '../auth/sign-in.ts'
import { link } from './pending.ts'
import { clientsOf } from './social-clients.ts'
import { comeBack, leaveFor } from './social-sign-in.ts'
import { keepOneWayIn } from './ways-in.ts'

export const socialService: Service<typeof social> = {
  async list({ kernel, headers }, wanted) {
    const tenantId = tenantOf(wanted, headers)
    if (!tenantId) return { social: [], sso: [] }
    return kernel.database.inTenant({ tenantId, userId: '' }, async (db) => {
      const clients = await clientsOf(db, tenantId)
      const providers = await db
        .selectFrom('sso_provider')
        .where('is_deleted', '=', 0)
        .where('status', '=', 1)
        .orderBy('create_time')
        .select(['id', 'name'])
        .execute()
      return { social: clients.map(asSource), sso: providers }
    })
  },

  authorize: (context, { source, nonce, ...wanted }) =>
    leaveFor(context, { source, nonce, tenantId: tenantOf(wanted, context.headers) }),

  bindStart: (context, { source, nonce }) =>
    leaveFor(context, { source, nonce, tenantId: context.user.homeTenantId, userId: context.user.id }),

  async bind(context, { code, state, nonce, iss }) {
    const { kernel, user } = context
    const { homeTenantId: tenantId, id: userId } = user
    const back = { code, state, nonce, iss }
    const identity = await comeBack(context, back, { purpose: 'bind', tenantId, userId, source: undefined })
    return kernel.database.inTenant({ tenantId, userId }, async (db) => {
      const id = await link(db, identity, userId)
      const linked = await linkedOf(db, userId).where('linked_identity.id', '=', id).execute().then(one)
      const after = { through: linked.name, nickname: linked.nickname }
      await audit({ ...context, db }, { action: 'identity.bind', bizType: 'user', bizId: userId, after })
      return asLinked(linked)
    })
  },

  async bound({ db, user }) {
    const linked = await linkedOf(db, user.id).execute()
    const taken = new Set(linked.map(({ client }) => client))
    const free = (await clientsOf(db, user.homeTenantId)).filter(({ id }) => !taken.has(id))
    return { linked: linked.map(asLinked), free: free.map(asSource) }
  },

  async unbind(context, { id }) {
    const { db, user } = context
    const linked = await linkedOf(db, user.id).where('linked_identity.id', '=', id).execute().then(one)
    await db.deleteFrom('linked_identity').where('id', '=', id).where('user_id', '=', user.id).execute()
    await keepOneWayIn(db, user.id)
    const before = { through: linked.name, nickname: linked.nickname }
    await audit(context, { action: 'identity.unbind', bizType: 'user', bizId: user.id, before })
    return {}
  },
}

type Source = Awaited<ReturnType<typeof clientsOf>>[number]
const asSource = ({ id, type, name }: Source) => ({ id, type: type as 'oidc', name })

/** The accounts elsewhere that are a user's, with what they are of. */
const linkedOf = (db: Db, userId: string) =>
  db
    .selectFrom('linked_identity')
    .leftJoin('social_client as client', (join) =>
      join.on((eb) => eb('client.id', '=', eb.fn.coalesce('social_client_id', 'platform_client_id'))),
    )
    .leftJoin('sso_provider as provider', 'provider.id', 'sso_provider_id')
    .where('user_id', '=', userId)
    .orderBy('linked_identity.create_time')
    .select([
      'linked_identity.id',
      'nickname',
      'avatar',
      'linked_identity.create_time',
      'client.type',
      'client.id as client',
    ])
    .select((eb) => eb.fn.coalesce('client.name', 'provider.name').as('name'))

type LinkedRow = Awaited<ReturnType<ReturnType<typeof linkedOf>['execute']>>[number]
const asLinked = ({ id, nickname, avatar, create_time, type, name }: LinkedRow) => ({
  id,
  kind: type === null ? ('sso' as const) : ('social' as const),
  type: type ?? 'oidc',
  name: name ?? '',
  nickname,
  avatar,
  createTime: wallTime(create_time),
})
