import type { Text } from '#contract/texts.ts'
import { only, page, type PageRoute } from '../shell/page-route.ts'

const requests: Text = { zh: '资料清单', en: 'Document requests' }

/** What a project asks of its client, and what came; requests of clients without a project, and all one reaches. */
export const docRequestPages: readonly PageRoute[] = [
  only(
    ['administrator', 'admin', 'zxs', 'personal'],
    page(
      '/material-request/index',
      requests,
      'project',
      async () => (await import('./DocRequestPage.tsx')).DocRequestPage,
    ),
  ),
  only(
    ['administrator', 'admin', 'zxs', 'personal'],
    page('/firm/requests', requests, 'byRole', async () => (await import('./DocRequestPage.tsx')).DocRequestPage),
  ),
]
