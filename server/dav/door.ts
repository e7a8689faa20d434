import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { countGuest } from '../share/guest-pace.ts'
import { readDavPassword } from './password-text.ts'

/** Whoever mounts the disk: with the rights he has now, and what his app password opens. */
export type Door = { user: User; readOnly: boolean; rootId: string | null; passwordId: string }

/** Wrong passwords of one address; none can be guessed, this keeps the asking cheap. */
const WRONG = { most: 60, seconds: 600 }
/** How old the note of the last use may be. */
const SEEN_SECONDS = 60
const LONGEST_AGENT = 120

/**
 * Who asks, by Basic: account and app password, never the password of the account. davAuth (401) where they do not fit, tooMany
 * after too many of those.
 */
export async function doorOf(kernel: Kernel, { headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Promise<Door> {
  const [, encoded] = /^basic\s+([\w+/=-]+)$/i.exec(headers.authorization ?? '') ?? []
  if (encoded === undefined) throw new Refusal('davAuth')
  const given = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = given.indexOf(':')
  const read = colon < 0 ? undefined : readDavPassword(given.slice(colon + 1))
  const agent = (headers['user-agent'] ?? '').slice(0, LONGEST_AGENT)
  const door = read && (await opened(kernel, { ...read, account: given.slice(0, colon), address: ip, agent }))
  if (door) return door
  await countGuest(kernel, 'dav', ip, WRONG)
  throw new Refusal('davAuth')
}

type Given = { tenantId: string; hash: string; account: string; address: string; agent: string }

const opened = (kernel: Kernel, { tenantId, hash, account, address, agent }: Given): Promise<Door | undefined> =>
  kernel.database.inTenant({ tenantId, userId: '' }, async (db) => {
    const row = await db
      .selectFrom('dav_password')
      .select(['id', 'user_id', 'read_only', 'root_id'])
      .select(sql<boolean>`coalesce(seen_time < now() - make_interval(secs => ${SEEN_SECONDS}), true)`.as('stale'))
      .where('hash', '=', hash)
      .executeTakeFirst()
    const user = row && (await kernel.sessions.keyHolder(db, row.user_id))
    if (!row || !user || user.mustChangePassword || user.held['disk.use'] === undefined) return undefined
    if (user.account.toLowerCase() !== account.trim().toLowerCase()) return undefined
    if (row.stale)
      await db
        .updateTable('dav_password')
        .set({ seen_time: sql`now()`, seen_address: address, seen_agent: agent })
        .where('id', '=', row.id)
        .execute()
    return { user, readOnly: row.read_only, rootId: row.root_id, passwordId: row.id }
  })
