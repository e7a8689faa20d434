import type { Text } from '#contract/texts.ts'
import { only, page, type PageRoute } from '../shell/page-route.ts'

export const testTitle: Text = { zh: '测试页', en: 'Test page' }

/** What the frame itself offers: the page on which an administrator tries whether everything works. */
export const sessionPages: readonly PageRoute[] = [
  only(
    ['administrator'],
    page('/test/index', testTitle, 'byRole', async () => (await import('./TestPage.tsx')).TestPage),
  ),
]
