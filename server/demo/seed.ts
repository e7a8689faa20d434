import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { clientProfileService } from '../enterprise/profile-service.ts'
import { enterpriseService } from '../enterprise/service.ts'
import { projectService } from '../project/service.ts'
import { systemTemplate } from '../template/system-template.ts'
import { type DemoAccount, demoAccounts } from './accounts.ts'
import { asCall, inTenant, userOf } from './demo-call.ts'
import { importOnce } from './demo-ledger.ts'
import { seedPortfolio } from './portfolio.ts'

/** The client whose ledger lies in `e2e/fixtures`; company and code are fictional. */
const client = {
  enterpriseName: '东桥南溟精密机械有限公司',
  creditCode: '91217359606524564C',
  taxpayerType: 'general',
  accountingStandard: 'cas',
  industrySection: 'C',
  industry: '通用设备制造业',
  status: 'active',
  category: 'regular',
  riskLevel: 'low',
  tags: ['制造', '汇算清缴'],
  legalRepresentative: '沈望舒',
  registeredCapital: '20000000.00',
  establishDate: '2012-06-18',
  taxAuthority: '东桥市税务局第一税务所',
  taxCreditGrade: 'B',
  bankName: '',
  bankAccount: '',
  contact: '何静',
  phone: '',
  address: '东桥市南溟路88号',
  remark: '演示数据，企业与账套均为虚构',
} satisfies Parameters<typeof enterpriseService.save>[1]
const declared = (taxType: string, cycle: 'month' | 'quarter' | 'year') =>
  ({ taxType, cycle, validFrom: '2012-07-01', validTo: '' }) as const
/** What a manufacturer declares. */
const taxes = [
  declared('vat', 'month'),
  declared('surcharge', 'month'),
  declared('iit', 'month'),
  declared('social', 'month'),
  declared('cit', 'quarter'),
  declared('stamp', 'quarter'),
  declared('statement', 'quarter'),
]
const work = { projectName: '2025年度企业所得税汇算清缴', year: '2025', category: 1 } as const
const ledgerFolder = join(import.meta.dirname, '../../e2e/fixtures/ledgers/yonyou-u8')

/**
 * Puts in a demo firm with one account per role, a client, a project and its ledger, the last through the real import, and more
 * clients whose projects are further or less far; what is there already is left alone. Answers the accounts with their passwords.
 */
export async function seedDemo(kernel: Kernel): Promise<DemoAccount[]> {
  const accounts = await demoAccounts(kernel)
  const consultant = await userOf(kernel, 'zxs')
  const enterpriseId = await clientOf(kernel, consultant)
  const projectId = await projectOf(kernel, consultant, enterpriseId)
  const names = (await readdir(ledgerFolder)).filter((name) => name.endsWith('.xlsx'))
  const files = names.map((name) => ({ name, path: join(ledgerFolder, name) }))
  await importOnce(kernel, consultant, { projectId, files })
  await seedPortfolio(kernel)
  return accounts
}

const clientOf = (kernel: Kernel, user: User): Promise<string> =>
  inTenant(kernel, user, async (db) => {
    const known = await db
      .selectFrom('firm_enterprise')
      .select('id')
      .where('credit_code', '=', client.creditCode)
      .where('is_deleted', '=', 0)
      .executeTakeFirst()
    if (known) return known.id
    const call = asCall(kernel, user, db)
    const { id } = await enterpriseService.save(call, client)
    await clientProfileService.saveTaxes(call, { enterpriseId: id, taxes })
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
    const workpaperTemplateId = work.category === systemTemplate.category ? systemTemplate.id : ''
    const { id } = await projectService.save(asCall(kernel, user, db), { ...work, enterpriseId, workpaperTemplateId })
    return id
  })
