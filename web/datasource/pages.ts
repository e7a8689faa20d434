import { granted, page, type PageRoute } from '../shell/page-route.ts'
import { texts } from './texts.ts'

/** Servers on which tenants may live, for who runs the platform. */
export const datasourcePages: readonly PageRoute[] = [
  granted(
    'datasource.manage',
    page(
      '/platform/datasource',
      texts.datasources,
      'byRole',
      async () => (await import('./DatasourceListPage.tsx')).DatasourceListPage,
    ),
  ),
]
