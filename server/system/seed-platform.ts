import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { md5 } from '../auth/password.ts'
import { seedPrompts } from '../prompt-template/seed-prompts.ts'
import { addUser, provisionTenant } from '../tenant/provision-tenant.ts'
import { seedPackages } from '../tenant/seed-packages.ts'
import { seedParams } from './seed-params.ts'
import { seedMenus } from './menu-seeding.ts'
import { seedClients, seedDicts, seedRegions } from './seed-rows.ts'

const actor = { tenantId: PLATFORM, userId: '' }

/** Without characters that are read wrongly from a screen. */
const letters = 'abcdefghijkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXY34679'
export const generatedPassword = () => Array.from(randomBytes(16), (byte) => letters[byte % letters.length]).join('')

/**
 * Puts in what every deployment needs: the platform's tenant, menus, dictionaries, parameters and the like that are missing, and an administrator.
 * Answers the administrator's password if it was made just now; it is stored nowhere else.
 */
export async function seedPlatform(database: Database): Promise<{ account: string; password: string } | undefined> {
  const fresh = await database.inTenant(actor, async (db) => {
    // two processes that start together: one seeds, the other finds it done
    await sql`select pg_advisory_xact_lock(hashtext('digao.seed'))`.execute(db)
    return (await db.selectFrom('tenant').select('id').execute()).length === 0
  })
  if (fresh) {
    await provisionTenant(database, { tenantId: PLATFORM, tenantName: 'Digao 底稿', kind: 'platform' }).catch(
      (error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === '23505')) throw error
      },
    )
  }
  return database.inTenant(actor, async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext('digao.seed'))`.execute(db)
    await seedMenus(db)
    await seedDicts(db)
    await seedParams(db)
    await seedRegions(db)
    await seedClients(db)
    await seedPackages(db)
    await seedPrompts(db)
    const known = await db.selectFrom('app_user').select('id').limit(1).execute()
    if (known.length) return undefined
    const account = 'admin'
    const password = generatedPassword()
    await addUser(db, { account, realName: '系统管理员', password: md5(password), roles: ['administrator'] })
    return { account, password }
  })
}
