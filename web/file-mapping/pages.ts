import type { Text } from '#contract/texts.ts'
import { only, page, type PageRoute } from '../shell/page-route.ts'

const title: Text = { zh: '文件映射', en: 'File mapping' }

/** Which file of a project feeds what. */
export const fileMappingPages: readonly PageRoute[] = [
  only(
    ['administrator', 'admin', 'zxs', 'personal'],
    page('/file-mapping/index', title, 'project', async () => (await import('./FileMappingPage.tsx')).FileMappingPage),
  ),
]
