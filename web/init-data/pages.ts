import type { Text } from '#contract/texts.ts'
import { granted, only, page, type PageRoute } from '../shell/page-route.ts'

const title: Text = { zh: '企业数据初始化', en: 'Enterprise data initialisation' }

/** What a client brings along from earlier years. */
export const initDataPages: readonly PageRoute[] = [
  only(
    ['administrator', 'admin', 'zxs', 'personal'],
    granted(
      'enterprise.view',
      page('/initData', title, 'byRole', async () => (await import('./InitDataPage.tsx')).InitDataPage),
    ),
  ),
]
