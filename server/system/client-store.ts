import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type GrantType, grantTypes } from '#contract/client.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'

/** The product's own client (specification, section 9). */
export const SABER = 'saber'

/** A client that may ask for tokens. Seconds are undefined where the deployment's count. */
export type KnownClient = {
  clientId: string
  grantTypes: readonly GrantType[]
  accessSeconds: number | undefined
  refreshSeconds: number | undefined
  redirectUris: readonly string[]
  /** sha256 of its secret; undefined: the deployment's own. */
  secretHash: Buffer | undefined
}

/** How long another process's change may go unseen; a client that is not known is asked for again at once. */
const TRUST_MS = 5_000
const MOST_CACHED = 1_000
const caches = new WeakMap<Kernel, Map<string, { client: KnownClient; asked: number }>>()

function cacheOf(kernel: Kernel) {
  const cache = caches.get(kernel) ?? new Map<string, { client: KnownClient; asked: number }>()
  caches.set(kernel, cache)
  return cache
}

/** After a change: what this process remembers of its clients is dropped. */
export const forgetClients = (kernel: Kernel): void => cacheOf(kernel).clear()

const isGrantType = (text: string): text is GrantType => (grantTypes as readonly string[]).includes(text)

const asking = new WeakMap<Kernel, Map<string, Promise<KnownClient | undefined>>>()

/** The client of this id if it is enabled. A flood of requests asks the database once. */
export function findClient(kernel: Kernel, clientId: string): Promise<KnownClient | undefined> {
  const known = cacheOf(kernel).get(clientId)
  if (known && Date.now() - known.asked < TRUST_MS) return Promise.resolve(known.client)
  const flights = asking.get(kernel) ?? new Map<string, Promise<KnownClient | undefined>>()
  asking.set(kernel, flights)
  const flight = flights.get(clientId) ?? readClient(kernel, clientId).finally(() => flights.delete(clientId))
  flights.set(clientId, flight)
  return flight
}

async function readClient(kernel: Kernel, clientId: string): Promise<KnownClient | undefined> {
  const cache = cacheOf(kernel)
  const row = await kernel.database.inTenant({ tenantId: PLATFORM, userId: '' }, (db) =>
    db
      .selectFrom('client')
      .where('client_id', '=', clientId)
      .where('status', '=', 1)
      .where('is_deleted', '=', 0)
      .selectAll()
      .executeTakeFirst(),
  )
  cache.delete(clientId)
  if (!row) return undefined
  const client: KnownClient = {
    clientId,
    grantTypes: row.grant_types.filter(isGrantType),
    accessSeconds: row.access_seconds ?? undefined,
    refreshSeconds: row.refresh_seconds ?? undefined,
    redirectUris: row.redirect_uris,
    secretHash: row.secret_hash ?? undefined,
  }
  if (cache.size >= MOST_CACHED) cache.clear()
  cache.set(clientId, { client, asked: Date.now() })
  return client
}

/** 192 random bits need no slow hash: nobody guesses them. */
export const newClientSecret = () => randomBytes(24).toString('base64url')
export const hashClientSecret = (secret: string) => createHash('sha256').update(secret).digest()

/**
 * The client whose `Authorization: Basic base64(id:secret)` this is; undefined for an unknown or disabled one and for a wrong
 * secret. Which ways of signing in it has is `grantTypes`. A public client's credential gives no right; it keeps strangers'
 * scripts away from the rate limits of ours.
 */
export async function clientOf(kernel: Kernel, headers: IncomingHttpHeaders): Promise<KnownClient | undefined> {
  const [, sent = ''] = /^basic\s+(\S+)$/i.exec(headers.authorization ?? '') ?? []
  const [, clientId = '', secret = ''] = /^([^:]{2,64}):(.*)$/s.exec(Buffer.from(sent, 'base64').toString()) ?? []
  if (clientId === '') return undefined
  const client = await findClient(kernel, clientId)
  if (!client) return undefined
  const wanted = client.secretHash ?? hashClientSecret(kernel.secrets.clientSecret)
  return timingSafeEqual(wanted, hashClientSecret(secret)) ? client : undefined
}
