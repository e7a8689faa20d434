import { writeFile } from 'node:fs/promises'
import { MOST_LINK_MB } from '#contract/viewer.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { AddressForbidden, fetchOutside } from '#server/kernel/outbound.ts'
import type { User } from '#server/kernel/service.ts'
import { keepResult, withScratch } from '../list/result-file.ts'

const MOST = MOST_LINK_MB * 1024 ** 2
const WITHIN_MS = 60_000
/** Longest address that is named in a refusal. */
const LONGEST = 300

/**
 * Fetches a file from outside by the server's rules (https, public addresses, no redirect followed) and keeps it a week as the
 * person's own. Refuses in words: viewerLinkNone, viewerLinkPrivate, viewerLinkRedirect, viewerLinkRefused, viewerLinkTooLarge,
 * viewerLinkPage, outsideFailed.
 */
export async function fetchLink(kernel: Kernel, user: User, link: string): Promise<{ id: string; name: string }> {
  if (!URL.canParse(link)) throw new Refusal('viewerLinkNone')
  const url = new URL(link)
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') throw new Refusal('viewerLinkNone')
  const { host } = url
  const reply = await fetchOutside(kernel, url, { most: MOST, within: WITHIN_MS, headers: { accept: '*/*' } }).catch(
    (error: unknown) => {
      throw inWords(error, url)
    },
  )
  if (reply.status >= 300 && reply.status < 400) {
    const to = reply.headers.get('location') ?? ''
    const whole = URL.canParse(to, url.href) ? new URL(to, url).href : to
    throw new Refusal('viewerLinkRedirect', { host, to: whole.slice(0, LONGEST) })
  }
  if (!reply.ok) throw new Refusal('viewerLinkRefused', { host, status: reply.status })
  // a share page or a sign-in form, not what was asked for
  if (/^text\/html/i.test(reply.headers.get('content-type') ?? '')) throw new Refusal('viewerLinkPage')
  const bytes = new Uint8Array(await reply.arrayBuffer())
  const name = nameOf(url, reply.headers.get('content-disposition') ?? '')
  return withScratch(kernel, async (path) => {
    await writeFile(path, bytes, { mode: 0o600 })
    return keepResult(kernel, { tenantId: user.tenantId, userId: user.id }, { path, name })
  })
}

function inWords(error: unknown, { protocol, host }: URL): unknown {
  if (!(error instanceof Refusal) || !(error.cause instanceof Error)) return error
  if (/too long/.test(error.cause.message)) return new Refusal('viewerLinkTooLarge', { host, limit: MOST_LINK_MB })
  if (!(error.cause instanceof AddressForbidden)) return error
  return protocol === 'https:' ? new Refusal('viewerLinkPrivate', { host }) : new Refusal('viewerLinkNone')
}

/** What the other side calls the file, else the end of its address; how it is kept and shown is `fileName`'s business. */
function nameOf({ pathname, host }: URL, disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1]
  return decoded(encoded) || plain?.trim() || decoded(pathname.split('/').at(-1)) || host
}

function decoded(text: string | undefined): string {
  try {
    return decodeURIComponent(text ?? '')
  } catch {
    return text ?? ''
  }
}
