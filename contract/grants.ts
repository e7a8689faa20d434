/** The roles of the product (specification, section 6). A user may hold several. */
export const roles = ['administrator', 'admin', 'zxs', 'teacher', 'student', 'personal', 'normal', 'user'] as const
export type Role = (typeof roles)[number]

/** Everywhere in the own tenant (true), or on rows one created or is a member of ('self'). */
export type Extent = true | 'self'

const all = { administrator: true, admin: true } as const
const own = { zxs: 'self', personal: 'self' } as const

/**
 * Who may do what: grant → role → extent; a role that is absent may not (specification, section 6; `calls.tsv`, column
 * "who may"). `ledger`, `relation` and `paper` follow enterprise project: who may view a project reads them, who may edit it
 * works on them; a student works on the projects he added.
 */
export const grants = {
  'firm.view': { ...all, zxs: true, teacher: true, student: true, personal: true, normal: true, user: true },
  'firm.edit': { ...all },
  'firm.manage': { administrator: true },

  'enterprise.select': { ...all, zxs: 'self', teacher: 'self', student: 'self', personal: 'self' },
  'enterprise.view': { ...all, zxs: 'self', teacher: 'self', student: 'self', personal: 'self' },
  'enterprise.enter': { ...all, zxs: 'self', teacher: true, student: true, personal: 'self' },
  'enterprise.add': { ...all, zxs: true, personal: true },
  'enterprise.edit': { ...all, ...own },
  'enterprise.delete': { ...all, ...own },

  'project.view': { ...all, ...own, student: 'self', teacher: true },
  'project.add': { ...all, zxs: true, personal: true, student: true },
  'project.edit': { ...all, ...own },
  'project.delete': { ...all, ...own },

  'docFile.view': { ...all, ...own, student: true, teacher: true, user: true },

  'ledger.view': { ...all, ...own, student: 'self', teacher: true },
  'ledger.import': { ...all, ...own, student: 'self' },
  'relation.edit': { ...all, ...own, student: 'self' },
  'paper.view': { ...all, ...own, student: 'self', teacher: true },
  'paper.generate': { ...all, ...own, student: 'self' },

  'audit.view': { ...all },
} as const satisfies Record<string, Partial<Record<Role, Extent>>>

/** What an endpoint asks of its caller: a grant of the table, any signed-in user, or nothing at all. */
export type Grant = keyof typeof grants | 'signedIn' | 'public'

const isRole = (alias: string): alias is Role => (roles as readonly string[]).includes(alias)

/** The roles in a comma-separated role_name, unknown ones left out. */
export const rolesOf = (roleName: string): Role[] =>
  roleName
    .split(',')
    .map((alias) => alias.trim())
    .filter(isRole)

/** How far a holder of these roles may go under a grant; several roles: the widest. Undefined is a refusal. */
export function extentOf(held: readonly Role[], grant: Grant): Extent | undefined {
  if (grant === 'public' || grant === 'signedIn') return true
  const row: Partial<Record<Role, Extent>> = grants[grant]
  const extents = held.map((role) => row[role])
  return extents.includes(true) ? true : extents.find((extent) => extent === 'self')
}
