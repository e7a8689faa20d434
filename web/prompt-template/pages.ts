import { granted, page, type PageRoute } from '../shell/page-route.ts'

// not from texts.ts: the frame would load all of it
const title = { zh: '提示词模板', en: 'Prompt templates' }

/** Prompt templates: the product's, the firm's and one's own. */
export const promptTemplatePages: readonly PageRoute[] = [
  granted(
    'prompt.use',
    page(
      '/promptTemplate/index',
      title,
      'byRole',
      async () => (await import('./PromptTemplatePage.tsx')).PromptTemplatePage,
    ),
  ),
]
