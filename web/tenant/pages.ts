import { granted, page, type PageRoute } from '../shell/page-route.ts'
import { texts } from './texts.ts'

/** Tenants and packages for who runs the platform, usage for who administers a tenant. */
export const tenantPages: readonly PageRoute[] = [
  granted(
    'tenant.manage',
    page(
      '/platform/tenant',
      texts.tenants,
      'byRole',
      async () => (await import('./TenantListPage.tsx')).TenantListPage,
    ),
  ),
  granted(
    'package.manage',
    page(
      '/platform/package',
      texts.packages,
      'byRole',
      async () => (await import('./PackageListPage.tsx')).PackageListPage,
    ),
  ),
  granted(
    'usage.view',
    page('/system/usage', texts.usage, 'byRole', async () => (await import('./UsagePage.tsx')).UsagePage),
  ),
]
