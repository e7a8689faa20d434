import { isPlain } from '../routes.ts'
import { pageAt, redirectOf } from '../shell/place.ts'

/** What will not work about where a menu leads, though it may be saved. */
export type MenuWarning = { kind: 'noPage'; path: string } | { kind: 'hostClosed'; host: string }

const anybody = { roleName: '', held: {} }

/**
 * A path at which there is no page, or a link to a site whose pages may not stand inside the frame. `hosts`: undefined while
 * they are not known.
 */
export function menuWarning(
  { path = '', href = '' }: { path?: string | undefined; href?: string | undefined },
  hosts: readonly string[] | undefined,
): MenuWarning | undefined {
  const link = /^https?:\/\//i.test(href) ? URL.parse(href) : null
  if (link) return hosts && !hosts.includes(link.host) ? { kind: 'hostClosed', host: link.host } : undefined
  // a link within the house goes before the path
  const [at = ''] = (href || path).trim().split('?')
  if (at === '' || pageAt(at) || isPlain(at) || redirectOf(at, anybody)) return undefined
  return { kind: 'noPage', path: at }
}
