import { z } from 'zod'
import { get, id, ids, none, paged, paging, post, rowId, time } from './endpoint.ts'
import { Limits } from './entitlement.ts'

export const editions = ['firm', 'school', 'person'] as const

/** What a tenant may have: menus and limits. */
export const TenantPackage = z.object({
  id,
  code: z.string(),
  packageName: z.string(),
  edition: z.enum(editions),
  /** Which of two packages is the larger one. */
  rank: z.number().int(),
  isTrial: z.boolean(),
  trialDays: z.number().int(),
  /** Days deleted things are kept at most; 0: as the parameter says. */
  trashDays: z.number().int(),
  /** Its menus are those named by `menus`; otherwise all of its edition. */
  ownMenus: z.boolean(),
  remark: z.string(),
  /** 1 may be chosen, 0 only stays where it is. */
  status: z.number().int(),
  limits: Limits,
  tenants: z.number().int(),
  createTime: time,
  updateTime: time,
  version: z.number().int(),
})
export type TenantPackage = z.output<typeof TenantPackage>

/** A menu as a package may have it. */
export type PackageMenu = {
  id: string
  parentId: string
  name: string
  category: number
  scope: string
  children?: PackageMenu[] | undefined
}
const PackageMenu: z.ZodType<PackageMenu> = z.lazy(() =>
  z.object({
    id: z.string(),
    parentId: z.string(),
    name: z.string(),
    category: z.number(),
    scope: z.string(),
    children: z.array(PackageMenu).optional(),
  }),
)

const Fields = z.object({
  code: z
    .string()
    .trim()
    .regex(/^[a-z][a-z0-9-]{1,39}$/, 'packageCode'),
  packageName: z.string().trim().min(1, 'packageName').max(100),
  edition: z.enum(editions),
  rank: z.number().int().min(0).max(9999),
  isTrial: z.boolean(),
  trialDays: z.number().int().min(0).max(3650),
  trashDays: z.number().int().min(0).max(3650),
  ownMenus: z.boolean(),
  remark: z.string().trim().max(500),
  status: z.union([z.literal(0), z.literal(1)]),
  limits: Limits,
  menuIds: z.array(id).max(2000),
})

export const tenantPackage = {
  list: get('/sc-system/tenant-package/list', {
    may: 'package.manage',
    says: 'Packages, by rank',
    input: paging(['code', 'packageName', 'edition', 'status', 'rank', 'updateTime']),
    output: paged(TenantPackage),
  }),
  detail: get('/sc-system/tenant-package/detail', {
    may: 'package.manage',
    says: 'One package',
    input: z.object({ id }),
    output: TenantPackage,
  }),
  select: get('/sc-system/tenant-package/select', {
    may: 'package.manage',
    says: 'The packages that may be chosen',
    input: z.object({ edition: z.enum(editions).optional() }),
    output: z.array(
      TenantPackage.pick({ id: true, code: true, packageName: true, edition: true, isTrial: true, trialDays: true }),
    ),
  }),
  menus: get('/sc-system/tenant-package/menus', {
    may: 'package.manage',
    says: 'The menus of an edition as a tree, and those of them that the package names',
    input: z.object({ id: z.uuid().optional(), edition: z.enum(editions).default('firm') }),
    output: z.object({ tree: z.array(PackageMenu), menuIds: z.array(z.string()) }),
  }),
  limits: get('/sc-system/tenant-package/limits', {
    may: 'package.manage',
    says: 'The limits of a package; a metric that is absent has none',
    input: z.object({ id }),
    output: Limits,
  }),
  submit: post('/sc-system/tenant-package/submit', {
    may: 'package.manage',
    says: 'Adds a package (without id), or changes the fields that are sent; all its tenants have it at once',
    input: Fields.partial().extend({ id: rowId, version: z.number().int().optional() }),
    output: TenantPackage,
  }),
  remove: post('/sc-system/tenant-package/remove', {
    may: 'package.manage',
    says: 'Deletes packages that no tenant has',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
}
