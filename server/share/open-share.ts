import { diskLevel } from '#contract/disk-shapes.ts'
import { extentOf } from '#contract/grants.ts'
import type { ShareAct } from '#contract/share.ts'
import { verifyShared } from './guest-password.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { type DiskRow, nodes, standing, toRow } from '../disk/rows.ts'
import { levelIn, type Sight, sightOf } from '../disk/sight.ts'
import { plainLine } from '../watch/plain-text.ts'
import { countPassword, passwordWasRight, shortAddress } from './guest-pace.ts'
import { checkUnlocked, noteWrong, SHARES_PLACE, tellLocked } from './link-lock.ts'
import { lockOf, newVisit, readTicket, readToken, type Ticket } from './guest-token.ts'
import { modeOf, shares, type NamedShare, stateOf } from './share-rows.ts'

/** Who looks at a link: from where, with what. */
export type Visitor = { address: string; device: string }
/** A link that leads somewhere now: who made it, with the rights he has now, and what he may still give of it. */
export type OpenShare = { row: NamedShare; owner: User; nodes: DiskRow[]; visit: string; tenantId: string }

const gone = () => new Refusal('guestGone')

/** What the maker must be allowed with what he shares. */
export const leastOf = (mode: string): number => (modeOf(mode) === 'collect' ? diskLevel.upload : diskLevel.download)

/** Those of the link's nodes that stand and that its maker may still give. */
export async function sharedNodes(db: Db, owner: User, row: Pick<NamedShare, 'id' | 'mode'>): Promise<DiskRow[]> {
  const named = db.selectFrom('share_node').select('node_id').where('share_id', '=', row.id)
  const found = await nodes(db)
    .where('disk_node.id', 'in', named)
    .where('trashed_at', 'is', null)
    .orderBy('disk_node.kind', 'desc')
    .orderBy('disk_node.name_key')
    .execute()
  const spaces = [...new Set(found.map(({ space_id }) => space_id))]
  const sights = new Map<string, Sight>()
  for (const space of spaces) sights.set(space, await sightOf({ db, user: owner }, space))
  return found.flatMap((node) => {
    const sight = sights.get(node.space_id)
    const level = sight ? levelIn(sight, standing(node)) : 0
    return level >= leastOf(row.mode) ? [toRow(node, level, owner.id)] : []
  })
}

type Found = Omit<OpenShare, 'visit' | 'tenantId'>
type Wanted = { by: 'token_hash'; is: Buffer } | { by: 'id'; is: string }

/** Of a link that opens: `within` lets one through whose number was used up by this visit or another. */
async function find(kernel: Kernel, db: Db, wanted: Wanted, within: boolean): Promise<Found> {
  const query = shares(db)
  const row = await (
    wanted.by === 'id' ? query.where('share.id', '=', wanted.is) : query.where('share.token_hash', '=', wanted.is)
  ).executeTakeFirst()
  const state = row && stateOf(row)
  if (!row || !(state === 'active' || (within && state === 'exhausted'))) throw gone()
  const owner = await kernel.sessions.keyHolder(db, row.create_user)
  if (!owner || extentOf(owner.held, 'share.use') === undefined) throw gone()
  const given = await sharedNodes(db, owner, row)
  if (given.length === 0) throw gone()
  return { row, owner, nodes: given }
}

const inTenant = <T>(kernel: Kernel, tenantId: string, work: (db: Db) => Promise<T>) =>
  kernel.database.inTenant({ tenantId, userId: '' }, work)

/** By its token and, where it has one, its password; `locked` is a link whose password is still to come. */
export async function openByToken(
  kernel: Kernel,
  { token, password }: { token: string; password?: string | undefined },
  visitor: Visitor,
): Promise<OpenShare & { locked: boolean }> {
  const place = readToken(kernel, token)
  if (!place) throw gone()
  const { tenantId, hash } = place
  const found = await inTenant(kernel, tenantId, (db) => find(kernel, db, { by: 'token_hash', is: hash }, false))
  const opened = { ...found, tenantId, visit: newVisit() }
  const stored = found.row.password_hash
  if (stored === null) return { ...opened, locked: false }
  if (password === undefined || password === '') return { ...opened, locked: true }
  checkUnlocked(found.row)
  await countPassword(kernel, found.row.id, visitor.address)
  if (await verifyShared(stored, password)) {
    await passwordWasRight(kernel, found.row.id, visitor.address)
    return { ...opened, locked: false }
  }
  await inTenant(kernel, tenantId, async (db) => {
    await logShare(db, found.row.id, { act: 'wrongPassword', visitor })
    const until = await noteWrong(db, 'share', found.row.id)
    if (until) await tellLocked(kernel, db, { to: [found.owner.id], title: found.row.title, until, link: SHARES_PLACE })
  })
  throw new Refusal('guestPassword')
}

/** The link of a ticket, as it stands now: whatever ended it since ends this too. */
export async function openByTicket(kernel: Kernel, text: string): Promise<OpenShare> {
  const ticket = readTicket(kernel, text)
  if (!ticket || ticket.kind !== 'share') throw new Refusal('guestTicket')
  return inTenant(kernel, ticket.tenantId, (db) => openTicket(kernel, db, ticket))
}

async function openTicket(kernel: Kernel, db: Db, ticket: Ticket): Promise<OpenShare> {
  const found = await find(kernel, db, { by: 'id', is: ticket.id }, true)
  if (lockOf(found.row.password_hash) !== ticket.lock) throw new Refusal('guestTicket')
  return { ...found, tenantId: ticket.tenantId, visit: ticket.visit }
}

type Entry = { act: ShareAct; what?: string; who?: string; visitor: Visitor }

/** Writes a line of the link's log; texts of strangers become one harmless line. */
export async function logShare(db: Db, shareId: string, { act, what = '', who = '', visitor }: Entry): Promise<void> {
  await db
    .insertInto('share_log')
    .values({
      share_id: shareId,
      act,
      what: plainLine(what, 300),
      who: plainLine(who, 60),
      address: shortAddress(visitor.address),
      device: plainLine(visitor.device, 300),
    })
    .execute()
}
