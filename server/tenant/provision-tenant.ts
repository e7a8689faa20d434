import { randomInt } from 'node:crypto'
import { type Role, roles } from '#contract/grants.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Database, Db } from '#server/kernel/database.ts'
import { reserve } from '#server/kernel/entitlement.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { hashPassword } from '../auth/password.ts'
import { domainHost, domainOrigin } from './domain-host.ts'

export type TenantKind = 'platform' | 'firm' | 'school' | 'person'
export type NewUser = {
  account: string
  realName: string
  /** md5 hex, as clients send it. */
  password: string
  roles: readonly Role[]
  phone?: string
  /** The password's stored form, where it is known already. */
  hash?: string
  mustChangePassword?: boolean
}
export type NewTenant = {
  /** Six digits that are free, unless given. */
  tenantId?: string
  tenantName: string
  kind: TenantKind
  domain?: string
  linkman?: string
  contactNumber?: string
  address?: string
  accountNumber?: number
  /** Of a package, e.g. `defaultPackages[kind]`; without one nothing is limited. A trial ends by its days unless `expireTime` says. */
  packageCode?: string
  expireTime?: Date
  creditCode?: string
  /** His roles are those of his kind of tenant unless given. */
  administrator?: Omit<NewUser, 'roles'> & { roles?: readonly Role[] }
  /** Whether no other tenant may have the name; true unless said otherwise. */
  nameOnce?: boolean
  /** What belongs into the same transaction. */
  also?: (db: Db, made: Provisioned) => Promise<void>
  /** Who did it, for the new tenant's audit. */
  by?: Pick<Context, 'user' | 'address' | 'trace'>
}
export type Provisioned = { tenantId: string; firmId: string; userId: string }

/** What a new tenant of a kind gets unless somebody chooses. */
export const defaultPackages: Partial<Record<TenantKind, string>> = {
  firm: 'firm-trial',
  school: 'school-standard',
  person: 'person-basic',
}
const ownerRoles: Record<TenantKind, readonly Role[]> = {
  platform: ['administrator'],
  firm: ['administrator', 'admin'],
  school: ['administrator', 'admin'],
  person: ['personal'],
}

const roleNames: Record<Role, string> = {
  administrator: '超级管理员',
  admin: '管理员',
  zxs: '咨询师',
  teacher: '老师',
  student: '学生',
  personal: '个人版',
  normal: '普通用户',
  user: '用户',
}

/** Makes a tenant with its roles, its department and, unless it is the platform, its firm, in one transaction. Answers the firm's id. */
export const provisionTenant = async (database: Database, wanted: NewTenant): Promise<string> =>
  (await provision(database, wanted)).firmId

/**
 * The same with its administrator and package: all of it or, when an id, a name, a domain, a package or an account will not do,
 * nothing. Passwords are hashed before the transaction begins.
 */
export async function provision(database: Database, wanted: NewTenant): Promise<Provisioned> {
  const { administrator } = wanted
  const hash = administrator && (administrator.hash ?? (await hashPassword(administrator.password)))
  const given = wanted.tenantId
  for (let tries = 1; ; tries++) {
    const tenantId = given ?? String(randomInt(100_000, 1_000_000))
    try {
      return await database.inTenant({ tenantId, userId: wanted.by?.user.id ?? '' }, async (db) => {
        const made = await insertTenant(db, tenantId, wanted)
        const own = administrator && { ...administrator, ...(hash && { hash }) }
        const userId = own ? await addUser(db, { ...own, roles: own.roles ?? ownerRoles[wanted.kind] }) : ''
        await wanted.also?.(db, { ...made, userId })
        if (wanted.by) await auditMade(db, tenantId, wanted, wanted.by)
        return { ...made, userId }
      })
    } catch (error) {
      const clash = clashOf(error)
      if (clash !== 'tenant_pkey') throw takenBy(clash, wanted) ?? error
      if (given) throw new Refusal('tenantIdTaken', { tenantId })
      if (tries === 20) throw error
    }
  }
}

/** The unique index that a failed statement met. */
export const clashOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === '23505' && 'constraint' in error
    ? String(error.constraint)
    : ''

/** What is already another tenant's, by the index that says so. */
export function takenBy(clash: string, { tenantName = '', domain = '' }: { tenantName?: string; domain?: string }) {
  if (clash === 'tenant_name_once') return new Refusal('tenantNameTaken', { name: tenantName })
  return clash === 'tenant_of_host' ? new Refusal('tenantDomainTaken', { domain: domainHost(domain) }) : undefined
}

async function insertTenant(db: Db, tenantId: string, wanted: NewTenant) {
  const { tenantName, kind, domain = '', linkman = '', contactNumber = '', address = '' } = wanted
  const origin = domain === '' ? '' : domainOrigin(domain)
  if (origin === undefined) throw new Refusal('tenantDomainWrong', { domain })
  const chosen = wanted.packageCode ? await packageNamed(db, wanted.packageCode, kind) : undefined
  await db
    .insertInto('tenant')
    .values({
      tenant_id: tenantId,
      tenant_name: tenantName,
      name_once: wanted.nameOnce === false ? null : tenantName,
      kind,
      domain: origin,
      domain_host: domainHost(origin),
      linkman,
      contact_number: contactNumber,
      address,
      account_number: wanted.accountNumber ?? -1,
      package_id: chosen?.id ?? null,
      expire_time: wanted.expireTime ?? (chosen ? trialEnd(chosen) : null),
    })
    .execute()
  await db.insertInto('dept').values({ dept_name: tenantName }).execute()
  const rows = roles.map((alias, sort) => ({ role_alias: alias, role_name: roleNames[alias], sort }))
  await db.insertInto('role').values(rows).execute()
  if (kind === 'platform') return { tenantId, firmId: '' }
  const firm = {
    firm_name: tenantName,
    contact: linkman,
    phone: contactNumber,
    address,
    credit_code: wanted.creditCode ?? '',
  }
  const { id } = await db.insertInto('firm').values(firm).returning('id').executeTakeFirstOrThrow()
  return { tenantId, firmId: id }
}

/** A package that may be chosen, and for this kind of tenant. */
async function packageNamed(db: Db, code: string, kind: TenantKind) {
  const found = await db
    .selectFrom('tenant_package')
    .selectAll()
    .where('code', '=', code)
    .where('status', '=', 1)
    .where('is_deleted', '=', 0)
    .executeTakeFirst()
  if (!found) throw new Refusal('packageMissing')
  if (found.edition !== kind) throw new Refusal('packageEdition', { name: found.package_name })
  return found
}

/** When a tenant that begins with this package now has had its trial; null: it is none. */
export const trialEnd = (chosen: { is_trial: boolean; trial_days: number }): Date | null =>
  chosen.is_trial && chosen.trial_days > 0 ? new Date(Date.now() + chosen.trial_days * 86_400_000) : null

const auditMade = (db: Db, tenantId: string, wanted: NewTenant, by: Pick<Context, 'user' | 'address' | 'trace'>) =>
  audit(
    { ...by, db },
    {
      action: 'tenant.create',
      bizType: 'tenant',
      bizId: tenantId,
      after: {
        tenantName: wanted.tenantName,
        kind: wanted.kind,
        packageCode: wanted.packageCode ?? '',
        administrator: wanted.administrator?.account ?? '',
      },
    },
  )

/** Adds a user with these roles to the transaction's tenant, on one of its seats. Answers his id. */
export async function addUser(db: Db, { account, realName, password, roles, ...more }: NewUser): Promise<string> {
  const stored = more.hash ?? (await hashPassword(password))
  await reserve(db, 'seat')
  const dept = await db.selectFrom('dept').select('id').orderBy('create_time').limit(1).executeTakeFirst()
  const { id } = await db
    .insertInto('app_user')
    .values({
      account,
      name: realName,
      real_name: realName,
      password_hash: stored,
      phone: more.phone ?? '',
      dept_id: dept?.id ?? null,
      must_change_password: more.mustChangePassword ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (roles.length === 0) return id
  await db
    .insertInto('user_role')
    .columns(['user_id', 'role_id'])
    .expression((eb) =>
      eb
        .selectFrom('role')
        .where('role_alias', 'in', [...roles])
        .where('is_deleted', '=', 0)
        .select((of) => [of.val(id).$castTo<string>().as('user_id'), 'id as role_id']),
    )
    .execute()
  return id
}
