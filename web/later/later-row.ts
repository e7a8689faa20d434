import type { Role } from '#contract/grants.ts'
import type { Text } from '#contract/texts.ts'
import type { PageRoute } from '../shell/page-route.ts'

type Rest = Partial<Pick<PageRoute, 'roles' | 'excludeRoles' | 'isTab' | 'course'>>
/** A page to come: its route, and what will be there. */
export type Later = Pick<PageRoute, 'path' | 'layout' | 'title'> & Rest & { says: Text }

export const administrators: readonly Role[] = ['administrator', 'admin']

/** One page to come: its name, what will be there, whom it is for. */
export const of = (
  path: string,
  layout: Later['layout'],
  ...[title, says, rest = {}]: [title: Text, says: Text, rest?: Rest]
): Later => ({ path, layout, title, says, ...rest })
