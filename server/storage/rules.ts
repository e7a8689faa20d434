import { sql } from 'kysely'
import type { ScanState } from '#server/kernel/blob-row.ts'
import type { BlobRules } from '#server/kernel/blobs.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Actor, Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { readParam } from '../system/param-store.ts'
import { type Scanner, scannerOf, scannerSettings, type Suspect, type Verdict } from './scanner.ts'
import { tellTrouble } from './trouble.ts'

/** What holds for all content: sealed where the parameter fileEncryption says so, and looked into before it is stored. */
export const blobRules = (kernel: Kernel): BlobRules => ({
  seals: async (db) => (await readParam(db, 'fileEncryption')) === 'on',
  admit: (actor, file) => admit(kernel, actor, file),
  damaged: (actor, sha256) => tellTrouble(kernel, actor, sha256, { key: 'damagedBody' }),
})

async function admit(kernel: Kernel, actor: Actor, file: Suspect & { sha256: string }): Promise<ScanState> {
  const settings = await kernel.database.inTenant(actor, scannerSettings)
  const scanner = scannerOf(kernel, settings)
  if (!scanner) return 'none'
  const verdict = await looked(kernel, scanner, file)
  if (verdict === 'away') {
    if (settings.refusesWithout) throw new Refusal('scannerAway')
    return 'waiting'
  }
  if (verdict.is === 'clean' || verdict.is === 'large') return verdict.is
  const virus = verdict.is === 'infected' ? verdict.virus : ''
  await kernel.database.inTenant(actor, (db) => auditRefused(db, actor, file, virus))
  const name = file.name || '…'
  throw virus ? new Refusal('fileInfected', { name, virus }) : new Refusal('fileDisguised', { name })
}

/** What the scanner says; `away` where it cannot be asked, which is logged. */
export async function looked({ log }: Kernel, scanner: Scanner, file: Suspect): Promise<Verdict | 'away'> {
  try {
    return await scanner.scan(file)
  } catch (error) {
    log.warn({ err: error }, 'the virus scanner cannot be asked')
    return 'away'
  }
}

/** The name of whoever sent it is read here: a job or a stream has no more of him than his id. */
async function auditRefused(db: Db, { userId }: Actor, file: Suspect & { sha256: string }, virus: string) {
  const person = await db
    .selectFrom('app_user')
    .select(['real_name', 'account'])
    .where(sql<string>`id::text`, '=', userId)
    .executeTakeFirst()
  const user = { realName: person?.real_name ?? '', account: person?.account ?? '' }
  await audit(
    { db, user, address: '', trace: '' },
    {
      action: 'file.refused',
      bizType: 'file',
      bizId: file.sha256,
      after: { name: file.name, virus: virus || 'disguised' },
    },
  )
}
