import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { GrantName, Role } from '#contract/grants.ts'
import type { Text } from '#contract/texts.ts'

/** What stands around a page: menus, head, panel (layouts.ts). */
export type Layout = 'firm' | 'personal' | 'edu' | 'enterprise' | 'project' | 'none'

/** A page in the frame: where, what it is called, in which layout, for whom, and how it is loaded. */
export type PageRoute = {
  /** `{name}` stands for one part of the address. */
  path: string
  title: Text
  /** `byRole`: the personal layout for who holds the role personal, else the firm's. */
  layout: Layout | 'byRole'
  /** What kind of menu it is of; decides the layout where `byRole` leaves it open. An enterprise's pages are `ai`. */
  menuType?: 'personal' | 'firm' | 'ai' | 'edu'
  /** Shown without the side menu. */
  menu?: false
  /** Roles the page is for; without it anybody who is signed in. */
  roles?: readonly Role[]
  /** Who holds one of these does not see the page, whatever else he holds. */
  excludeRoles?: readonly Role[]
  /** The grant the page lives by; without it whoever its roles let in. */
  may?: GrantName
  /** Its tabs are the course's, whatever its layout. */
  course?: true
  /** Shown without a tab of its own. */
  isTab?: false
  Page: LazyExoticComponent<ComponentType>
}

/** `load` imports the page's module, so that each page is a chunk of its own. */
export const page = (
  path: string,
  title: Text,
  layout: PageRoute['layout'],
  load: () => Promise<ComponentType>,
): PageRoute => ({
  path,
  title,
  layout,
  ...(layout === 'enterprise' && { menuType: 'ai' }),
  Page: lazy(async () => ({ default: await load() })),
})

/** A page for whoever holds a grant. */
export const granted = (may: GrantName, route: PageRoute): PageRoute => ({ ...route, may })
/** A page for these roles. */
export const only = (roles: readonly Role[], route: PageRoute): PageRoute => ({ ...route, roles })
/** A page not for these roles. */
export const except = (excludeRoles: readonly Role[], route: PageRoute): PageRoute => ({ ...route, excludeRoles })
