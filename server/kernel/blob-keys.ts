import { randomBytes } from 'node:crypto'
import type { Actor, Database, Db } from './database.ts'
import { Refusal } from './errors.ts'
import type { Secrets } from './secrets.ts'
import { seal, unseal } from './vault.ts'

export type TenantKey = { version: number; key: Buffer }

/** Keys of tenants for their files. They lie sealed by the deployment's secrets: whoever loses those loses every sealed file. */
export type BlobKeys = {
  /** The key that seals now; the first is made here. Inside a transaction of the tenant. */
  newest(db: Db, tenantId: string): Promise<TenantKey>
  /** The key of this version. Refuses where it cannot be opened. */
  of(actor: Actor, version: number): Promise<Buffer>
  /** Makes a newer one; answers its version. */
  rotate(db: Db, tenantId: string): Promise<number>
}

const purpose = (tenantId: string) => `blob key ${tenantId}`
const last = (db: Db) =>
  db.selectFrom('blob_key').select(['version', 'sealed_key']).orderBy('version', 'desc').limit(1).executeTakeFirst()

export function openBlobKeys(database: Database, secrets: Secrets): BlobKeys {
  // a key never changes under its version once it is committed; one that was just made may yet be rolled back, and is not kept here
  const known = new Map<string, Buffer>()
  const open = (tenantId: string, sealed: string): Buffer => {
    try {
      return Buffer.from(unseal(secrets, purpose(tenantId), sealed), 'base64')
    } catch {
      throw new Refusal('fileKeyLost')
    }
  }
  const add = (db: Db, tenantId: string, version: number) =>
    db
      .insertInto('blob_key')
      .values({ version, sealed_key: seal(secrets, purpose(tenantId), randomBytes(32).toString('base64')) })
      // of two that make one at once the first counts for both
      .onConflict((clash) => clash.doNothing())
      .execute()

  return {
    async newest(db, tenantId) {
      let row = await last(db)
      if (!row) {
        await add(db, tenantId, 1)
        row = await last(db)
      }
      if (!row) throw new Error(`no key for the files of ${tenantId}`)
      return { version: row.version, key: open(tenantId, row.sealed_key) }
    },

    async of(actor, version) {
      const name = `${actor.tenantId} ${version}`
      const before = known.get(name)
      if (before) return before
      const row = await database.inTenant(actor, (db) =>
        db.selectFrom('blob_key').select('sealed_key').where('version', '=', version).executeTakeFirst(),
      )
      if (!row) throw new Refusal('fileKeyLost')
      const key = open(actor.tenantId, row.sealed_key)
      known.set(name, key)
      return key
    },

    async rotate(db, tenantId) {
      const version = ((await last(db))?.version ?? 0) + 1
      await add(db, tenantId, version)
      return version
    },
  }
}
