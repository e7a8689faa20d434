import { granted, page, type PageRoute } from '../shell/page-route.ts'

// not from texts.ts: the frame would load all of it
const title = { zh: '模型', en: 'Models' }

/** Model services, for whoever administers a tenant; in 000000 the platform's. */
export const modelPages: readonly PageRoute[] = [
  granted(
    'model.manage',
    page('/system/model', title, 'byRole', async () => (await import('./ModelPage.tsx')).ModelPage),
  ),
]
