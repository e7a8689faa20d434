import { page, type PageRoute } from '../shell/page-route.ts'
import { texts } from './texts.ts'

const load = async () => (await import('./FramedPage.tsx')).FramedPage

/** Pages of other sites, in each layout that has a menu. */
export const framePages: readonly PageRoute[] = [
  page('/iframe/index', texts.frame, 'byRole', load),
  page('/edu/iframe', texts.frame, 'edu', load),
  page('/aiApp/iframe', texts.frame, 'enterprise', load),
  page('/projectApp/iframe', texts.frame, 'project', load),
]
