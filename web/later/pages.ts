import { page, type PageRoute } from '../shell/page-route.ts'
import { laterList } from './later.ts'

const load = async () => (await import('./LaterPage.tsx')).LaterPage

/** Pages to come, each for the people it will be for. */
export const laterPages: readonly PageRoute[] = laterList.map(({ path, title, layout, says: _says, ...rest }) =>
  Object.assign(page(path, title, layout, load), rest),
)
