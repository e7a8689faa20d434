import { sql } from 'kysely'
import type { z } from 'zod'
import { type accessToken, MOST_TOKENS, type TokenScope, tokenScopes } from '#contract/access-token.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, one, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { readParam } from '../system/param-store.ts'
import { newToken } from './token-text.ts'

const shown = ['id', 'name', 'scopes', 'tail', 'create_time', 'expire_time', 'seen_time', 'seen_address'] as const
type Row = {
  id: string
  name: string
  scopes: string[]
  tail: string
  create_time: Date
  expire_time: Date
  seen_time: Date | null
  seen_address: string
}

const asToken = (row: Row) => ({
  id: row.id,
  name: row.name,
  scopes: tokenScopes.filter((scope: TokenScope) => row.scopes.includes(scope)),
  tail: row.tail,
  createTime: wallTime(row.create_time),
  expireTime: wallTime(row.expire_time),
  expired: row.expire_time <= new Date(),
  seenTime: row.seen_time ? wallTime(row.seen_time) : '',
  seenAddress: row.seen_address,
})

type Wanted = z.output<typeof accessToken.create.input>

async function create(context: Context, { name, scopes, days }: Wanted) {
  const { db, user } = context
  if ((await readParam(db, 'accessTokens')) === 'off') throw new Refusal('tokenOff')
  // two that are made at once are counted one after the other
  await db.selectFrom('app_user').select('id').where('id', '=', user.id).forUpdate().execute()
  const standing = await db
    .selectFrom('access_token')
    .where('user_id', '=', user.id)
    .where('revoke_time', 'is', null)
    .select('id')
    .execute()
  if (standing.length >= MOST_TOKENS) throw new Refusal('tokenMany', { most: MOST_TOKENS })
  const { token, hash, tail } = newToken(user.homeTenantId)
  const row = await db
    .insertInto('access_token')
    .values({
      user_id: user.id,
      name,
      scopes: [...scopes],
      hash,
      tail,
      expire_time: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .returning(shown)
    .executeTakeFirstOrThrow()
  const after = { name, scopes, days, tail }
  await audit(context, { action: 'accessToken.create', bizType: 'accessToken', bizId: row.id, after })
  return { token, row: asToken(row) }
}

export const accessTokenService: Service<typeof accessToken> = {
  async list({ db, user }) {
    const rows = await db
      .selectFrom('access_token')
      .where('user_id', '=', user.id)
      .where('revoke_time', 'is', null)
      .orderBy('create_time', 'desc')
      .select(shown)
      .execute()
    return rows.map(asToken)
  },

  create: (context, wanted) => {
    const { kernel, user } = context
    const actor = { tenantId: user.homeTenantId, userId: user.id }
    return kernel.database.inTenant(actor, (db) => create({ ...context, db }, wanted))
  },

  async revoke(context, { id }) {
    const { db, user } = context
    const before = await db
      .updateTable('access_token')
      .set({ revoke_time: sql<Date>`now()` })
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .where('revoke_time', 'is', null)
      .returning(['name', 'scopes', 'tail'])
      .execute()
      .then(one)
    // what its program was told in tokens stands for nobody any more
    await db.deleteFrom('mask_key').where('scope', '=', `program:${id}`).execute()
    await audit(context, { action: 'accessToken.revoke', bizType: 'accessToken', bizId: id, before })
    return {}
  },
}
