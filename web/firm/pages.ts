import type { Text } from '#contract/texts.ts'
import { only, page, type PageRoute } from '../shell/page-route.ts'

const manage: Text = { zh: '事务所管理', en: 'Firm management' }

/** Pages of the firm that are not part of its daily work. */
export const firmPages: readonly PageRoute[] = [
  only(
    ['admin', 'administrator', 'zxs'],
    page('/firm/firmManage', manage, 'byRole', async () => (await import('./FirmManagePage.tsx')).FirmManagePage),
  ),
]
