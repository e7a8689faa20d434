import { page, type PageRoute } from '../shell/page-route.ts'

// not from texts.ts: the frame would load all of it
const title = { zh: '个人信息', en: 'Personal information' }
const load = async () => (await import('./InfoPage.tsx')).InfoPage

/** The personal centre, under both of its addresses. */
export const personPages: readonly PageRoute[] = [
  page('/info/index', title, 'byRole', load),
  page('/firm/user/info', title, 'byRole', load),
]
