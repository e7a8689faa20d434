import { z } from 'zod'
import { get, id, ids, maybeId, none, paged, paging, post, time } from './endpoint.ts'
import { type GrantName, grantNames, roles } from './grants.ts'

/** What sees a menu: each product edition shows the scopes of its own. A menu may have several, comma-separated. */
export const visibilityScopes = ['firm', 'personal', 'edu', 'ai', 'project', 'system'] as const

/** What kind of menu a scope makes (specification, section 2): the firm's, an enterprise's, of the system none; the editions their own. */
export function menuTypeOf(scope: string): 'firm' | 'personal' | 'edu' | 'ai' | '' {
  if (scope.includes('firm')) return 'firm'
  if (scope === 'personal' || scope === 'edu') return scope
  return scope === 'system' ? '' : 'ai'
}

/** A menu entry; `children` only where there are any. */
export type MenuNode = {
  id: string
  parentId: string
  code: string
  name: string
  label: string
  alias: string
  path: string
  source: string
  sort: number
  category: number
  action: number
  isOpen: number
  component: string
  visibilityScope: string
  query: string
  href: string
  meta: Record<string, unknown>
  children?: MenuNode[] | undefined
}
const entry = {
  id: z.string(),
  parentId: z.string(),
  code: z.string(),
  name: z.string(),
  label: z.string(),
  alias: z.string(),
  path: z.string(),
  source: z.string(),
  sort: z.number(),
  category: z.number(),
  action: z.number(),
  isOpen: z.number(),
  component: z.string(),
  visibilityScope: z.string(),
  query: z.string(),
  href: z.string(),
  meta: z.record(z.string(), z.unknown()),
}
const MenuNode: z.ZodType<MenuNode> = z.lazy(() => z.object({ ...entry, children: z.array(MenuNode).optional() }))

/** A menu as its administrator sees it: names in both languages, whom it is for. */
export const Menu = z.object({
  ...entry,
  nameEn: z.string(),
  remark: z.string(),
  /** Role aliases it is for; empty: everybody. `platform` is whoever administers tenant 000000. */
  roles: z.array(z.string()),
  excludeRoles: z.array(z.string()),
  /** The grant a button stands for; empty: whoever sees its page. */
  grantName: z.string(),
  /** 0: kept, but shown to nobody. */
  status: z.number().int(),
  version: z.number().int(),
  updateTime: time,
})
export type Menu = z.output<typeof Menu>
export type MenuTree = Menu & { children?: MenuTree[] | undefined }
const MenuTree: z.ZodType<MenuTree> = z.lazy(() => Menu.extend({ children: z.array(MenuTree).optional() }))
const Level = z.array(Menu.extend({ hasChildren: z.boolean() }))

/** A node of a picker; `key` and `value` are the id. */
export type PickNode = {
  id: string
  parentId: string
  title: string
  key: string
  value: string
  children?: PickNode[] | undefined
}
export const PickNode: z.ZodType<PickNode> = z.lazy(() =>
  z.object({
    id: z.string(),
    parentId: z.string(),
    title: z.string(),
    key: z.string(),
    value: z.string(),
    children: z.array(PickNode).optional(),
  }),
)

export const TopMenu = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  nameEn: z.string(),
  source: z.string(),
  sort: z.number().int(),
  status: z.number().int(),
  version: z.number().int(),
  /** Ids of the menus it shows, each with what lies under it. */
  menuIds: z.array(z.string()),
})
export type TopMenu = z.output<typeof TopMenu>

const text = (max: number) => z.string().trim().max(max)
const flag = z.coerce.number().int().min(0).max(1)
const isGrant = (name: string): name is GrantName => (grantNames as readonly string[]).includes(name)
const aliases = z.array(z.enum([...roles, 'platform'])).max(20)
const scopes = text(100).refine(
  (list) => list.split(',').every((scope) => (visibilityScopes as readonly string[]).includes(scope)),
  'menuScope',
)

// Without defaults: an update must not reset what was not sent.
const Draft = z
  .object({
    id: maybeId,
    parentId: maybeId,
    code: z.string({ error: 'menuCode' }).trim().min(1, 'menuCode').max(100),
    name: z.string({ error: 'menuName' }).trim().min(1, 'menuName').max(100),
    nameEn: text(100),
    alias: text(100),
    path: text(300),
    source: text(100),
    sort: z.coerce.number().int().min(0).max(100_000),
    category: z.coerce.number().int().min(1).max(2),
    action: z.coerce.number().int().min(0).max(9),
    isOpen: z.coerce.number().int().min(0).max(9),
    component: text(300),
    visibilityScope: scopes,
    query: text(500),
    href: text(1000).refine((href) => href === '' || /^(https?:\/\/|\/)/.test(href), 'menuHref'),
    meta: z.record(z.string().max(50), z.unknown()).refine((meta) => JSON.stringify(meta).length <= 4000, 'menuMeta'),
    remark: text(500),
    roles: aliases,
    excludeRoles: aliases,
    grantName: text(50).refine((name) => name === '' || isGrant(name), 'menuGrant'),
    status: flag,
    version: z.coerce.number().int(),
  })
  .partial()

const Scope = z.object({
  topMenuId: maybeId,
  enterpriseId: z.string().max(50).optional(),
  visibilityScope: z.string().max(100).optional(),
})

export const menu = {
  routes: get('/sc-system/menu/routes', {
    may: 'signedIn',
    says: "The caller's menus as a tree, cut to a top menu, an enterprise's or a scope's (comma-separated)",
    input: Scope,
    output: z.array(MenuNode),
  }),
  byScope: get('/sc-system/menu/routersByVisibilityScope', {
    may: 'signedIn',
    says: "The caller's menus of one visibility scope",
    input: z.object({ visibilityScope: z.string().max(100) }),
    output: z.array(MenuNode),
  }),
  frame: get('/sc-system/menu/frame', {
    may: 'signedIn',
    says: "What a menu with a link to another site shows inside the frame; only of the caller's own menus",
    input: z.object({ id }),
    output: z.object({
      id: z.string(),
      name: z.string(),
      /** The link with each & replaced by #. */
      address: z.string(),
      host: z.string(),
      /** Whether the operator lets the frame show pages of this host. */
      allowed: z.boolean(),
      isOpen: z.number(),
    }),
  }),
  frameHosts: get('/sc-system/menu/frame-hosts', {
    may: 'menu.view',
    says: 'The hosts whose pages a menu may show inside the frame',
    input: none,
    output: z.array(z.string()),
  }),
  buttons: get('/sc-system/menu/buttons', {
    may: 'signedIn',
    says: 'Menus that own granted buttons; leaf codes are permissions',
    input: none,
    output: z.array(MenuNode),
  }),
  topMenu: get('/sc-system/menu/top-menu', {
    may: 'signedIn',
    says: 'The top menus that show the caller at least one page',
    input: none,
    output: z.array(TopMenu.pick({ id: true, code: true, name: true, source: true, sort: true })),
  }),
  list: get('/sc-system/menu/list', {
    may: 'menu.view',
    says: 'Menus of all categories as a tree; a filter keeps what matches, with its ancestors',
    input: paging(['name', 'code', 'alias', 'path', 'category', 'visibilityScope', 'status']),
    output: z.array(MenuTree),
  }),
  lazyList: get('/sc-system/menu/lazy-list', {
    may: 'menu.view',
    says: 'One level of the menus',
    input: z.object({ parentId: maybeId }),
    output: Level,
  }),
  lazyMenuList: get('/sc-system/menu/lazy-menu-list', {
    may: 'menu.view',
    says: 'One level of the menus, without buttons',
    input: z.object({ parentId: maybeId }),
    output: Level,
  }),
  menuList: get('/sc-system/menu/menu-list', {
    may: 'menu.view',
    says: 'The pages of the menu, without buttons',
    input: paging(['name', 'code', 'alias', 'path', 'visibilityScope', 'status', 'sort']),
    output: paged(Menu),
  }),
  tree: get('/sc-system/menu/tree', {
    may: 'menu.view',
    says: 'The menus a tenant can have, to pick from: its edition cut to its package; `edition` instead: all of one',
    input: z.object({
      tenantId: z.string().max(12).optional(),
      edition: z.enum(['firm', 'school', 'person']).optional(),
    }),
    output: z.array(PickNode),
  }),
  detail: get('/sc-system/menu/detail', {
    may: 'menu.view',
    says: 'One menu',
    input: z.object({ id }),
    output: Menu,
  }),
  submit: post('/sc-system/menu/submit', {
    may: 'menu.edit',
    says: 'Adds a menu, or changes the fields that are sent of the one with this id',
    input: Draft,
    output: Menu,
  }),
  sort: post('/sc-system/menu/sort', {
    may: 'menu.edit',
    says: 'Puts menus that stand beside each other into this order',
    input: z.object({ ids: z.array(id).min(1).max(500) }),
    output: none,
  }),
  remove: post('/sc-system/menu/remove', {
    may: 'menu.edit',
    says: 'Deletes menus that nothing refers to',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
}

export const topMenu = {
  list: get('/sc-system/topMenu/list', {
    may: 'menu.view',
    says: 'The top menus',
    input: paging(['code', 'name', 'status', 'sort']),
    output: paged(TopMenu),
  }),
  detail: get('/sc-system/topMenu/detail', {
    may: 'menu.view',
    says: 'One top menu with its entries',
    input: z.object({ id }),
    output: TopMenu,
  }),
  submit: post('/sc-system/topMenu/submit', {
    may: 'menu.edit',
    says: 'Adds a top menu, or changes the fields that are sent; `menuIds` replaces its entries',
    input: z
      .object({
        id: maybeId,
        code: z.string({ error: 'menuCode' }).trim().min(1, 'menuCode').max(100),
        name: z.string({ error: 'menuName' }).trim().min(1, 'menuName').max(100),
        nameEn: text(100),
        source: text(100),
        sort: z.coerce.number().int().min(0).max(100_000),
        status: flag,
        menuIds: z.array(id).max(500),
        version: z.coerce.number().int(),
      })
      .partial(),
    output: TopMenu,
  }),
  remove: post('/sc-system/topMenu/remove', {
    may: 'menu.edit',
    says: 'Deletes top menus',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
}
