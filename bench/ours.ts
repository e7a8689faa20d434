import { sql } from 'kysely'
import { hashPassword, md5 } from '#server/auth/password.ts'
import { readConfig } from '#server/kernel/config.ts'
import type { Database } from '#server/kernel/database.ts'
import { startDigao } from '#server/start.ts'
import { addUser, provisionTenant } from '#server/tenant/provision-tenant.ts'
import { given, tell } from './child.ts'
import { seedPeople } from './people.ts'
import type { Asker } from './requests.ts'

// Our server as it is deployed, with tenants and rows in it.

export type OursOrder = { environment: Record<string, string>; tenants: number; rowsPerTenant: number; people: number }
export type Ours = { url: string; port: number; client: { id: string; secret: string }; askers: Asker[] }

const PASSWORD = md5('bench')
const { environment, tenants, rowsPerTenant, people } = given() as OursOrder
const digao = await startDigao({ config: readConfig(environment), tell: console.error })
process.once('SIGTERM', () => void digao.stop().then(() => process.exit(0)))

/** A firm with an administrator, its enterprises, and a project for every third of them. */
async function seedFirm(database: Database, number: number, stored: string): Promise<Asker> {
  const tenantId = `bench${String(number).padStart(4, '0')}`
  const firmId = await provisionTenant(database, { tenantId, tenantName: `第${number}事务所`, kind: 'firm' })
  const userId = await database.inTenant({ tenantId, userId: '' }, (db) =>
    addUser(db, { account: 'bench', realName: '陈立新', password: PASSWORD, roles: ['admin'], hash: stored }),
  )
  const rowId = await database.inTenant({ tenantId, userId }, async (db) => {
    await sql`insert into firm_enterprise
        (firm_id, enterprise_name, credit_code, industry, contact, phone, address, remark, create_time, update_time)
      select ${firmId}, '宁州市第' || n || '精密机械有限公司', '91330100' || lpad(n::text, 10, '0'), '通用设备制造业', '林静',
        '0571-8' || lpad(n::text, 7, '0'), '宁州市高新区创业路' || n || '号', '', t, t
      from (select n, now() - make_interval(hours => n) as t from generate_series(1, ${rowsPerTenant}::int) n) made`.execute(
      db,
    )
    await sql`insert into firm_project (firm_id, enterprise_id, project_name, year, category)
      select firm_id, id, '2025 年度汇算清缴', 2025, 1 from firm_enterprise where right(credit_code, 1) in ('0', '3', '6')`.execute(
      db,
    )
    const middle = Math.ceil(rowsPerTenant / 2)
    const { id } = await db
      .selectFrom('firm_enterprise')
      .select('id')
      .orderBy('credit_code')
      .offset(middle)
      .limit(1)
      .executeTakeFirstOrThrow()
    return id
  })
  return { tenantId, account: 'bench', password: PASSWORD, token: '', refreshToken: '', firmId, rowId }
}

const { database } = digao.kernel
// one hash for all: what sign-in costs is paid when it is measured
const stored = await hashPassword(PASSWORD)
const askers: Asker[] = []
for (let number = 1; number <= tenants; number += 1) askers.push(await seedFirm(database, number, stored))
if (people > 0) await seedPeople(database, 10 * people, 100)
await tell({ url: digao.url, port: Number(new URL(digao.url).port), client: digao.client, askers } satisfies Ours)
