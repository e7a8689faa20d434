import { sql } from 'kysely'
import type { TextKey } from '#contract/errors.ts'
import { audit, type Auditor } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { plainLine } from '../watch/plain-text.ts'
import { sendMessage } from '../watch/messages.ts'
import { shortAddress } from './guest-pace.ts'
import { SHARES_PLACE } from './link-lock.ts'
import { logShare, type OpenShare, type Visitor } from './open-share.ts'

const QUIET_MS = 10 * 60_000

const titleOf = ({ row, nodes }: OpenShare) => row.title || nodes[0]?.name || ''

type Said = { title: TextKey; body: { key: TextKey; params: Record<string, string> } }

async function tell(kernel: Kernel, db: Db, share: OpenShare, { title, body }: Said): Promise<void> {
  if (!share.row.notify) return
  await sendMessage(kernel, db, {
    userId: share.owner.id,
    type: 'work',
    title: { key: title, params: { title: titleOf(share) } },
    body,
    link: SHARES_PLACE,
  })
}

const seen = (db: Db, shareId: string) =>
  db
    .updateTable('share')
    .set({ last_time: sql<Date>`now()` })
    .where('id', '=', shareId)

/** A link was opened: counted, logged, and told after ten quiet minutes; of a collect link only what comes is told. */
export async function noteVisit(kernel: Kernel, db: Db, share: OpenShare, visitor: Visitor): Promise<void> {
  const { id, mode, last_time: last } = share.row
  const quiet = last === null || Date.now() - last.getTime() > QUIET_MS
  if (quiet && mode !== 'collect')
    await tell(kernel, db, share, {
      title: 'shareOpenedTitle',
      body: { key: 'shareOpenedBody', params: { address: shortAddress(visitor.address) } },
    })
  await seen(db, id)
    .set((eb) => ({ views: eb('views', '+', 1) }))
    .execute()
  await logShare(db, id, { act: 'open', visitor })
}

/** A stranger as the audit names him: as he calls himself, from a shortened address. */
export const guestAuditor = (db: Db, sender: string, { address }: Visitor): Auditor => ({
  db,
  user: { realName: plainLine(sender, 60), account: 'guest' },
  address: shortAddress(address),
  trace: 'guest',
})

export type Came = { visitor: Visitor; sender: string; name: string }

/** A file came; of many at once the first is told. */
export async function noteUpload(kernel: Kernel, db: Db, share: OpenShare, came: Came): Promise<void> {
  const { visitor, sender, name } = came
  const { id } = share.row
  const before = await db
    .selectFrom('share_log')
    .select('id')
    .where('share_id', '=', id)
    .where('act', '=', 'upload')
    .where('create_time', '>', new Date(Date.now() - QUIET_MS))
    .limit(1)
    .executeTakeFirst()
  if (!before)
    await tell(kernel, db, share, {
      title: 'collectedTitle',
      body: { key: 'collectedBody', params: { who: plainLine(sender, 60) || '—', file: plainLine(name, 120) } },
    })
  await seen(db, id).execute()
  await logShare(db, id, { act: 'upload', what: name, who: sender, visitor })
  const entry = { action: 'share.receive', bizType: 'share', bizId: id, after: { file: name } }
  await audit(guestAuditor(db, sender, visitor), entry)
}
