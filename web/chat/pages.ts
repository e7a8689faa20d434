import { page, type PageRoute } from '../shell/page-route.ts'

/** Conversations. Whoever may have none is told so by the page itself. */
export const chatPages: readonly PageRoute[] = [
  page('/chat', { zh: 'AI 对话', en: 'AI chat' }, 'byRole', async () => (await import('./ChatPage.tsx')).ChatPage),
]
