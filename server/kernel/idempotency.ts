import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { Refusal } from './errors.ts'
import type { Secrets } from './secrets.ts'
import { seal, unseal } from './vault.ts'

const LONGEST = 255
const WAIT = '20s'

const SEALED_FOR = 'idempotency'
type Whose = { db: Db; secrets: Secrets; userId: string }

/** The key of a request that must have one effect however often it is sent, and what it asked. */
export type OnceKey = { key: string; path: string; hash: Buffer }

export function onceKey(header: string | string[] | undefined, path: string, input: object): OnceKey | undefined {
  if (header === undefined || header === '') return undefined
  if (Array.isArray(header) || header.length > LONGEST) throw new Refusal('keyTooLong')
  const hash = createHash('sha256')
    .update(path)
    .update('\n')
    .update(JSON.stringify(sorted(input)))
    .digest()
  return { key: header, path, hash }
}

/** The same fields in another order are the same request. */
const sorted = (input: unknown): unknown =>
  Array.isArray(input)
    ? input.map(sorted)
    : typeof input === 'object' && input !== null
      ? Object.fromEntries(
          Object.entries(input)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, value]) => [key, sorted(value)]),
        )
      : input

/**
 * Takes the key inside the transaction of the effect, or gives the answer that an earlier request stored with its effect.
 * A request that runs elsewhere right now holds the row: we wait for it. Draft: stripe.com/docs/api/idempotent_requests.
 */
export async function takeKey(
  { db, secrets, userId }: Whose,
  { key, path, hash }: OnceKey,
): Promise<string | undefined> {
  await sql`select set_config('lock_timeout', ${WAIT}, true)`.execute(db)
  const taken = await db
    .insertInto('idempotency')
    .values({ user_id: userId, key, path, request_hash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .execute()
    .catch((error: unknown) => {
      throw error instanceof Error && 'code' in error && error.code === '55P03' ? new Refusal('keyRunning') : error
    })
  if (taken.length) return undefined
  const stored = await db
    .selectFrom('idempotency')
    .select(['request_hash', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!stored?.answer) throw new Refusal('keyRunning')
  if (!hash.equals(stored.request_hash)) throw new Refusal('keyReused')
  return unseal(secrets, SEALED_FOR, stored.answer)
}

/** Stores the answer beside the effect: both commit, or neither. Sealed, for it may hold what is shown only once. */
export async function keepAnswer({ db, secrets, userId }: Whose, { key }: OnceKey, answer: string): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ answer: seal(secrets, SEALED_FOR, answer) })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
}

/** One flight per key in this process, so that a hundred parallel sends do not sit on the pool's connections. */
export class Flights {
  readonly #running = new Map<string, Promise<unknown>>()

  async alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    for (;;) {
      const before = this.#running.get(name)
      if (!before) break
      await before.catch(() => {})
    }
    const mine = work()
    this.#running.set(name, mine)
    try {
      return await mine
    } finally {
      this.#running.delete(name)
    }
  }
}
