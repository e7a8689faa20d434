import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { z } from 'zod'
import { say } from '#contract/errors.ts'
import type { Store, store } from '#contract/storage-care.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { conflict, notFound, Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { type Context, every, one, type Service } from '#server/kernel/service.ts'
import { checkPlace, HOME, STORE_VAULT, STORES_LOCK } from '#server/kernel/stores.ts'
import { seal } from '#server/kernel/vault.ts'
import { tenantsOf } from '../watch/storage-scan.ts'

type Row = Awaited<ReturnType<typeof storesOf>>[number]
type Sent = z.output<typeof store.submit.input>
type Lies = ReadonlyMap<string, { files: number; bytes: number }>

const storesOf = (db: Db) => db.selectFrom('object_store').selectAll().orderBy('create_time').execute()

/** Enough of a key to know which it is. */
const partOf = (key: string) => (key ? `${key.slice(0, 4)}…` : '')

/** What lies in each store, on all servers that answer. */
async function liesIn({ database, log }: Kernel): Promise<Lies> {
  const found = await database.onEveryServer(
    'how much lies in each store',
    (db) =>
      db
        .selectFrom('blob')
        .groupBy('store')
        .select(['store', sql<number>`count(*)::int`.as('files'), sql<bigint>`sum(size)::bigint`.as('bytes')])
        .execute(),
    (error, server) => log.warn({ err: error, server }, 'what lies in the stores could not be read on a server'),
  )
  const sums = new Map<string, { files: number; bytes: number }>()
  for (const { store: id, files, bytes } of found.flat()) {
    const before = sums.get(id) ?? { files: 0, bytes: 0 }
    sums.set(id, { files: before.files + files, bytes: before.bytes + Number(bytes) })
  }
  return sums
}

const shown = (row: Row, lies: Lies): Store => ({
  id: row.id,
  name: row.name,
  kind: row.kind === 's3' ? 's3' : 'disk',
  folder: row.folder,
  bucket: row.bucket,
  endpoint: row.endpoint,
  region: row.region,
  accessKeyId: partOf(row.access_key_id),
  secretSet: row.secret_encrypted !== '',
  isDefault: row.is_default,
  ...(lies.get(row.id) ?? { files: 0, bytes: 0 }),
  version: row.version,
})

const home = ({ config }: Kernel, isDefault: boolean, lies: Lies): Store => ({
  id: HOME,
  name: '',
  kind: config.S3_BUCKET ? 's3' : 'disk',
  folder: config.S3_BUCKET ? '' : join(config.DIGAO_DATA, 'blobs'),
  bucket: config.S3_BUCKET ?? '',
  endpoint: config.S3_ENDPOINT ?? '',
  region: config.S3_BUCKET ? config.S3_REGION : '',
  accessKeyId: partOf(config.S3_ACCESS_KEY_ID ?? ''),
  secretSet: config.S3_SECRET_ACCESS_KEY !== undefined,
  isDefault,
  ...(lies.get(HOME) ?? { files: 0, bytes: 0 }),
  version: 0,
})

export const storeService: Service<typeof store> = {
  async list({ db, kernel }) {
    const lies = await liesIn(kernel)
    const rows = await storesOf(db)
    const datasources = await db
      .selectFrom('datasource')
      .select(['id', 'name', 'store as storeId'])
      .where('is_deleted', '=', 0)
      .orderBy('name')
      .execute()
    const others = rows.map((row) => shown(row, lies))
    const usual = !rows.some((row) => row.is_default)
    return { stores: [home(kernel, usual, lies), ...others], datasources, folders: kernel.config.DIGAO_STORE_FOLDERS }
  },

  async submit(context, sent) {
    // before the transaction begins with its first query: a name is looked up outside
    if (!sent.id) await checkPlace(context.kernel.config, sent)
    // two at once could name the same place
    await sql`select pg_advisory_xact_lock(hashtext(${STORES_LOCK}))`.execute(context.db)
    const rows = await storesOf(context.db)
    if (rows.some((row) => row.name === sent.name && row.id !== sent.id)) throw new Refusal('storeNameTaken')
    const id = sent.id ? await change(context, rows, sent) : await add(context, rows, sent)
    return { id }
  },

  async remove(context, { ids }) {
    const { db, kernel, language } = context
    await sql`select pg_advisory_xact_lock(hashtext(${STORES_LOCK}))`.execute(db)
    const rows = (await storesOf(db)).filter((row) => ids.includes(row.id))
    every(ids)(rows)
    const lies = await liesIn(kernel)
    const left = await kernel.database.onEveryServer('what is on its way to stores or still to be removed', (all) =>
      all.selectFrom('blob_leftover').select('store').where('store', 'in', ids).execute(),
    )
    // what lies there for tenants of a server that is away nobody knows
    const tenants = await tenantsOf(kernel)
    const answering = new Set(kernel.database.servers())
    if (tenants.some((row) => !answering.has(kernel.database.homeOf(row.tenant_id)))) throw new Refusal('storeDown')
    const chosen = await db.selectFrom('datasource').select('store').where('store', 'in', ids).execute()
    const busy = new Set([...left.flat(), ...chosen].map((row) => row.store))
    for (const row of rows) {
      const holds = (lies.get(row.id)?.files ?? 0) > 0
      const why = holds ? 'storeHoldsFiles' : row.is_default || busy.has(row.id) ? 'storeChosen' : undefined
      if (why) throw new Refusal('storeInUse', { name: row.name, why: say(why, language) })
      const before = { name: row.name, kind: row.kind, folder: row.folder, bucket: row.bucket, endpoint: row.endpoint }
      await db.deleteFrom('object_store').where('id', '=', row.id).execute()
      await audit(context, { action: 'store.remove', bizType: 'storage', bizId: row.id, before })
    }
    return {}
  },

  async choose(context, { storeId, datasourceId }) {
    const { db } = context
    await sql`select pg_advisory_xact_lock(hashtext(${STORES_LOCK}))`.execute(db)
    if (storeId !== '' && storeId !== HOME && !(await storesOf(db)).some(({ id }) => id === storeId)) throw notFound()
    if (datasourceId) {
      one(
        await db
          .updateTable('datasource')
          .set({ store: storeId })
          .where('id', '=', datasourceId)
          .where('is_deleted', '=', 0)
          .returning('id')
          .execute(),
      )
    } else {
      await db.updateTable('object_store').set({ is_default: false }).where('is_default', '=', true).execute()
      if (storeId !== '' && storeId !== HOME)
        await db.updateTable('object_store').set({ is_default: true }).where('id', '=', storeId).execute()
    }
    const bizId = datasourceId ?? ''
    await audit(context, { action: 'store.choose', bizType: 'storage', bizId, after: { storeId: storeId || HOME } })
    return {}
  },
}

async function add(context: Context, rows: readonly Row[], sent: Sent): Promise<string> {
  const { db, kernel } = context
  const { name, kind, folder, bucket, endpoint, region, accessKeyId, secret } = sent
  const disk = kind === 'disk'
  // two stores in one place would take each other's objects for strays
  const folders = rows.flatMap((row) => (row.kind === 'disk' ? [row.folder] : []))
  const taken = disk
    ? [...folders, resolve(kernel.config.DIGAO_DATA)].some((other) => overlap(other, folder))
    : isBucketTaken(kernel, rows, sent)
  if (taken) throw new Refusal(disk ? 'storeFolder' : 'storeBucketTaken')
  if (!disk && bucket === '') throw new Refusal('storeBucket')
  if (!disk && (accessKeyId === '' || !secret)) throw new Refusal('storeSecret')
  const place = disk ? { folder } : { bucket, endpoint, region, access_key_id: accessKeyId }
  const { id } = await db
    .insertInto('object_store')
    .values({
      name,
      kind,
      ...place,
      secret_encrypted: !disk && secret ? seal(kernel.secrets, STORE_VAULT, secret) : '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = disk ? { name, kind, folder } : { name, kind, bucket, endpoint, region }
  await audit(context, { action: 'store.add', bizType: 'storage', bizId: id, after })
  return id
}

function isBucketTaken({ config }: Kernel, rows: readonly Row[], { bucket, endpoint }: Sent): boolean {
  const own = config.S3_BUCKET === bucket && (config.S3_ENDPOINT ?? '') === endpoint
  return bucket !== '' && (own || rows.some((row) => row.bucket === bucket && row.endpoint === endpoint))
}

const overlap = (one: string, other: string) => `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)

/** What lies in a store lies there under its place: only its name and its keys can change. */
async function change(context: Context, rows: readonly Row[], sent: Sent): Promise<string> {
  const { db, kernel } = context
  const before = one(rows.filter((row) => row.id === sent.id))
  if (sent.version !== undefined && sent.version !== before.version) throw conflict()
  const moved = (['kind', 'folder', 'bucket', 'endpoint', 'region'] as const).some(
    (part) => sent[part] !== before[part],
  )
  if (moved) throw new Refusal('storeFixed')
  const keys =
    sent.kind === 's3' && sent.secret
      ? { access_key_id: sent.accessKeyId, secret_encrypted: seal(kernel.secrets, STORE_VAULT, sent.secret) }
      : {}
  if (sent.kind === 's3' && sent.secret && sent.accessKeyId === '') throw new Refusal('storeSecret')
  await db
    .updateTable('object_store')
    .set({ name: sent.name, ...keys, update_time: sql<Date>`now()`, version: before.version + 1 })
    .where('id', '=', before.id)
    .execute()
  await audit(context, {
    action: 'store.update',
    bizType: 'storage',
    bizId: before.id,
    before: { name: before.name },
    after: { name: sent.name, ...('secret_encrypted' in keys ? { secretChanged: true } : {}) },
  })
  return before.id
}
