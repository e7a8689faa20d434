/** The roles of the product (specification, section 6). A user may hold several, and roles that his tenant has made. */
export const roles = ['administrator', 'admin', 'zxs', 'teacher', 'student', 'personal', 'normal', 'user'] as const
export type Role = (typeof roles)[number]

/** What a role shows as where people read it. */
export const roleLabels: Record<Role, { zh: string; en: string }> = {
  administrator: { zh: '管理员', en: 'Administrator' },
  admin: { zh: '管理员', en: 'Administrator' },
  zxs: { zh: '咨询师', en: 'Consultant' },
  teacher: { zh: '老师', en: 'Teacher' },
  student: { zh: '学生', en: 'Student' },
  personal: { zh: '个人版', en: 'Personal edition' },
  normal: { zh: '普通用户', en: 'User' },
  user: { zh: '普通用户', en: 'User' },
}

/** Of several roles the one with the lowest number speaks for the person (specification, section 6); the rest come last. */
export const rolePriority: Partial<Record<Role, number>> = {
  administrator: 1,
  admin: 2,
  student: 3,
  teacher: 4,
  zxs: 5,
  personal: 6,
}

/** Everywhere in the own tenant, on rows one created or is a member of ('self'), or also on those of people in these departments. */
export type Extent = true | 'self' | { depts: readonly string[] }

/** `platform` is whoever administers tenant 000000, and with it all tenants. */
type Holder = Role | 'platform'

const all = { administrator: true, admin: true } as const
const own = { zxs: 'self', personal: 'self' } as const
const everyone = {
  administrator: true, admin: true, zxs: true, teacher: true, student: true, personal: true, normal: true, user: true,
} as const // prettier-ignore

/**
 * Who may do what: grant → role → extent; a role that is absent may not (specification, section 6; `calls.tsv`, column
 * "who may"). `ledger`, `relation` and `paper` follow enterprise project: who may view a project reads them, who may edit it
 * works on them; a student works on the projects he added.
 */
export const grants = {
  'firm.view': everyone,
  'firm.edit': { ...all },
  'firm.manage': { platform: true },
  'aiTool.use': { administrator: true, zxs: true },

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
  'docFile.add': { ...all, zxs: true, personal: true },
  'docFile.edit': { ...all, ...own },
  'docFile.delete': { ...all, ...own, student: true },
  'docFile.coverUpload': { ...all, ...own },
  'docFile.import': { admin: true, ...own, student: true },
  'docFile.batch': { admin: true, ...own },

  'ledger.view': { ...all, ...own, student: 'self', teacher: true },
  'ledger.import': { ...all, ...own, student: 'self' },
  'relation.edit': { ...all, ...own, student: 'self' },
  'paper.view': { ...all, ...own, student: 'self', teacher: true },
  'paper.generate': { ...all, ...own, student: 'self' },
  // tools over one's own files, and calculators
  'toolbox.use': everyone,
  // who answers for the law that papers stand on
  'rulePack.sign': { ...all },
  // the firm's own warning values
  'indicator.edit': { ...all },
  // what is hidden before a text leaves for a model: who may use AI sees and tries it
  'mask.use': { ...all, zxs: true, teacher: true, student: true, personal: true },
  // the firm's templates
  'mask.edit': { ...all },
  // what left
  'mask.log': { ...all },
  // prompt templates: who may use AI uses them and keeps his own
  'prompt.use': { ...all, zxs: true, teacher: true, student: true, personal: true },
  // the firm's prompt templates
  'prompt.edit': { ...all },
  // model services, which of them answers what, and what that costs; the platform's offers its own to tenants
  'model.manage': { ...all },
  'model.offer': { platform: true },
  // one's own conversations, and what others have shared
  'chat.use': { ...all, zxs: true, teacher: true, student: true, personal: true },
  // everybody's answers with what they rest on
  'chat.audit': { ...all },
  // one's own chains of thought; the firm's
  'thinkChain.use': { ...all, zxs: true, teacher: true, student: true, personal: true },
  'thinkChain.edit': { ...all },
  // what the model does with a document; the firm's templates, and the shared documents of others
  'writing.assist': { ...all, zxs: true, teacher: true, student: true, personal: true },
  'writing.edit': { ...all },

  // the cloud disk: how far in which folder, its spaces and rules say; quotas, legal hold and what fills the firm's spaces
  'disk.use': everyone,
  'disk.manage': { ...all },
  // links to one's files for people without an account; everybody's links
  'share.use': { ...all, zxs: true, teacher: true, student: true, personal: true },
  'share.manage': { ...all },

  'user.view': { ...all },
  'user.edit': { ...all },
  'dept.view': { ...all, zxs: true, teacher: true },
  'dept.edit': { ...all },
  'post.view': { ...all },
  'post.edit': { ...all },
  'role.view': { ...all },
  'role.edit': { ...all },
  'menu.view': { ...all },
  'menu.edit': { platform: true },
  'dict.view': { ...all },
  'dict.edit': { platform: true },
  'param.view': { ...all },
  'param.edit': { ...all },
  // the platform's administrator sees every tenant, anybody else who administers one sees that
  'tenant.view': { ...all },
  'tenant.manage': { platform: true },
  'package.manage': { platform: true },
  'datasource.manage': { platform: true },
  'client.manage': { platform: true },
  'region.edit': { platform: true },
  'storage.manage': { platform: true },
  'schedule.manage': { platform: true },
  'usage.view': { ...all },
  'attachment.view': { ...all },
  'attachment.delete': { ...all },
  'notice.edit': { ...all },
  'log.view': { ...all },
  'online.view': { ...all },
  'online.kick': { ...all },
  'sms.manage': { ...all },
  'social.manage': { ...all },
  'sso.manage': { ...all },
  'audit.view': { ...all },
  // what anybody of the firm deleted (one’s own everybody sees); who says that it must be kept
  'trash.firm': { ...all },
  'trash.hold': { ...all },
} as const satisfies Record<string, Partial<Record<Holder, Extent>>>

export type GrantName = keyof typeof grants
export const grantNames = Object.keys(grants) as readonly GrantName[]

/** What an endpoint asks of its caller: a grant of the table, any signed-in user, or nothing at all. */
export type Grant = GrantName | 'signedIn' | 'public'

/** Grants over rows that belong to people: only these know less than everything. */
export const reachGrants: readonly GrantName[] = grantNames.filter((name) =>
  /^(enterprise|project|ledger|relation|paper|docFile|user)\.(?!add)/.test(name),
)
/** Grants that no tenant can hand out. */
export const platformGrants: readonly GrantName[] = grantNames.filter((name) => 'platform' in grants[name])

/** How far a person may go, by grant; what is absent he may not. */
export type Held = Partial<Record<GrantName, Extent>>

/**
 * A role as its tenant has set it: `extents` narrows what the table gives a role of the product, and is all that a role of the
 * tenant's own has. `false` takes a grant away.
 */
export type HeldRole = { alias: string; extents: Partial<Record<GrantName, Extent | false>> }

const isRole = (alias: string): alias is Role => (roles as readonly string[]).includes(alias)

/** The roles of the product in a comma-separated role_name, others left out. */
export const rolesOf = (roleName: string): Role[] =>
  roleName
    .split(',')
    .map((alias) => alias.trim())
    .filter(isRole)

/** The wider of two extents: everywhere, then departments (together), then one's own. */
function widest(one: Extent | undefined, other: Extent | undefined): Extent | undefined {
  if (one === true || other === true) return true
  if (typeof one === 'object' && typeof other === 'object')
    return { depts: [...new Set([...one.depts, ...other.depts])] }
  return typeof one === 'object' ? one : typeof other === 'object' ? other : (one ?? other)
}

/** The narrower of what the table gives and what the tenant has set. */
function narrowest(given: Extent | undefined, set: Extent | false | undefined): Extent | undefined {
  if (set === undefined) return given
  if (given === undefined || set === false) return undefined
  return given === true ? set : set === true ? given : given === 'self' || set === 'self' ? 'self' : set
}

/** What several roles together may: under each grant the widest. `platform` adds what runs the platform. */
export function heldBy(held: readonly HeldRole[], platform = false): Held {
  const together: Held = {}
  for (const name of grantNames) {
    const row: Partial<Record<Holder, Extent>> = grants[name]
    let extent: Extent | undefined = platform ? row.platform : undefined
    for (const { alias, extents } of held) {
      const set = extents[name]
      const own = isRole(alias)
        ? narrowest(row[alias], set)
        : platformGrants.includes(name) || set === false
          ? undefined
          : set
      extent = widest(extent, own)
    }
    if (extent !== undefined) together[name] = extent
  }
  return together
}

/** What roles of the product have as they are, by their aliases in a comma-separated role_name. */
export const heldByRoles = (roleName: string, platform = false): Held =>
  heldBy(
    rolesOf(roleName).map((alias) => ({ alias, extents: {} })),
    platform,
  )

/** How far somebody may go under a grant. Undefined is a refusal. */
export const extentOf = (held: Held, grant: Grant): Extent | undefined =>
  grant === 'public' || grant === 'signedIn' ? true : held[grant]
