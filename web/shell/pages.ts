import { extentOf, type Held, heldByRoles, type Role, rolesOf } from '#contract/grants.ts'
import type { Scope } from '#web/kernel/tabs.ts'
import { peoplePages } from '#web/people/pages.ts'
import { only, page, type PageRoute } from './page-route.ts'
import { identityPages } from '../identity/pages.ts'
import { personPages } from '../person/pages.ts'
import { smsPages } from '../sms/pages.ts'
import { texts } from './texts.ts'
import { firmPages } from '../firm/pages.ts'
import { datasourcePages } from '../datasource/pages.ts'
import { systemPages } from '../system/pages.ts'
import { tenantPages } from '../tenant/pages.ts'
import { watchPages } from '../watch/pages.ts'

const firmStaff: readonly Role[] = ['administrator', 'admin', 'zxs']

/** Every page in the frame; each is a chunk of its own. */
export const pages: readonly PageRoute[] = [
  only(
    firmStaff,
    page('/firm/index', texts.firmHome, 'firm', async () => (await import('../firm/FirmHomePage.tsx')).FirmHomePage),
  ),
  page(
    '/firm/firmEnterprise',
    texts.clients,
    'firm',
    async () => (await import('../firm/EnterpriseListPage.tsx')).EnterpriseListPage,
  ),
  only(
    firmStaff,
    page(
      '/enterpriseProject/projectList',
      texts.projects,
      'firm',
      async () => (await import('../project/ProjectListPage.tsx')).ProjectListPage,
    ),
  ),
  ...personPages,
  ...identityPages,
  page(
    '/aiApp/index',
    texts.enterpriseHome,
    'enterprise',
    async () => (await import('../project/EnterpriseWelcomePage.tsx')).EnterpriseWelcomePage,
  ),
  page(
    '/projectApp/index',
    texts.projectHome,
    'project',
    async () => (await import('../project/ProjectHomePage.tsx')).ProjectHomePage,
  ),
  page(
    '/firmProject/financialInfo',
    texts.financialInfo,
    'project',
    async () => (await import('../ledger/FinancialInfoPage.tsx')).FinancialInfoPage,
  ),
  page(
    '/firmProject/runprepare',
    texts.runprepare,
    'project',
    async () => (await import('../ledger/RunPreparePage.tsx')).RunPreparePage,
  ),
  page(
    '/firmProject/buildrelationbill',
    texts.buildrelationbill,
    'project',
    async () => (await import('../relation/RelationPage.tsx')).RelationPage,
  ),
  page(
    '/firmProject/genbillvalue',
    texts.genbillvalue,
    'project',
    async () => (await import('../paper/GeneratePage.tsx')).GeneratePage,
  ),
  page('/wps/index', texts.wps, 'project', async () => (await import('../paper/WorkbookPage.tsx')).WorkbookPage),
  page('/table-info/index', texts.tableInfo, 'project', async () => (await import('../trace/TracePage.tsx')).TracePage),
  ...watchPages,
  ...firmPages,
  ...datasourcePages,
  ...systemPages,
  ...tenantPages,
  ...peoplePages,
  ...smsPages,
]

/** Addresses that mean another page. */
export const redirects: Readonly<Record<string, string>> = {
  '/firm': '/firm/index',
  '/firmProject': '/firmProject/financialInfo',
}

/** Where a person begins: who runs the platform at its tenants, staff at the firm's home, others at their clients or at themselves. */
export function landing(roleName: string, own: Held) {
  if (own['tenant.manage']) return '/platform/tenant'
  const held = rolesOf(roleName)
  if (held.some((role) => firmStaff.includes(role))) return '/firm/index'
  return extentOf(heldByRoles(roleName), 'enterprise.select') ? '/firm/firmEnterprise' : '/info/index'
}

export const pageAt = (pathname: string) => pages.find(({ path }) => path === pathname)

/** Whether a page is for the holder of these roles (comma-separated) and grants; the server decides about the data. */
export const opensFor = ({ roles, may }: PageRoute, roleName: string, held: Held) =>
  (!roles || rolesOf(roleName).some((role) => roles.includes(role))) && (!may || held[may] !== undefined)

/** The tab bar a place belongs to; undefined when the address lacks the enterprise or project its layout needs. */
export function scopeOf({ layout }: PageRoute, query: URLSearchParams): Scope | undefined {
  const of = (name: 'enterprise' | 'project') => {
    const id = query.get(`${name}Id`)
    return id ? (`${name}:${id}` as const) : undefined
  }
  return layout === 'firm' ? 'firm' : of(layout)
}
