import { heldByRoles } from '#contract/grants.ts'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { Context, User } from '#server/kernel/service.ts'
import { enterpriseService } from '../enterprise/service.ts'
import { ledgerService } from '../ledger/service.ts'
import { FINANCIAL } from '../project/financial-file.ts'
import { projectService } from '../project/service.ts'
import { templatesFor } from '../project/template.ts'
import { DEMO_TENANT, type DemoAccount, demoAccounts } from './accounts.ts'

/** The client whose ledger lies in `e2e/fixtures`; company and code are fictional. */
const client = {
  enterpriseName: '东桥南溟精密机械有限公司',
  creditCode: '91217359606524564C',
  industry: '通用设备制造业',
  accountingStandard: 'cas',
  contact: '何静',
  phone: '',
  address: '',
  remark: '演示数据，企业与账套均为虚构',
} as const
const work = { projectName: '2025年度企业所得税汇算清缴', year: '2025', category: 1 } as const
const ledgerFolder = join(import.meta.dirname, '../../e2e/fixtures/ledgers/yonyou-u8')
/** A ledger of this size takes seconds; a start that waits longer goes on without it. */
const IMPORT_SECONDS = 60

/**
 * Puts in a demo firm with one account per role, a client, a project and its ledger, the last through the real import; what is
 * there already is left alone. Answers the accounts with their passwords.
 */
export async function seedDemo(kernel: Kernel): Promise<DemoAccount[]> {
  const accounts = await demoAccounts(kernel)
  const consultant = await userOf(kernel, 'zxs')
  const enterpriseId = await clientOf(kernel, consultant)
  const projectId = await projectOf(kernel, consultant, enterpriseId)
  await importOnce(kernel, consultant, projectId)
  return accounts
}

const inTenant = <T>(kernel: Kernel, user: Pick<User, 'id'>, work: (db: Db) => Promise<T>) =>
  kernel.database.inTenant({ tenantId: DEMO_TENANT, userId: user.id }, work)

const userOf = (kernel: Kernel, account: 'zxs'): Promise<User> =>
  inTenant(kernel, { id: '' }, async (db) => {
    const { id, real_name: realName } = await db
      .selectFrom('app_user')
      .select(['id', 'real_name'])
      .where('account', '=', account)
      .where('is_deleted', '=', 0)
      .executeTakeFirstOrThrow()
    const roles = [account]
    return {
      id,
      tenantId: DEMO_TENANT,
      homeTenantId: DEMO_TENANT,
      sessionId: '',
      account,
      realName,
      deptId: '',
      roles,
      held: heldByRoles(account),
    }
  })

/** A call as the consultant would make it, so that rules and audit are the same. */
const asCall = (kernel: Kernel, user: User, db: Db): Context => ({
  db,
  user,
  kernel,
  extent: true,
  language: 'zh-CN',
  address: '',
  trace: 'demo',
  afterCommit: () => {},
})

const clientOf = (kernel: Kernel, user: User): Promise<string> =>
  inTenant(kernel, user, async (db) => {
    const known = await db
      .selectFrom('firm_enterprise')
      .select('id')
      .where('credit_code', '=', client.creditCode)
      .where('is_deleted', '=', 0)
      .executeTakeFirst()
    if (known) return known.id
    const { id } = await enterpriseService.save(asCall(kernel, user, db), client)
    // those whose grants end at their own clients find this one when they sign in
    const others = await db
      .selectFrom('app_user')
      .select('id')
      .where('account', 'in', ['student', 'personal'])
      .execute()
    await db
      .insertInto('enterprise_member')
      .values(others.map((other) => ({ enterprise_id: id, user_id: other.id })))
      .execute()
    return id
  })

const projectOf = (kernel: Kernel, user: User, enterpriseId: string): Promise<string> =>
  inTenant(kernel, user, async (db) => {
    const known = await db
      .selectFrom('firm_project')
      .select('id')
      .where('enterprise_id', '=', enterpriseId)
      .where('is_deleted', '=', 0)
      .orderBy('create_time')
      .executeTakeFirst()
    if (known) return known.id
    const workpaperTemplateId = templatesFor(work.category)[0]?.id ?? ''
    const { id } = await projectService.save(asCall(kernel, user, db), { ...work, enterpriseId, workpaperTemplateId })
    return id
  })

async function importOnce(kernel: Kernel, user: User, projectId: string): Promise<void> {
  const tried = await inTenant(kernel, user, (db) =>
    db.selectFrom('dataset').select('id').where('project_id', '=', projectId).executeTakeFirst(),
  )
  if (tried) return
  const fileIds = await handOver(kernel, user, projectId)
  const { jobId } = await inTenant(kernel, user, (db) =>
    ledgerService.import(asCall(kernel, user, db), { projectId, fileIds }),
  )
  for (const end = Date.now() + IMPORT_SECONDS * 1000; Date.now() < end; await sleep(50)) {
    const job = await inTenant(kernel, user, (db) =>
      db.selectFrom('job').select('state').where('id', '=', jobId).executeTakeFirst(),
    )
    if (job?.state !== 'queued' && job?.state !== 'running') return
  }
}

/** Hands the fixture's files over as finished uploads; those that an interrupted start left are used. */
async function handOver(kernel: Kernel, user: User, projectId: string): Promise<string[]> {
  const there = await inTenant(kernel, user, (db) =>
    db
      .selectFrom('file')
      .select(['id', 'name'])
      .where('purpose', '=', FINANCIAL)
      .where('owner_id', '=', projectId)
      .where('is_deleted', '=', 0)
      .execute(),
  )
  const scratch = await mkdtemp(join(kernel.config.DIGAO_DATA, 'demo-'))
  try {
    const ids: string[] = []
    for (const name of await readdir(ledgerFolder)) {
      if (!name.endsWith('.xlsx')) continue
      const known = there.find((file) => file.name === name)
      const path = join(scratch, 'file')
      if (!known) await copyFile(join(ledgerFolder, name), path)
      ids.push(known?.id ?? (await kernel.files.add(user, { purpose: FINANCIAL, ownerId: projectId, name, path })).id)
    }
    return ids
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
