import { page, type PageRoute } from '../shell/page-route.ts'

/** Chains of thought, and the steps of an answer. Whoever may use none is told so by the page itself. */
export const thinkChainPages: readonly PageRoute[] = [
  page(
    '/thinkChain/index',
    { zh: '思维链', en: 'Think chain' },
    'byRole',
    async () => (await import('./ThinkChainPage.tsx')).ThinkChainPage,
  ),
]
