import type { Role } from '#contract/grants.ts'
import { only, page, type PageRoute } from '../shell/page-route.ts'

const taxFolk: readonly Role[] = ['administrator', 'admin', 'zxs', 'personal']

/** Inspection indicators of a project, and the firm's warning values. */
export const indicatorPages: readonly PageRoute[] = [
  only(
    taxFolk,
    page(
      '/swjc/index',
      { zh: '税务检查', en: 'Tax inspection' },
      'byRole',
      async () => (await import('./InspectionPage.tsx')).InspectionPage,
    ),
  ),
]
