import { type Held, type Role, rolesOf } from '#contract/grants.ts'
import type { Scope } from '#web/kernel/tabs.ts'
import type { Layout, PageRoute } from './page-route.ts'
import { pages } from './pages.ts'

/** Whom a place is for. */
export type Person = { roleName: string; held: Held; tenantType?: string }

const staff: readonly Role[] = ['administrator', 'admin', 'zxs']
const holds = (roleName: string, of: readonly Role[]) => rolesOf(roleName).some((role) => of.includes(role))

/** Addresses that mean another page. */
const redirects: Readonly<Record<string, string>> = {
  '/firm': '/firm/index',
  '/personal': '/personal/index',
  '/edu': '/edu/index',
  '/firmProject': '/firmProject/financialInfo',
}

const exact = new Map(pages.map((route) => [route.path, route]))
const patterns = pages
  .filter(({ path }) => path.includes('{'))
  .map((route) => ({ route, shape: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))

/** The page at an address; addresses with `{parts}` are tried last. */
export const pageAt = (pathname: string): PageRoute | undefined =>
  exact.get(pathname) ?? patterns.find(({ shape }) => shape.test(pathname))?.route

/** Whether a page is for a person; the server decides about the data. */
export const opensFor = ({ roles, excludeRoles, may }: PageRoute, { roleName, held }: Person) =>
  (!roles || holds(roleName, roles)) &&
  !(excludeRoles && holds(roleName, excludeRoles)) &&
  (!may || held[may] !== undefined)

/**
 * Where a person begins: who runs the platform at its tenants, a person of the personal edition at his home, staff at the
 * firm's or the school's, teachers at their courses, students at theirs, others at the general home.
 */
export function landing({ roleName, held, tenantType }: Person) {
  if (held['tenant.manage']) return '/platform/tenant'
  if (holds(roleName, ['personal'])) return '/personal/index'
  const administers = holds(roleName, ['administrator', 'admin'])
  if (tenantType === 'school' && administers) return '/edu/index'
  if (holds(roleName, staff)) return '/firm/index'
  if (holds(roleName, ['teacher'])) return '/edu/courseManage'
  if (holds(roleName, ['student'])) return '/newmain/my-courses'
  return '/wel/index'
}

/** Where an address leads without being a page itself; a target that is not for the person becomes his landing. */
export function redirectOf(pathname: string, person: Person): string | undefined {
  if (pathname === '/') return landing(person)
  const target = redirects[pathname]
  const route = target && pageAt(target)
  return route && !opensFor(route, person) ? landing(person) : target
}

/**
 * The layout of a page (specification, section 2): its own; else that of its menu type, personal or firm; else personal for
 * who holds that role; else the firm's.
 */
export function layoutOf(
  { layout, menuType }: Pick<PageRoute, 'layout' | 'menuType'>,
  { roleName }: Pick<Person, 'roleName'>,
): Layout {
  if (layout !== 'byRole') return layout
  if (menuType === 'personal' || menuType === 'firm') return menuType
  return holds(roleName, ['personal']) ? 'personal' : 'firm'
}

/** The tab bar a place belongs to; undefined when the address lacks the enterprise or project its layout needs, or an enterprise's page is none of its menu. */
export function scopeOf(route: PageRoute, query: URLSearchParams, person: Person): Scope | undefined {
  const layout = layoutOf(route, person)
  if (layout === 'enterprise' && route.menuType !== 'ai') return undefined
  if (layout === 'enterprise' || layout === 'project') {
    const id = query.get(`${layout}Id`)
    return id ? `${layout}:${id}` : undefined
  }
  if (layout === 'edu' || route.course) return 'course'
  return layout === 'firm' && holds(person.roleName, staff) ? 'firm' : 'general'
}

/** The page each tab bar begins with; of an enterprise and a project with the names the address carries. */
export function firstPage(scope: Scope, person: Person, query: URLSearchParams): string {
  const [kind] = scope.split(':')
  const kept = (...names: string[]) => {
    const own = names.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : []))
    return new URLSearchParams(own).toString()
  }
  if (kind === 'enterprise') return `/aiApp/index?${kept('enterpriseId')}`
  if (kind === 'project') return `/projectApp/index?${kept('enterpriseId', 'projectId', 'projectName')}`
  if (kind === 'firm') return '/firm/index'
  const home = kind === 'course' ? '/edu/index' : '/wel/index'
  const route = pageAt(home)
  const begins = landing(person)
  // a tab bar begins in its own scope: who lands elsewhere (staff looking at a general page) has the scope's home
  const own = pageAt(begins)
  const same = own && scopeOf(own, query, person) === scope
  return same || !route || !opensFor(route, person) ? begins : home
}
