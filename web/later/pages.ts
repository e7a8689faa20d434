import { page, type PageRoute } from '../shell/page-route.ts'
import { laterList } from './later.ts'

const load = async () => (await import('./LaterPage.tsx')).LaterPage

/** Pages to come, each for the people it will be for. */
export const laterPages: readonly PageRoute[] = laterList.map(({ says: _, ...route }) => ({
  ...page(route.path, route.title, route.layout, load),
  ...route,
}))
