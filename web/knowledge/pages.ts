import { page, type PageRoute } from '../shell/page-route.ts'

/** Knowledge bases: documents, retrieval, synonyms. Whoever may read none is told so by the page itself. */
export const knowledgePages: readonly PageRoute[] = [
  page(
    '/knowledge/llmKnowledgeDoc',
    { zh: '知识库配置', en: 'Knowledge bases' },
    'byRole',
    async () => (await import('./KnowledgePage.tsx')).KnowledgePage,
  ),
]
