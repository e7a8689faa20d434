import { z } from 'zod'
import { get, id, ids, none, paged, paging, post, rowId, time } from './endpoint.ts'
import { type GrantName, grantNames } from './grants.ts'
import { PickNode } from './menu.ts'
import { User } from './user.ts'

/** A role of the tenant; `builtin` ones are the product's (section 6): their alias is fixed and they stay. */
export const Role = z.object({
  id,
  roleName: z.string(),
  roleAlias: z.string(),
  sort: z.number().int(),
  remark: z.string(),
  builtin: z.boolean(),
  userCount: z.number().int(),
  /** Its menus are chosen here; otherwise they are those that the menus themselves name it for. */
  ownMenus: z.boolean(),
  /** How many grants differ from the table, or that a role of the tenant's own has. */
  scopeCount: z.number().int(),
  createTime: time,
  updateTime: time,
  version: z.number().int(),
})
export type Role = z.output<typeof Role>

/** How far a grant goes: not at all, own rows, own department, that and those below, chosen departments, everything. */
export const extents = ['none', 'self', 'dept', 'deptTree', 'depts', 'all'] as const
export type ExtentName = (typeof extents)[number]

const Grant = z.custom<GrantName>(
  (name) => typeof name === 'string' && (grantNames as readonly string[]).includes(name),
)
const Scope = z.object({ grant: Grant, extent: z.enum(extents), deptIds: z.array(id).max(200).default([]) })
export type Scope = z.output<typeof Scope>

/** A grant as a role has it. */
export const RoleScope = z.object({
  grant: Grant,
  extent: z.enum(extents),
  deptIds: z.array(z.string()),
  /** What the table gives a role of the product; nothing goes further. A role of the tenant's own may go to 'all'. */
  most: z.enum(extents),
  /** Extents that can be chosen, the narrowest first; one alone cannot be changed. */
  choices: z.array(z.enum(extents)),
  /** The calls it opens. */
  endpoints: z.array(z.object({ method: z.string(), path: z.string(), says: z.string() })),
})
export type RoleScope = z.output<typeof RoleScope>

export type MenuPick = {
  id: string
  parentId: string
  title: string
  code: string
  path: string
  /** 1 menu, 2 button. */
  category: number
  scope: string
  children?: MenuPick[] | undefined
}
const MenuPick: z.ZodType<MenuPick> = z.lazy(() =>
  z.object({
    id: z.string(),
    parentId: z.string(),
    title: z.string(),
    code: z.string(),
    path: z.string(),
    category: z.number(),
    scope: z.string(),
    children: z.array(MenuPick).optional(),
  }),
)

const alias = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9_]{1,31}$/, 'roleAliasForm')
const name = z.string({ error: 'roleNamePlease' }).trim().min(1, 'roleNamePlease').max(50)
const members = z.object({ id, userIds: ids.pipe(z.array(id).max(500)) })

export const role = {
  list: get('/sc-system/role/list', {
    may: 'role.view',
    says: 'Roles of the tenant',
    input: paging(['roleName', 'roleAlias', 'sort', 'createTime', 'updateTime']),
    output: paged(Role),
  }),
  tree: get('/sc-system/role/tree', {
    may: 'role.view',
    says: 'Roles to choose from; the caller may hand out those that say so',
    input: none,
    output: z.array(z.intersection(PickNode, z.object({ alias: z.string(), mayHandOut: z.boolean() }))),
  }),
  detail: get('/sc-system/role/detail', {
    may: 'role.view',
    says: 'One role',
    input: z.object({ id }),
    output: Role,
  }),
  submit: post('/sc-system/role/submit', {
    may: 'role.edit',
    says: 'Adds a role, or with id changes the fields that are sent; the alias stays what it was',
    input: z.object({
      id: rowId,
      version: z.number().int().optional(),
      roleName: name.optional(),
      roleAlias: alias.optional(),
      sort: z.coerce.number().int().min(0).max(99_999).optional(),
      remark: z.string().trim().max(500).optional(),
    }),
    output: Role,
  }),
  remove: post('/sc-system/role/remove', {
    may: 'role.edit',
    says: "Removes the tenant's own roles that nobody holds",
    input: z.object({ ids: ids.pipe(z.array(id).max(100)) }),
    output: none,
  }),
  copy: post('/sc-system/role/copy', {
    may: 'role.edit',
    says: 'A new role with the menus and grants of another',
    input: z.object({ id, roleName: name, roleAlias: alias }),
    output: Role,
  }),
  menus: get('/sc-system/role/menus', {
    may: 'role.view',
    says: 'The menus and buttons a role could have, and those it has',
    input: z.object({ id }),
    output: z.object({
      ownMenus: z.boolean(),
      menuIds: z.array(z.string()),
      /** What it would have without a choice of its own. */
      standardIds: z.array(z.string()),
      tree: z.array(MenuPick),
      version: z.number().int(),
    }),
  }),
  setMenus: post('/sc-system/role/menus', {
    may: 'role.edit',
    says: 'Chooses the menus of a role; ownMenus false goes back to the standard',
    input: z.object({
      id,
      version: z.number().int(),
      ownMenus: z.boolean(),
      menuIds: z.array(id).max(2000).default([]),
    }),
    output: Role,
  }),
  scopes: get('/sc-system/role/scopes', {
    may: 'role.view',
    says: 'What a role may, grant by grant, with the calls each opens',
    input: z.object({ id }),
    output: z.object({ scopes: z.array(RoleScope), version: z.number().int() }),
  }),
  setScopes: post('/sc-system/role/scopes', {
    may: 'role.edit',
    says: 'Sets what a role may; a grant that is not sent stays as it is',
    input: z.object({ id, version: z.number().int(), scopes: z.array(Scope).max(500) }),
    output: Role,
  }),
  members: get('/sc-system/role/members', {
    may: 'role.view',
    says: 'Who has a role',
    input: paging(['account', 'realName', 'state', 'createTime'], { id: z.string() }),
    output: paged(User),
  }),
  addMembers: post('/sc-system/role/addMembers', {
    may: 'role.edit',
    says: 'Gives people a role',
    input: members,
    output: none,
  }),
  removeMembers: post('/sc-system/role/removeMembers', {
    may: 'role.edit',
    says: 'Takes a role from people',
    input: members,
    output: none,
  }),
}
