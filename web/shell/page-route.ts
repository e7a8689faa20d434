import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { GrantName, Role } from '#contract/grants.ts'
import type { Text } from '#contract/texts.ts'

export type Layout = 'firm' | 'enterprise' | 'project'

/** A page in the frame: where, what it is called, in which layout, for whom, and how it is loaded. */
export type PageRoute = {
  path: string
  title: Text
  layout: Layout
  /** Roles the page is for; without it anybody who is signed in. */
  roles?: readonly Role[]
  /** The grant the page lives by; without it whoever its roles let in. */
  may?: GrantName
  Page: LazyExoticComponent<ComponentType>
}

/** `load` imports the page's module, so that each page is a chunk of its own. */
export const page = (path: string, title: Text, layout: Layout, load: () => Promise<ComponentType>): PageRoute => ({
  path,
  title,
  layout,
  Page: lazy(async () => ({ default: await load() })),
})

/** A page for whoever holds a grant. */
export const granted = (may: GrantName, route: PageRoute): PageRoute => ({ ...route, may })
/** A page for these roles. */
export const only = (roles: readonly Role[], route: PageRoute): PageRoute => ({ ...route, roles })
