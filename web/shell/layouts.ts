import type { ComponentType } from 'react'
import type { Scope } from '#web/kernel/tabs.ts'
import type { Layout, PageRoute } from './page-route.ts'

/** What every part of a layout is told. */
export type PartProps = {
  route: PageRoute
  /** Missing when the address lacks the enterprise or project the layout needs. */
  scope: Scope | undefined
  /** Opens the left menu where the window is too narrow to show it. */
  onMenu: () => void
}
/** The parts that stand around the tabs; what a layout has not is undefined. */
export type LayoutParts = {
  /** The left menu; in a drawer where the window is narrow. */
  Side?: ComponentType<PartProps>
  Head?: ComponentType<PartProps>
  /** At the right; in a drawer where the window is narrow. */
  Panel?: ComponentType<PartProps>
  /** Without tabs: the page alone. */
  bare?: true
}

const loaders: Record<Layout, () => Promise<LayoutParts>> = {
  firm: async () => (await import('./layouts/firm-layout.ts')).firmLayout,
  personal: async () => (await import('./layouts/personal-layout.ts')).personalLayout,
  edu: async () => (await import('./layouts/edu-layout.ts')).eduLayout,
  enterprise: async () => (await import('./layouts/enterprise-layout.ts')).enterpriseLayout,
  project: async () => (await import('./layouts/project-layout.ts')).projectLayout,
  none: async () => ({ bare: true }),
}
const loading = new Map<Layout, Promise<LayoutParts>>()

/** A layout's parts, loaded once; after a failure the next call tries again. */
export function loadLayout(layout: Layout): Promise<LayoutParts> {
  const known = loading.get(layout)
  if (known) return known
  const parts = loaders[layout]()
  loading.set(layout, parts)
  // the promise stays with whoever waits for it; only the next asker gets a new one
  parts.catch(() => loading.delete(layout))
  return parts
}
