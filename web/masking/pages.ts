import { granted, page, type PageRoute } from '../shell/page-route.ts'

/** What is hidden before a text leaves for a model. */
export const maskingPages: readonly PageRoute[] = [
  granted(
    'mask.use',
    page(
      '/masking/index',
      { zh: '脱敏模板', en: 'Masking templates' },
      'byRole',
      async () => (await import('./MaskingPage.tsx')).MaskingPage,
    ),
  ),
]
