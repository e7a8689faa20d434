import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/kernel/database.ts'

/** A sign-in through another, to be linked or looked at; `verifier` and `oidcNonce` stay with us. */
const Away = z.object({
  purpose: z.enum(['signIn', 'bind', 'test']),
  /** The social client or provider it goes to, and for `bind` and `test` whoever began it. */
  through: z.string(),
  userId: z.string(),
  redirectUri: z.string(),
  verifier: z.string(),
  oidcNonce: z.string(),
  /** What the browser keeps for itself; empty if it did not begin with one. */
  nonce: z.string(),
})
/** Somebody a provider has named whom nobody here is linked to yet. */
const Pending = z.object({
  clientId: z.string(),
  platform: z.boolean(),
  subject: z.string(),
  nickname: z.string(),
  avatar: z.string(),
})
const Challenge = z.object({ challenge: z.string(), userId: z.string() })
const shapes = { social: Away, sso: Away, pending: Pending, passkeyNew: Challenge, passkey: Challenge } as const
type Kind = keyof typeof shapes
type Data<K extends Kind> = z.output<(typeof shapes)[K]>
export type AwayFlow = z.output<typeof Away>
export type PendingIdentity = z.output<typeof Pending>

const SECONDS: Record<Kind, number> = { social: 600, sso: 600, pending: 1800, passkeyNew: 300, passkey: 300 }
const digest = (key: string) => createHash('sha256').update(key).digest()

/** Keeps what a sign-in needs when it goes on, for the tenant of the transaction; answers the key that only the browser has. */
export async function beginFlow<K extends Kind>(db: Db, kind: K, data: Data<K>): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  await db
    .deleteFrom('auth_flow')
    .where('expire_time', '<', sql<Date>`now()`)
    .execute()
  const expire = sql<Date>`now() + make_interval(secs => ${SECONDS[kind]})`
  const values = { key_hash: digest(key), kind, data: JSON.stringify(data), expire_time: expire }
  await db.insertInto('auth_flow').values(values).execute()
  return key
}

/** Uses up a flow; undefined: there is none, of another tenant or kind, too old, or used already. */
export async function takeFlow<K extends Kind>(db: Db, kind: K, key: string): Promise<Data<K> | undefined> {
  const row = await db
    .deleteFrom('auth_flow')
    .where('key_hash', '=', digest(key))
    .where('kind', '=', kind)
    .returning(['data', sql<boolean>`expire_time > now()`.as('fresh')])
    .executeTakeFirst()
  return row?.fresh ? (shapes[kind].parse(row.data) as Data<K>) : undefined
}
