import { type BlobRow, blobsAfter, findBlob, noteScan } from '#server/kernel/blob-row.ts'
import type { Actor } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { tenantsOf } from '../watch/storage-scan.ts'
import { looked } from './rules.ts'
import { type Scanner, scannerOf, scannerSettings } from './scanner.ts'
import { tellTrouble } from './trouble.ts'

const BATCH = 100

export type Rescanned = { scanned: number; infected: number; waiting: number }

/**
 * Looks into content that came in while the scanner was away, or into all of it (new signatures find old viruses). What is infected
 * is not handed out any more, and its tenant's administrators are told. Ends where the scanner is away still.
 */
export async function rescan(
  kernel: Kernel,
  signal: AbortSignal,
  { all = false, tell }: { all?: boolean; tell?: (count: number) => Promise<void> } = {},
): Promise<Rescanned> {
  const done: Rescanned = { scanned: 0, infected: 0, waiting: 0 }
  const settings = await kernel.database.inTenant({ tenantId: PLATFORM, userId: '' }, scannerSettings)
  const scanner = scannerOf(kernel, settings)
  if (!scanner) return done
  for (const { tenant_id: tenantId } of await tenantsOf(kernel)) {
    const actor = { tenantId, userId: '' }
    try {
      for await (const row of unscanned(kernel, actor, all)) {
        signal.throwIfAborted()
        if (!(await scanOne(kernel, actor, { row, scanner, done }))) return done
        await tell?.(done.scanned)
      }
    } catch (error) {
      signal.throwIfAborted()
      kernel.log.error({ err: error, tenant: tenantId }, 'the files of a tenant could not be scanned for viruses')
    }
  }
  return done
}

async function* unscanned({ database }: Kernel, actor: Actor, all: boolean): AsyncGenerator<BlobRow> {
  for (let after = ''; ;) {
    const batch = await database.inTenant(actor, async (db) => {
      if (all) return blobsAfter(db, after, BATCH)
      const waiting = db.selectFrom('blob').select('sha256').where('scan', '=', 'waiting').where('sha256', '>', after)
      const next = await waiting.orderBy('sha256').limit(BATCH).execute()
      const rows = await Promise.all(next.map(({ sha256 }) => findBlob(db, sha256)))
      return rows.flatMap((row) => row ?? [])
    })
    yield* batch.filter(({ damage }) => damage === '')
    const last = batch.at(-1)
    if (!last) return
    after = last.sha256
  }
}

type One = { row: BlobRow; scanner: Scanner; done: Rescanned }

/** Answers false while the scanner is away: the rest waits with it. */
async function scanOne(kernel: Kernel, actor: Actor, { row, scanner, done }: One): Promise<boolean> {
  const { sha256, size } = row
  if (row.scan === 'infected') return true
  const file = await kernel.database.inTenant(actor, (db) =>
    db.selectFrom('file').select('name').where('sha256', '=', sha256).where('is_deleted', '=', 0).executeTakeFirst(),
  )
  const verdict = await kernel.blobs
    .asPath(actor, sha256, (path) => looked(kernel, scanner, { path, name: file?.name ?? '', size }))
    .catch((error: unknown) => {
      // it goes on waiting, and keeps no other from its turn
      kernel.log.warn({ err: error, tenant: actor.tenantId, sha256 }, 'content could not be read to be scanned')
      return undefined
    })
  if (!verdict) return true
  if (verdict === 'away') {
    done.waiting++
    return false
  }
  done.scanned++
  // a name that only looks like a program's was let in before; it is no virus
  if (verdict.is !== 'infected') {
    await kernel.database.inTenant(actor, (db) => noteScan(db, sha256, verdict.is === 'large' ? 'large' : 'clean'))
    return true
  }
  done.infected++
  await kernel.database.inTenant(actor, (db) => noteScan(db, sha256, 'infected', verdict.virus))
  await tellTrouble(kernel, actor, sha256, { key: 'infectedBody', virus: verdict.virus })
  return true
}
