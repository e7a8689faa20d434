import type { MenuNode } from '#contract/menu.ts'
import type { Layout } from '../shell/page-route.ts'

/** Parts of the address that every link of a layout carries on. */
const carried: Partial<Record<Layout, readonly string[]>> = {
  enterprise: ['enterpriseId'],
  project: ['enterpriseId', 'projectId', 'projectName'],
}
/** Where a layout shows the page of another site. */
const frames: Record<Layout, string> = {
  firm: '/iframe/index',
  personal: '/iframe/index',
  none: '/iframe/index',
  edu: '/edu/iframe',
  enterprise: '/aiApp/iframe',
  project: '/projectApp/iframe',
}

/** Whether a menu leads to another site, which is shown inside the frame. */
export const isFramed = ({ href }: Pick<MenuNode, 'href'>) => /^https?:\/\//i.test(href)

type Entry = Pick<MenuNode, 'id' | 'path' | 'href' | 'query'>

/**
 * Where an entry leads: the page at its path with its query, in an enterprise or project with that; a link elsewhere to the
 * embedded frame, which gets the menu's id and never the link.
 */
export function menuLink(entry: Entry, layout: Layout, place: URLSearchParams): string {
  const [path = '', own = ''] = (isFramed(entry) ? frames[layout] : entry.href || entry.path).split('?')
  const query = new URLSearchParams(own)
  for (const [name, value] of new URLSearchParams(entry.query)) query.set(name, value)
  if (isFramed(entry)) query.set('menuId', entry.id)
  for (const name of carried[layout] ?? []) query.set(name, place.get(name) ?? '')
  return query.size > 0 ? `${path}?${query}` : path
}

/** Whether one stands where a link leads, or below; what a layout carries and the view changes makes no other place. */
export function leadsHere(link: string, here: { pathname: string; search: string }): boolean {
  const [path = '', query = ''] = link.split('?')
  const now = new URLSearchParams(here.search)
  return (
    (here.pathname === path || here.pathname.startsWith(`${path}/`)) &&
    [...new URLSearchParams(query)].every(([name, value]) => name === 'projectName' || (now.get(name) ?? '') === value)
  )
}
