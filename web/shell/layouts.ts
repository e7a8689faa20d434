import type { ComponentType } from 'react'
import type { Scope } from '#web/kernel/tabs.ts'
import { loadOnce } from './load-once.ts'
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
  /** Under the page. */
  Dock?: ComponentType<PartProps>
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
/** The same layouts as a desktop (theme mac-os, where there is room); the others have none. */
const desktops: Partial<typeof loaders> = {
  firm: async () => (await import('./layouts/mac-layouts.ts')).macLayouts.firm,
  personal: async () => (await import('./layouts/mac-layouts.ts')).macLayouts.personal,
  edu: async () => (await import('./layouts/mac-layouts.ts')).macLayouts.edu,
}
/** Whether a layout has a desktop of its own. */
export const hasDesktop = (layout: Layout) => layout in desktops

const plain = loadOnce((layout: Layout) => loaders[layout]())
const onDesktop = loadOnce((layout: Layout) => (desktops[layout] ?? loaders[layout])())

/** A layout's parts; one that failed to come stays failed until `retryLayouts`. */
export const loadLayout = (layout: Layout, desktop: boolean): Promise<LayoutParts> =>
  (desktop ? onDesktop : plain).get(layout)

/** The layouts that could not be loaded are tried again by whoever asks next. */
export function retryLayouts() {
  plain.retry()
  onDesktop.retry()
}
