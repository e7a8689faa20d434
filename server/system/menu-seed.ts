import type { Role } from '#contract/grants.ts'
import type { Text } from '#contract/texts.ts'

/** `platform` is whoever administers tenant 000000, at home there. */
type SeedRole = Role | 'platform'

/** A menu as it is seeded; `parent` is the code of another, before it in the list. Pages exist in web/shell/pages.ts. */
export type MenuSeed = {
  code: string
  parent?: string
  name: string
  en: string
  path?: string
  icon?: string
  /** The scopes it is in, comma-separated, see effective-menus.ts. */
  scope: string
  roles?: readonly SeedRole[]
  excludeRoles?: readonly Role[]
  /** Opens, but has no entry of its own. */
  hidden?: true
}

export const firmStaff: readonly Role[] = ['administrator', 'admin', 'zxs']
export const administrators: readonly Role[] = ['administrator', 'admin']
export const taxFolk: readonly Role[] = ['administrator', 'admin', 'zxs', 'personal']

/** Makes pages of one section and scope. */
export const pageOf =
  (parent: string, scope: string) =>
  (code: string, path: string, { zh, en }: Text, icon: string): MenuSeed => ({
    code, parent, name: zh, en, path, icon, scope,
  }) // prettier-ignore
