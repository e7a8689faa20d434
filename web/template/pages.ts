import { only, page, type PageRoute } from '../shell/page-route.ts'
import { templateTitle } from './title.ts'

/** The firm's own working-paper templates; kept by its administrator. */
export const templatePages: readonly PageRoute[] = [
  only(
    ['admin'],
    page(
      '/firm/knowledge/llmKnowledgeSwsDocTemplate',
      templateTitle,
      'byRole',
      async () => (await import('./TemplatePage.tsx')).TemplatePage,
    ),
  ),
]
