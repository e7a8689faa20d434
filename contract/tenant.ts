import { z } from 'zod'
import { get, id, ids, none, paged, paging, post, rowId, time } from './endpoint.ts'
import { Firm } from './firm.ts'
import { TenantPackage } from './package.ts'

export const tenantKinds = ['firm', 'school', 'person'] as const
/** Computed from status, date and package. */
export const tenantStates = ['trial', 'active', 'expired', 'disabled'] as const

export const Tenant = z.object({
  id,
  tenantId: z.string(),
  tenantName: z.string(),
  kind: z.enum(['platform', ...tenantKinds]),
  domain: z.string(),
  linkman: z.string(),
  contactNumber: z.string(),
  address: z.string(),
  /** Seats of its own in place of the package's; -1: those of the package. */
  accountNumber: z.number().int(),
  /** Empty: never. */
  expireTime: z.string(),
  status: z.number().int(),
  state: z.enum(tenantStates),
  packageId: z.string(),
  packageName: z.string(),
  datasourceId: z.string(),
  datasourceName: z.string(),
  createTime: time,
  updateTime: time,
  version: z.number().int(),
})
export type Tenant = z.output<typeof Tenant>

const tenantId = z.string().regex(/^[0-9A-Za-z]{6,12}$/, 'tenantIdForm')
/** A day or a moment of China; empty or null: never. */
const expiry = z
  .string()
  .regex(/^$|^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/)
  .nullable()
/** A number, or its digits as an older form sends them; neither an empty text nor true is one. */
const wholeNumber = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,9}$/)
    .transform(Number),
])
const Fields = z.object({
  tenantName: z.string().trim().min(1, 'tenantName').max(100),
  domain: z.string().trim().max(300),
  linkman: z.string().trim().max(50),
  contactNumber: z.string().trim().max(50),
  address: z.string().trim().max(300),
  accountNumber: wholeNumber.pipe(z.number().int().min(-1).max(1_000_000)),
  expireTime: expiry,
  status: wholeNumber.pipe(z.union([z.literal(0), z.literal(1)])),
})

export const tenant = {
  list: get('/sc-system/tenant/list', {
    may: 'tenant.view',
    says: 'Tenants: all for the platform, for anybody else who administers one his own',
    input: paging(
      ['tenantId', 'tenantName', 'kind', 'domain', 'linkman', 'packageId', 'createTime', 'expireTime', 'status'],
      { state: z.string().max(20).optional() },
    ),
    output: paged(Tenant),
  }),
  detail: get('/sc-system/tenant/detail', {
    may: 'tenant.view',
    says: 'One tenant, by its id or tenantId',
    input: z.object({ id: z.string().max(40) }),
    output: Tenant,
  }),
  submit: post('/sc-system/tenant/submit', {
    may: 'tenant.manage',
    says: 'Adds a tenant with roles, department, administrator, firm and package (without id), or changes the fields that are sent',
    input: Fields.partial().extend({
      id: rowId,
      version: z.number().int().optional(),
      /** Only of a new tenant. */
      tenantId: tenantId.optional(),
      kind: z.enum(tenantKinds).default('firm'),
      packageId: z.union([z.uuid(), z.literal('')]).optional(),
      administrator: z
        .object({
          account: z.string().trim().min(1).max(64),
          realName: z.string().trim().max(50).default(''),
          phone: z.string().trim().max(30).default(''),
          /** md5 hex; without one it is made up and answered once. */
          password: z
            .string()
            .regex(/^[0-9a-f]{32}$/)
            .optional(),
        })
        .optional(),
    }),
    /** `password` only in the answer that made it. */
    output: Tenant.extend({ account: z.string(), password: z.string() }),
  }),
  remove: post('/sc-system/tenant/remove', {
    may: 'tenant.manage',
    says: 'Closes tenants: nobody signs in any more, sessions end, the rows stay',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
  setting: post('/sc-system/tenant/setting', {
    may: 'tenant.manage',
    says: 'Sets seats and date for several tenants at once',
    input: z.object({
      ids: ids.pipe(z.array(id)),
      accountNumber: z.coerce.number().int().min(-1).max(1_000_000).optional(),
      expireTime: expiry.optional(),
    }),
    output: none,
  }),
  packageDetail: get('/sc-system/tenant/package-detail', {
    may: 'tenant.view',
    says: "A tenant's package; nothing where it has none",
    input: z.object({ tenantId: z.string().max(40).optional(), id: z.string().max(40).optional() }),
    output: TenantPackage.omit({ tenants: true }).partial(),
  }),
  packageSetting: post('/sc-system/tenant/package-setting', {
    may: 'tenant.manage',
    says: 'Gives a tenant a package; an empty packageId takes it away, and with it all limits',
    input: z.object({ tenantId, packageId: z.union([z.uuid(), z.literal('')]), expireTime: expiry.optional() }),
    output: Tenant,
  }),
  datasource: post('/sc-system/tenant/datasource', {
    may: 'tenant.manage',
    says: 'Moves a tenant to a data source, an empty datasourceId to the main server; answers the job that does it',
    input: z.object({ tenantId, datasourceId: z.union([z.uuid(), z.literal('')]) }),
    output: z.object({ jobId: z.string() }),
  }),
  enter: post('/sc-system/tenant/enter', {
    may: 'tenant.manage',
    says: "The platform's administrator works in another tenant from now on, in this session; both tenants' audits say so",
    input: z.object({ tenantId, reason: z.string({ error: 'enterReason' }).trim().min(2, 'enterReason').max(300) }),
    output: z.object({ tenantId: z.string(), tenantName: z.string() }),
  }),
  leave: post('/sc-system/tenant/leave', {
    may: 'signedIn',
    ofSelf: true,
    says: 'Back in the own tenant',
    input: none,
    output: z.object({ tenantId: z.string() }),
  }),
  select: get('/sc-system/freeApi/tenant/select', {
    may: 'public',
    says: 'The tenants one may sign in to',
    input: none,
    output: z.array(z.object({ id: z.string(), tenantId: z.string(), tenantName: z.string(), domain: z.string() })),
  }),
  info: get('/sc-system/tenant/info', {
    may: 'public',
    says: 'The tenant of a domain; an empty object if none',
    input: z.object({ domain: z.string().max(500) }),
    output: z.object({ tenantId: z.string(), tenantName: z.string(), domain: z.string() }).partial(),
  }),
  firm: get('/api/blade-system/tenant/firm/{tenantId}', {
    may: 'firm.view',
    says: "A tenant's firm; of another tenant only for the platform",
    input: z.object({ tenantId: z.string().max(12) }),
    output: Firm,
  }),
}
