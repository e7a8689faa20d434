import { sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type PendingIdentity, takeFlow } from './flow.ts'

/**
 * Links the identity that a provider has named (`oauthId`, as the token endpoint told the browser) to a user of the
 * transaction's tenant. Refuses with `flowOver` or `socialTaken`.
 */
export async function bindPending(db: Db, { oauthId, userId }: { oauthId: string; userId: string }): Promise<void> {
  const pending = await takeFlow(db, 'pending', oauthId)
  if (!pending) throw new Refusal('flowOver')
  await link(db, pending, userId)
}

/** Links an identity to a user; one that is linked to somebody else is refused, to himself is the same again. */
export async function link(db: Db, identity: PendingIdentity, userId: string): Promise<string> {
  const { clientId, platform, subject, nickname, avatar } = identity
  const through = platform ? { platform_client_id: clientId } : { social_client_id: clientId }
  const row = await db
    .insertInto('linked_identity')
    .values({ user_id: userId, subject, nickname, avatar, seen_time: sql<Date>`now()`, ...through })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) return row.id
  const known = await linkedTo(db, clientId, subject)
  if (known?.user_id !== userId) throw new Refusal('socialTaken')
  return known.id
}

/** Whose a subject of a social client or a provider is. */
export const linkedTo = (db: Db, through: string, subject: string) =>
  db
    .selectFrom('linked_identity')
    .where(sql<string>`coalesce(social_client_id, platform_client_id, sso_provider_id)`, '=', through)
    .where('subject', '=', subject)
    .select(['id', 'user_id'])
    .executeTakeFirst()
