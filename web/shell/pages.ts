import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { extentOf, heldByRoles, type Role, rolesOf } from '#contract/grants.ts'
import type { Scope } from '#web/kernel/tabs.ts'
import type { ShellText } from './texts.ts'

export type Layout = 'firm' | 'enterprise' | 'project'

/** A page in the frame: where, what it is called, in which layout, for whom, and how it is loaded. */
export type PageRoute = {
  path: string
  title: ShellText
  layout: Layout
  /** Roles the page is for; without it anybody who is signed in. */
  roles?: readonly Role[]
  Page: LazyExoticComponent<ComponentType>
}

const page = (path: string, title: ShellText, layout: Layout, load: () => Promise<ComponentType>): PageRoute => ({
  path,
  title,
  layout,
  Page: lazy(async () => ({ default: await load() })),
})
const only = (roles: readonly Role[], route: PageRoute): PageRoute => ({ ...route, roles })

const firmStaff: readonly Role[] = ['administrator', 'admin', 'zxs']

/** Every page in the frame; each is a chunk of its own. */
export const pages: readonly PageRoute[] = [
  only(
    firmStaff,
    page('/firm/index', 'firmHome', 'firm', async () => (await import('../firm/FirmHomePage.tsx')).FirmHomePage),
  ),
  page(
    '/firm/firmEnterprise',
    'clients',
    'firm',
    async () => (await import('../firm/EnterpriseListPage.tsx')).EnterpriseListPage,
  ),
  only(
    firmStaff,
    page(
      '/enterpriseProject/projectList',
      'projects',
      'firm',
      async () => (await import('../project/ProjectListPage.tsx')).ProjectListPage,
    ),
  ),
  page('/info/index', 'me', 'firm', async () => (await import('../person/InfoPage.tsx')).InfoPage),
  page(
    '/aiApp/index',
    'enterpriseHome',
    'enterprise',
    async () => (await import('../project/EnterpriseWelcomePage.tsx')).EnterpriseWelcomePage,
  ),
  page(
    '/projectApp/index',
    'projectHome',
    'project',
    async () => (await import('../project/ProjectHomePage.tsx')).ProjectHomePage,
  ),
  page(
    '/firmProject/financialInfo',
    'financialInfo',
    'project',
    async () => (await import('../ledger/FinancialInfoPage.tsx')).FinancialInfoPage,
  ),
  page(
    '/firmProject/runprepare',
    'runprepare',
    'project',
    async () => (await import('../ledger/RunPreparePage.tsx')).RunPreparePage,
  ),
  page(
    '/firmProject/buildrelationbill',
    'buildrelationbill',
    'project',
    async () => (await import('../relation/RelationPage.tsx')).RelationPage,
  ),
  page(
    '/firmProject/genbillvalue',
    'genbillvalue',
    'project',
    async () => (await import('../paper/GeneratePage.tsx')).GeneratePage,
  ),
  page('/wps/index', 'wps', 'project', async () => (await import('../paper/WorkbookPage.tsx')).WorkbookPage),
  page('/table-info/index', 'tableInfo', 'project', async () => (await import('../trace/TracePage.tsx')).TracePage),
]

/** Addresses that mean another page. */
export const redirects: Readonly<Record<string, string>> = {
  '/firm': '/firm/index',
  '/firmProject': '/firmProject/financialInfo',
}

/** Where a person begins: staff at the firm's home, others at their clients or at themselves. */
export function landing(roleName: string) {
  const held = rolesOf(roleName)
  if (held.some((role) => firmStaff.includes(role))) return '/firm/index'
  return extentOf(heldByRoles(roleName), 'enterprise.select') ? '/firm/firmEnterprise' : '/info/index'
}

export const pageAt = (pathname: string) => pages.find(({ path }) => path === pathname)

/** Whether a page is for the holder of these roles (comma-separated); the server decides about the data. */
export const opensFor = ({ roles }: PageRoute, roleName: string) =>
  !roles || rolesOf(roleName).some((role) => roles.includes(role))

/** The tab bar a place belongs to; undefined when the address lacks the enterprise or project its layout needs. */
export function scopeOf({ layout }: PageRoute, query: URLSearchParams): Scope | undefined {
  const of = (name: 'enterprise' | 'project') => {
    const id = query.get(`${name}Id`)
    return id ? (`${name}:${id}` as const) : undefined
  }
  return layout === 'firm' ? 'firm' : of(layout)
}
