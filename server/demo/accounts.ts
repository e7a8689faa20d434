import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Role, roles } from '#contract/grants.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { hashPassword, md5 } from '../auth/password.ts'
import { addUser, provisionTenant, type TenantKind } from '../tenant/provision-tenant.ts'
import { generatedPassword } from '../system/seed-platform.ts'

/** `role`: comma-separated where somebody holds several. */
export type DemoAccount = { role: string; tenantId: string; account: string; password: string }

/** The demo firm's tenant. */
export const DEMO_TENANT = '100001'

const names: Readonly<Record<Role, string>> = {
  administrator: '陈立新',
  admin: '刘敏',
  zxs: '李思远',
  teacher: '王海燕',
  student: '赵一鸣',
  personal: '孙晓',
  normal: '周文',
  user: '吴敏',
}

type DemoTenant = {
  tenantId: string
  tenantName: string
  kind: TenantKind
  people: readonly { account: string; realName: string; roles: readonly Role[] }[]
}
const person = (role: Role, realName = names[role]) => ({ account: role, realName, roles: [role] })

/** The firm with one account per role, a school, and a person who may upgrade: between them every layout can be tried. */
const demoTenants: readonly DemoTenant[] = [
  { tenantId: DEMO_TENANT, tenantName: '信衡税务师事务所', kind: 'firm', people: roles.map((role) => person(role)) },
  {
    tenantId: '100002',
    tenantName: '东桥财经职业学院',
    kind: 'school',
    people: [person('admin', '何静'), person('teacher', '林若兰'), person('student', '郑一帆')],
  },
  {
    tenantId: '100003',
    tenantName: '许安个人工作室',
    kind: 'person',
    people: [{ account: 'personal', realName: '许安', roles: ['personal', 'normal'] }],
  },
]

/**
 * The demo's accounts, named like their roles. The passwords are in the data folder, for every `--demo` start to print; an
 * account whose password is not in that file gets a new one.
 */
export async function demoAccounts({ config, database }: Kernel): Promise<DemoAccount[]> {
  const path = join(config.DIGAO_DATA, 'demo-accounts.json')
  const known = (await knownAccounts(path)) ?? []
  const wanted = demoTenants.flatMap(({ people, ...tenant }) => people.map((one) => ({ ...one, tenant })))
  const fresh = new Set<string>()
  const accounts = wanted.map(({ account, roles: held, tenant: { tenantId } }): DemoAccount => {
    const kept = known.find((one) => one.tenantId === tenantId && one.account === account)
    if (!kept) fresh.add(`${tenantId} ${account}`)
    return { role: held.join(','), tenantId, account, password: kept?.password ?? generatedPassword() }
  })
  // on disk before they count: nobody is left with an account whose password is nowhere
  if (fresh.size > 0) await keep(path, accounts)
  for (const { people, ...tenant } of demoTenants) {
    const { tenantId } = tenant
    const actor = { tenantId, userId: '' }
    const there = await database.inTenant(actor, (db) => db.selectFrom('tenant').select('id').executeTakeFirst())
    if (!there) await provisionTenant(database, tenant)
    for (const { account, realName, roles: held } of people) {
      const password = accounts.find((one) => one.tenantId === tenantId && one.account === account)?.password ?? ''
      await database.inTenant(actor, async (db) => {
        const found = await db
          .selectFrom('app_user')
          .select('id')
          .where(sql`lower(account)`, '=', account)
          .where('is_deleted', '=', 0)
          .executeTakeFirst()
        if (!found) await addUser(db, { account, realName, password: md5(password), roles: held })
        else if (fresh.has(`${tenantId} ${account}`)) {
          const set = { password_hash: await hashPassword(md5(password)) }
          await db.updateTable('app_user').set(set).where('id', '=', found.id).execute()
        }
      })
    }
  }
  return accounts
}

async function knownAccounts(path: string): Promise<DemoAccount[] | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

async function keep(path: string, accounts: readonly DemoAccount[]): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(accounts))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
}
