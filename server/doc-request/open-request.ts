import { sql } from 'kysely'
import { diskLevel } from '#contract/disk-shapes.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { topOf } from '../disk/rows.ts'
import { openSpace } from '../disk/spaces.ts'
import { countPassword, passwordWasRight } from '../share/guest-pace.ts'
import { verifyShared } from '../share/guest-password.ts'
import { checkUnlocked, noteWrong, tellLocked } from '../share/link-lock.ts'
import { lockOf, newVisit, readTicket, readToken } from '../share/guest-token.ts'
import { administratorsOf } from '../watch/messages.ts'
import { answerersOf, deskOf } from './answerers.ts'
import { namedRequests } from './request-rows.ts'

export type OpenRequest = { row: OpenRow; tenantId: string; visit: string }

const gone = () => new Refusal('guestGone')

/** Requests that are open, of a project or client that stands, in a tenant that may work, with who is in charge. */
const openRows = (db: Db) =>
  namedRequests(db)
    .innerJoin('tenant', 'tenant.tenant_id', 'doc_request.tenant_id')
    .select(sql<string>`coalesce(firm_project.owner, firm_enterprise.owner)`.as('in_charge'))
    .where('doc_request.state', '=', 'open')
    .where('tenant.status', '=', 1)
    .where('tenant.is_deleted', '=', 0)
    .where((eb) => eb.or([eb('tenant.expire_time', 'is', null), eb('tenant.expire_time', '>', new Date())]))
type OpenRow = Awaited<ReturnType<ReturnType<typeof openRows>['execute']>>[number]

/** The same answer for whatever is not open. */
async function find(db: Db, by: { hash: Buffer } | { id: string }): Promise<OpenRow> {
  const query = openRows(db)
  const row = await (
    'id' in by ? query.where('doc_request.id', '=', by.id) : query.where('doc_request.token_hash', '=', by.hash)
  ).executeTakeFirst()
  if (!row) throw gone()
  return row
}

const inTenant = <T>(kernel: Kernel, tenantId: string, work: (db: Db) => Promise<T>) =>
  kernel.database.inTenant({ tenantId, userId: '' }, work)

/** By its token and, where it has one, its password; `locked` is one whose password is still to come. */
export async function openRequest(
  kernel: Kernel,
  { token, password }: { token: string; password?: string | undefined },
  address: string,
): Promise<OpenRequest & { locked: boolean }> {
  const place = readToken(kernel, token)
  if (!place) throw gone()
  const { tenantId, hash } = place
  const row = await inTenant(kernel, tenantId, (db) => find(db, { hash }))
  const opened = { row, tenantId, visit: newVisit() }
  if (row.password_hash === null) return { ...opened, locked: false }
  if (password === undefined || password === '') return { ...opened, locked: true }
  checkUnlocked(row)
  await countPassword(kernel, row.id, address)
  if (!(await verifyShared(row.password_hash, password))) {
    await inTenant(kernel, tenantId, async (db) => {
      const until = await noteWrong(db, 'doc_request', row.id)
      if (until)
        await tellLocked(kernel, db, {
          to: await answerersOf(kernel, db, row),
          title: row.title,
          until,
          link: deskOf(row),
        })
    })
    throw new Refusal('guestPassword')
  }
  await passwordWasRight(kernel, row.id, address)
  return { ...opened, locked: false }
}

/** The request of a ticket, as it stands now. */
export async function requestByTicket(kernel: Kernel, text: string): Promise<OpenRequest> {
  const ticket = readTicket(kernel, text)
  if (!ticket || ticket.kind !== 'request') throw new Refusal('guestTicket')
  const { tenantId, id, visit, lock } = ticket
  const row = await inTenant(kernel, tenantId, (db) => find(db, { id }))
  if (lockOf(row.password_hash) !== lock) throw new Refusal('guestTicket')
  return { row, tenantId, visit }
}

/**
 * In whose name what comes is put into the disk, and below which folder: the maker's, else that of who is in charge, else an
 * administrator's. A request is the firm's and outlives who made it.
 */
export async function receiverOf(
  kernel: Kernel,
  db: Db,
  { row }: OpenRequest,
): Promise<{ user: User; rootId: string }> {
  const candidates = [row.create_user, row.in_charge, ...(await administratorsOf(db))]
  for (const id of new Set(candidates)) {
    if (!id) continue
    const user = await kernel.sessions.keyHolder(db, id)
    if (!user) continue
    const top = await openSpace(
      { db, user },
      row.project_id ? 'project' : 'enterprise',
      row.project_id ?? row.client_id,
    )
      .then((space) => topOf({ db, user }, space.id))
      .catch((error: unknown) => {
        if (error instanceof Refusal) return undefined
        throw error
      })
    if (top && top.level >= diskLevel.upload) return { user, rootId: top.id }
  }
  throw new Refusal('requestNoAnswerer')
}
