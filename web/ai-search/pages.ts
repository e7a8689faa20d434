import { page, type PageRoute } from '../shell/page-route.ts'
import { texts } from './texts.ts'

/** The search over everything; each finds what he may see. */
export const aiSearchPages: readonly PageRoute[] = [
  page('/aiSearch/index', texts.title, 'byRole', async () => (await import('./AiSearchPage.tsx')).AiSearchPage),
]
