import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { claimPace } from '../sms/pace.ts'

const PER_DAY = 5
const bucketOf = (address: string) => `register ${createHash('sha256').update(address).digest('base64url')}`
const platform = { tenantId: PLATFORM, userId: '' }

/** Claims one registration of a network address; refuses the sixth of a day. */
export async function claimRegistration({ database }: Kernel, address: string): Promise<void> {
  const claimed = await database.inTenant(platform, (db) => claimPace(db, bucketOf(address), { day: PER_DAY }))
  if ('met' in claimed) throw new Refusal('registerTooMany', { seconds: claimed.seconds })
}

/** One that did not come about does not count. */
export async function giveBackRegistration({ database }: Kernel, address: string): Promise<void> {
  await database.inTenant(platform, (db) =>
    sql`update pace set times = times[1:cardinality(times) - 1] where bucket = ${bucketOf(address)}`.execute(db),
  )
}
