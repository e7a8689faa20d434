import { only, page, type PageRoute } from '../shell/page-route.ts'
import { texts } from './texts.ts'

/** Client enterprises: of the firm, and of the personal edition. */
export const clientPages: readonly PageRoute[] = [
  page(
    '/firm/firmEnterprise',
    texts.enterprises,
    'byRole',
    async () => (await import('./ClientListPage.tsx')).FirmClientsPage,
  ),
  only(
    ['personal'],
    page(
      '/personal/personalEnterprise',
      texts.myClients,
      'personal',
      async () => (await import('./ClientListPage.tsx')).PersonalClientsPage,
    ),
  ),
]
