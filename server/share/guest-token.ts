import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { GUEST_HOURS } from '#contract/guest-term.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { seal, unseal } from '#server/kernel/vault.ts'

type Keys = Pick<Kernel, 'secrets'>

const RANDOM_BYTES = 20
const TICKET_MS = GUEST_HOURS * 3_600_000
const SEAL = 'share link'
const hashOf = (token: string) => createHash('sha256').update(token).digest()
const keyOf = ({ secrets }: Keys, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secrets.tokenKey, '', `digao guest ${purpose}`, 32))
const digest = (key: Buffer, text: Buffer | string) => createHmac('sha256', key).update(text).digest()

/** Hides the tenant's id behind the random part, so that a token finds its tenant and shows it to nobody. */
const veil = (keys: Keys, random: Buffer, bytes: Buffer) => {
  const pad = digest(keyOf(keys, 'tenant'), random)
  return Buffer.from(bytes.map((byte, at) => byte ^ (pad[at] ?? 0)))
}

/** A new public token: 160 random bits and the veiled tenant; what is kept of it finds it again, and shows it again to who made it. */
export function newToken(keys: Keys, tenantId: string): { token: string; hash: Buffer; sealed: string } {
  const random = randomBytes(RANDOM_BYTES)
  const token = Buffer.concat([random, veil(keys, random, Buffer.from(tenantId))]).toString('base64url')
  return { token, hash: hashOf(token), sealed: seal(keys.secrets, SEAL, token) }
}

/** The token of a link for the one who may see it again. */
export const tokenAgain = ({ secrets }: Keys, sealed: string): string => unseal(secrets, SEAL, sealed)

/** Where a token would be found; undefined for what cannot be one. */
export function readToken(keys: Keys, token: string): { tenantId: string; hash: Buffer } | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.toString('base64url') !== token) return undefined
  const random = bytes.subarray(0, RANDOM_BYTES)
  const tenantId = veil(keys, random, bytes.subarray(RANDOM_BYTES)).toString('latin1')
  return /^[0-9A-Za-z]{6,12}$/.test(tenantId) ? { tenantId, hash: hashOf(token) } : undefined
}

/** What opens a link’s calls for half a day: of which kind, whose, which, which visit, under which password. */
export type Ticket = { kind: 'share' | 'request'; tenantId: string; id: string; visit: string; lock: string }

/** Names a password without telling it: a ticket from before it was changed no longer opens. */
export const lockOf = (passwordHash: string | null): string =>
  passwordHash === null ? '' : createHash('sha256').update(passwordHash).digest('base64url').slice(0, 12)

export const newVisit = () => randomBytes(12).toString('base64url')

export function signTicket(keys: Keys, { kind, tenantId, id, visit, lock }: Ticket): string {
  const said = [kind, tenantId, id, visit, lock, String(Date.now() + TICKET_MS)].join('|')
  const text = Buffer.from(said).toString('base64url')
  return `${text}.${digest(keyOf(keys, 'ticket'), text).toString('base64url')}`
}

/** Undefined for what was not signed here, or is over. */
export function readTicket(keys: Keys, ticket: string): Ticket | undefined {
  const [text = '', signature = ''] = ticket.split('.')
  const right = digest(keyOf(keys, 'ticket'), text)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const [kind, tenantId = '', id = '', visit = '', lock = '', expires = '0'] = Buffer.from(text, 'base64url')
    .toString()
    .split('|')
  if ((kind !== 'share' && kind !== 'request') || Number(expires) < Date.now()) return undefined
  return { kind, tenantId, id, visit, lock }
}
