import { page, type PageRoute } from '../shell/page-route.ts'
import { titles } from './titles.ts'

/** Documents written on screen: with the model's help, and as Word files. */
export const writingPages: readonly PageRoute[] = [
  page('/ai-content-editor', titles.content, 'byRole', async () => (await import('./WritingPage.tsx')).ContentPage),
  page('/wordonline/index', titles.word, 'byRole', async () => (await import('./WritingPage.tsx')).WordPage),
]
