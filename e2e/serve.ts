// A whole Digao for the journeys: on fresh data of its own, with a firm of known people and captchas that all read the same.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { roles } from '#contract/grants.ts'
import { md5 } from '#server/auth/password.ts'
import { readConfig } from '#server/kernel/config.ts'
import { startDigao } from '#server/start.ts'
import { addUser, provisionTenant } from '#server/tenant/provision-tenant.ts'
import {
  accountOf,
  apart,
  asker,
  CAPTCHA,
  firm,
  forgetful,
  HUMAN_CODE,
  modelFirm,
  names,
  platform,
  platformLooker,
  reader,
  unchecked,
} from './people.ts'

const cache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'journeys')
const DAY_MS = 86_400_000

mkdirSync(cache, { recursive: true })
// left by a run that was killed; a younger folder may belong to a run that goes on beside this one
for (const name of readdirSync(cache)) {
  const path = join(cache, name)
  if (Date.now() - statSync(path).mtimeMs > DAY_MS) rmSync(path, { recursive: true, force: true })
}
const folder = mkdtempSync(join(cache, 'data-'))
const config = readConfig({
  PORT: process.argv[2] ?? '0',
  DIGAO_DATA: folder,
  LOG_LEVEL: 'warn',
  DIGAO_HUMAN_CODE: HUMAN_CODE,
  // a journey may put up a model service of its own
  DIGAO_OUTBOUND: '127.0.0.1',
})
const digao = await startDigao({ config, tell: console.error, captchaText: () => CAPTCHA })

const { tenantId, name } = firm
await provisionTenant(digao.kernel.database, { tenantId, tenantName: name, kind: 'firm' })
await digao.kernel.database.inTenant({ tenantId, userId: '' }, async (db) => {
  for (const role of roles) {
    const { account, password } = accountOf(role)
    await addUser(db, { account, realName: names[role], password: md5(password), roles: [role] })
  }
  for (const { account, password, name: realName, role } of apart)
    await addUser(db, { account, realName, password: md5(password), roles: [role] })
  const { account, phone } = forgetful
  await addUser(db, { account, realName: '何忘川', phone, password: md5(crypto.randomUUID()), roles: ['user'] })
})
await provisionTenant(digao.kernel.database, { tenantId: modelFirm.tenantId, tenantName: modelFirm.name, kind: 'firm' })
await digao.kernel.database.inTenant({ tenantId: modelFirm.tenantId, userId: '' }, async (db) => {
  for (const { account, password, name: realName, role } of [asker, reader])
    await addUser(db, { account, realName, password: md5(password), roles: [role] })
})
await digao.kernel.database.inTenant({ tenantId: platform.tenantId, userId: '' }, async (db) => {
  for (const { account, password } of [platform, platformLooker])
    await addUser(db, { account, realName: '平台管理员', password: md5(password), roles: ['administrator'] })
})
// everybody but one has passed the human check
for (const { tenantId } of [firm, modelFirm, platform])
  await digao.kernel.database.inTenant({ tenantId, userId: '' }, async (db) => {
    await db
      .insertInto('preference')
      .columns(['user_id', 'human_checked_at'])
      .expression(
        db
          .selectFrom('app_user')
          .where('account', '<>', unchecked.account)
          .select(['id', sql<Date>`now()`.as('human_checked_at')]),
      )
      .execute()
  })

const end = async () => {
  await digao.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
process.once('SIGTERM', () => void end())
process.once('SIGINT', () => void end())
process.stdout.write(`journeys at ${digao.url}\n`)
