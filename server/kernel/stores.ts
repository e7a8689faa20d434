import { lookup as dnsLookup } from 'node:dns'
import { isAbsolute, join, resolve, sep } from 'node:path'
import type { LookupFunction } from 'node:net'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { type Database, MAIN } from './database.ts'
import { diskStore } from './disk-store.ts'
import { Refusal } from './errors.ts'
import type { ObjectStore } from './object-store.ts'
import { AddressForbidden, admitOutside, isPublic } from './outbound.ts'
import type { Secrets } from './secrets.ts'
import type { Signals } from './signals.ts'
import { adopted, checkHome, sampleOf } from './store-check.ts'
import { StoreAway } from './store-marker.ts'
import { unseal } from './vault.ts'

/** The store of the deployment's environment. */
export const HOME = 'home'
/** Whoever adds, removes or chooses stores holds it; whoever is about to write to one shares it for a moment. */
export const STORES_LOCK = 'digao.store'
/** What seals the secrets of stores that were added on screen. */
export const STORE_VAULT = 'object store'

/** The places where files lie, and which of them takes what is new. */
export type Stores = {
  home: ObjectStore
  /** The store of this id. Refuses with `storeGone`. */
  of(id: string): Promise<ObjectStore>
  /** Where new files of the tenant go: what its data source says, else the platform's choice, else home. */
  idFor(tenantId: string): string
  /** Whether a store added on screen stands, whoever is just removing it. */
  stands(id: string): Promise<boolean>
  /** Reads again which stores there are and which are chosen. */
  refresh(): Promise<void>
}

type Row = {
  id: string
  kind: string
  folder: string
  bucket: string
  endpoint: string
  region: string
  access_key_id: string
  secret_encrypted: string
  is_default: boolean
}
type Parts = { config: Config; secrets: Secrets; database: Database; signals: Signals; log: Logger }

export async function openStores({ config, secrets, database, signals, log }: Parts): Promise<Stores> {
  const home = await homeStore(config)
  await checkHome(config, database, home)
  const opened = new Map<string, { stamp: string; store: Promise<ObjectStore> }>()
  let rows = new Map<string, Row>()
  let ofDatasource = new Map<string, string>()
  let usual = HOME

  const read = async () => {
    const found = await database.acrossTenants('where files lie', async (db) => ({
      stores: await db.selectFrom('object_store').selectAll().execute(),
      choices: await db.selectFrom('datasource').select(['id', 'store']).where('store', '<>', '').execute(),
    }))
    rows = new Map(found.stores.map((row) => [row.id, row]))
    ofDatasource = new Map(found.choices.map((row) => [row.id, row.store]))
    usual = found.stores.find((row) => row.is_default)?.id ?? HOME
  }
  const readLogged = () => {
    read().catch((error: unknown) => log.warn({ err: error }, 'which stores there are could not be read'))
  }
  const open = (row: Row): Promise<ObjectStore> => {
    // a place never changes, its keys may
    const stamp = `${row.access_key_id} ${row.secret_encrypted}`
    const before = opened.get(row.id)
    if (before?.stamp === stamp) return before.store
    const store = openStore(row, { config, secrets, database })
    opened.set(row.id, { stamp, store })
    // one that could not be opened is tried again
    store.catch(() => opened.delete(row.id))
    return store
  }

  await read()
  signals.on('digao_store', readLogged)
  signals.onResume((server) => server === MAIN && readLogged())

  return {
    home,
    async of(id) {
      if (id === HOME) return home
      if (!rows.has(id)) await read()
      const row = rows.get(id)
      if (!row) throw new Refusal('storeGone')
      return open(row)
    },
    async stands(id) {
      if (id === HOME) return true
      const row = await database.acrossTenants('whether a store is being removed', async (db) => {
        await sql`select pg_advisory_xact_lock_shared(hashtext(${STORES_LOCK}))`.execute(db)
        return db.selectFrom('object_store').select('id').where('id', '=', id).executeTakeFirst()
      })
      if (!row) await read()
      return row !== undefined
    },
    idFor: (tenantId) => ofDatasource.get(database.homeOf(tenantId)) ?? usual,
    refresh: read,
  }
}

async function homeStore(config: Config): Promise<ObjectStore> {
  if (!config.S3_BUCKET) return diskStore(join(config.DIGAO_DATA, 'blobs'))
  // 25 MB and an eighth of a second that most starts do not need
  const { s3Store } = await import('./s3-store.ts')
  return s3Store({
    bucket: config.S3_BUCKET,
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  })
}

async function openStore(row: Row, { config, secrets, database }: Pick<Parts, 'config' | 'secrets' | 'database'>) {
  if (row.kind === 'disk') {
    const store = diskStore(row.folder)
    if (!(await adopted(row.folder, store, await sampleOf(database, row.id)))) throw new StoreAway(row.folder)
    return store
  }
  const { s3Store } = await import('./s3-store.ts')
  return s3Store({
    bucket: row.bucket,
    endpoint: row.endpoint || undefined,
    region: row.region || 'us-east-1',
    accessKeyId: row.access_key_id,
    secretAccessKey: unseal(secrets, STORE_VAULT, row.secret_encrypted),
    lookup: row.endpoint === '' || isTrusted(config, row.endpoint) ? undefined : publicLookup,
  })
}

function isTrusted({ DIGAO_OUTBOUND: trusted }: Config, endpoint: string): boolean {
  const { host, hostname } = new URL(endpoint)
  return trusted.includes(host) || trusted.includes(hostname)
}

/** Names whose addresses are of the public internet; a private one among them refuses all, at every connection. */
const publicLookup: LookupFunction = (host, _options, done) => {
  dnsLookup(host, { all: true }, (error, addresses) => {
    const hidden = addresses?.some(({ address }) => !isPublic(address))
    if (error || hidden) done(error ?? new AddressForbidden('an address of a private network'), [])
    else done(null, addresses)
  })
}

/** Refuses a place that must not be named on screen: a folder the deployment has not given, an address inside the network. */
export async function checkPlace(config: Config, place: { kind: 'disk' | 's3'; folder: string; endpoint: string }) {
  if (place.kind === 'disk') {
    const within = config.DIGAO_STORE_FOLDERS.some((folder) => isInside(resolve(folder), place.folder))
    if (!isAbsolute(place.folder) || resolve(place.folder) !== place.folder || !within) throw new Refusal('storeFolder')
    return
  }
  if (place.endpoint === '') return
  if (!URL.canParse(place.endpoint)) throw new Refusal('storeEndpoint')
  await admitOutside({ trusted: config.DIGAO_OUTBOUND }, new URL(place.endpoint)).catch(() => {
    throw new Refusal('storeEndpoint')
  })
}

const isInside = (folder: string, path: string) => path === folder || path.startsWith(folder + sep)
