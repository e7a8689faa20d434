import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'

export type Pace = { most: number; seconds: number }

/** Per network address: opening links, and what costs the server work or space. */
export const openPace: Pace = { most: 240, seconds: 600 }
export const heavyPace: Pace = { most: 300, seconds: 600 }
export const uploadPace: Pace = { most: 1_000, seconds: 3_600 }
/** Refused files of one link that are kept in its log. */
export const refusalPace: Pace = { most: 30, seconds: 600 }
/** Passwords: of one link from one address, and of one link from anywhere. */
const hereTries: Pace = { most: 8, seconds: 600 }
const linkTries: Pace = { most: 30, seconds: 3_600 }

const short = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** Counts before anything is looked at, so that many at once get no further than one after another would. */
async function countOne({ database }: Kernel, bucket: string, { most, seconds }: Pace): Promise<void> {
  const { rows } = await sql<{ used: number; left: number }>`
    insert into attempt (bucket, opens, used)
    values (${bucket}, date_bin(make_interval(secs => ${seconds}), now(), 'epoch'), 1)
    on conflict (bucket, opens) do update set used = attempt.used + 1
    returning used, ceil(extract(epoch from opens - now()) + ${seconds}::int)::int as left`.execute(database.outside)
  const [row] = rows
  if (row && row.used > most) throw new Refusal('tooMany', { seconds: Math.max(1, row.left) })
}

/** Counts a visitor's call against his network address. */
export const countGuest = (kernel: Kernel, what: string, address: string, pace: Pace): Promise<void> =>
  countOne(kernel, `guest ${what} ${short(networkOf(address))}`, pace)

/** Counts something of a link, wherever it comes from. */
export const countLink = (kernel: Kernel, linkId: string, pace: Pace): Promise<void> =>
  countOne(kernel, `guest refused ${linkId}`, pace)

const triesOf = (linkId: string, address: string): (readonly [string, Pace])[] => [
  [`guest password ${linkId} ${short(networkOf(address))}`, hereTries],
  [`guest password ${linkId}`, linkTries],
]

/** Counts a try of a link's password. */
export async function countPassword(kernel: Kernel, linkId: string, address: string): Promise<void> {
  for (const [bucket, pace] of triesOf(linkId, address)) await countOne(kernel, bucket, pace)
}

/** The try was right: a link that is sent to many, or opened by many of one office, does not close to them. */
export async function passwordWasRight({ database }: Kernel, linkId: string, address: string): Promise<void> {
  for (const [bucket, { seconds }] of triesOf(linkId, address))
    await sql`update attempt set used = used - 1 where bucket = ${bucket} and used > 0
      and opens = date_bin(make_interval(secs => ${seconds}), now(), 'epoch')`.execute(database.outside)
}

/** Who has an IPv6 line has 2^64 addresses: they count as one. */
export function networkOf(address: string): string {
  if (!address.includes(':') || /^::ffff:\d+\./i.test(address)) return address.replace(/^::ffff:/i, '')
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...(tail === undefined ? [] : zeros), ...after].slice(0, 4).join(':')
}

/** An address as the log keeps it: its last part is left out. */
export function shortAddress(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address)
  if (v4) return `${v4[1] ?? ''}.*`
  return address === '' ? '' : `${address.split(':').slice(0, 3).join(':')}:*`
}
