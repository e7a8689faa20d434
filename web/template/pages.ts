import { only, page, type PageRoute } from '../shell/page-route.ts'
import { texts } from './texts.ts'

/** The firm's own working-paper templates; kept by its administrator. */
export const templatePages: readonly PageRoute[] = [
  only(
    ['admin'],
    page(
      '/firm/knowledge/llmKnowledgeSwsDocTemplate',
      texts.title,
      'byRole',
      async () => (await import('./TemplatePage.tsx')).TemplatePage,
    ),
  ),
]
