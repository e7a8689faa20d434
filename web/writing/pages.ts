import { page, type PageRoute } from '../shell/page-route.ts'
import { texts } from './texts.ts'

/** Documents written on screen: with the model's help, and as Word files. */
export const writingPages: readonly PageRoute[] = [
  page('/ai-content-editor', texts.content, 'byRole', async () => (await import('./WritingPage.tsx')).ContentPage),
  page('/wordonline/index', texts.word, 'byRole', async () => (await import('./WritingPage.tsx')).WordPage),
]
