import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Role, roles } from '#contract/grants.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { hashPassword, md5 } from '../auth/password.ts'
import { addUser, provisionTenant } from '../tenant/provision-tenant.ts'
import { generatedPassword } from '../system/seed-platform.ts'

export type DemoAccount = { role: Role; tenantId: string; account: string; password: string }

/** The demo firm's tenant. */
export const DEMO_TENANT = '100001'
const FIRM = '信衡税务师事务所'

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

/**
 * The demo firm with one account per role, named like the role. The passwords are in the data folder, for every `--demo` start
 * to print; where that file is lost, the accounts get new ones.
 */
export async function demoAccounts({ config, database }: Kernel): Promise<DemoAccount[]> {
  const path = join(config.DIGAO_DATA, 'demo-accounts.json')
  const known = await knownAccounts(path)
  const accounts =
    known ?? roles.map((role) => ({ role, tenantId: DEMO_TENANT, account: role, password: generatedPassword() }))
  // on disk before they count: nobody is left with an account whose password is nowhere
  if (!known) await keep(path, accounts)
  const actor = { tenantId: DEMO_TENANT, userId: '' }
  const tenant = await database.inTenant(actor, (db) => db.selectFrom('tenant').select('id').executeTakeFirst())
  if (!tenant) await provisionTenant(database, { tenantId: DEMO_TENANT, tenantName: FIRM, kind: 'firm' })
  for (const { role, account, password } of accounts) {
    await database.inTenant(actor, async (db) => {
      const found = await db
        .selectFrom('app_user')
        .select('id')
        .where(sql`lower(account)`, '=', account)
        .where('is_deleted', '=', 0)
        .executeTakeFirst()
      if (!found) await addUser(db, { account, realName: names[role], password: md5(password), roles: [role] })
      else if (!known) {
        const set = { password_hash: await hashPassword(md5(password)) }
        await db.updateTable('app_user').set(set).where('id', '=', found.id).execute()
      }
    })
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
