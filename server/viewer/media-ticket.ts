import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { TICKET_SECONDS } from '#contract/viewer.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'

/** What a ticket opens: one content of one file, for one person working in one tenant, in one session. */
const Ticket = z.object({
  file: z.uuid(),
  content: z.string(),
  tenant: z.string(),
  home: z.string(),
  user: z.string(),
  session: z.string(),
  until: z.number(),
})
type Held = Pick<Kernel, 'secrets' | 'sessions'>

const signature = ({ secrets }: Pick<Kernel, 'secrets'>, text: string) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secrets.tokenKey, '', 'digao viewer media', 32)))
    .update(text)
    .digest()

/** A ticket for a file the person has just been found to read; it holds for TICKET_SECONDS and not beyond his session. */
export function signMedia(kernel: Pick<Kernel, 'secrets'>, user: User, file: { id: string; sha256: string }): string {
  const ticket: z.output<typeof Ticket> = {
    file: file.id,
    content: file.sha256,
    tenant: user.tenantId,
    home: user.homeTenantId,
    user: user.id,
    session: user.sessionId,
    until: Date.now() + TICKET_SECONDS * 1000,
  }
  const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return `${text}.${signature(kernel, text).toString('base64url')}`
}

function readTicket(kernel: Pick<Kernel, 'secrets'>, ticket: string): z.output<typeof Ticket> | undefined {
  const [text = '', signed = ''] = ticket.split('.')
  const right = signature(kernel, text)
  const given = Buffer.from(signed, 'base64url')
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const read = Ticket.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  return read.success && read.data.until > Date.now() ? read.data : undefined
}

/**
 * Whose ticket it is, with the rights he has now, and for what. Refuses with viewerTicketOver what was not signed here, is over,
 * or whose session has ended or works in another tenant by now; whether he may still read the file is asked of the file.
 */
export async function holderOf(kernel: Held, text: string): Promise<{ user: User; fileId: string; sha256: string }> {
  const ticket = readTicket(kernel, text)
  if (!ticket) throw new Refusal('viewerTicketOver')
  const { home, session, file: fileId, content: sha256 } = ticket
  const standing = await kernel.sessions.standing([{ tenantId: home, sessionId: session }])
  const user = standing.has(session) ? await kernel.sessions.personOf(home, session) : undefined
  if (!user || user.id !== ticket.user || user.tenantId !== ticket.tenant || user.mustChangePassword)
    throw new Refusal('viewerTicketOver')
  return { user, fileId, sha256 }
}
