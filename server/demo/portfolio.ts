import { sql } from 'kysely'
import { AUDIT_CATEGORY } from '#contract/project.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { clientProfileService } from '../enterprise/profile-service.ts'
import { enterpriseService } from '../enterprise/service.ts'
import { paperService } from '../paper/service.ts'
import { projectService } from '../project/service.ts'
import { systemTemplate } from '../template/system-template.ts'
import { relationService } from '../relation/service.ts'
import { asCall, inTenant, userOf } from './demo-call.ts'
import { ended, importOnce, smallLedger } from './demo-ledger.ts'

type Client = Parameters<typeof enterpriseService.save>[1]
type Tax = readonly [taxType: string, cycle: 'month' | 'quarter']
/** How far a project of the demo is brought, through the real steps. */
type Reached = 'empty' | 'imported' | 'verified' | 'mapped' | 'generated'
type Project = { year: string; name: string; category?: number; reached?: Reached; monthsAgo: number }
type Demo = {
  owner: 'administrator' | 'admin' | 'zxs' | 'personal'
  client: Partial<Client> & Pick<Client, 'enterpriseName' | 'creditCode' | 'industrySection'>
  taxes: readonly Tax[]
  monthsAgo: number
  projects: readonly Project[]
}

const settlement = (year: string, monthsAgo: number, reached: Reached = 'empty'): Project => ({
  year,
  name: `${year}年度企业所得税汇算清缴`,
  monthsAgo,
  reached,
})
const usual: readonly Tax[] = [
  ['vat', 'month'],
  ['iit', 'month'],
  ['cit', 'quarter'],
]
const smallUsual: readonly Tax[] = [
  ['vat', 'quarter'],
  ['iit', 'month'],
  ['cit', 'quarter'],
]

/** Clients of the demo firm beside the one with the large ledger; companies and codes are fictional. */
const demos: readonly Demo[] = [
  {
    owner: 'zxs',
    client: {
      enterpriseName: '东桥望海商贸有限公司',
      creditCode: '912173598A2F64C717',
      industrySection: 'F',
      industry: '批发业',
      contact: '陆云',
    },
    taxes: usual,
    monthsAgo: 22,
    projects: [
      settlement('2024', 14, 'generated'),
      settlement('2025', 7, 'mapped'),
      settlement('2026', 1),
      { year: '2026', name: '日常税务咨询', category: 2, monthsAgo: 3 },
    ],
  },
  {
    owner: 'administrator',
    client: {
      enterpriseName: '东桥启明软件有限公司',
      creditCode: '912173593C6F92A452',
      industrySection: 'I',
      industry: '软件和信息技术服务业',
      contact: '邵宁',
    },
    taxes: usual,
    monthsAgo: 9,
    projects: [
      settlement('2025', 8, 'imported'),
      { year: '2025', name: '研发费用加计扣除鉴证', category: 4, monthsAgo: 6 },
      settlement('2026', 0),
    ],
  },
  {
    owner: 'admin',
    client: {
      enterpriseName: '云岭青禾农业科技有限公司',
      creditCode: '912173595B8D17E32G',
      industrySection: 'A',
      industry: '农业',
      accountingStandard: 'small',
      contact: '田禾',
    },
    taxes: smallUsual,
    monthsAgo: 10,
    projects: [settlement('2025', 9), settlement('2026', 2)],
  },
  {
    owner: 'zxs',
    client: {
      enterpriseName: '南浦远航物流有限公司',
      creditCode: '912173597D4H58B16C',
      industrySection: 'G',
      industry: '道路运输业',
      contact: '方舟',
    },
    taxes: usual,
    monthsAgo: 5,
    projects: [{ year: '2026', name: '纳税审查', category: 3, monthsAgo: 4 }, settlement('2026', 1)],
  },
  {
    owner: 'admin',
    client: {
      enterpriseName: '东桥锦和建筑工程有限公司',
      creditCode: '912173592E9K31D87D',
      industrySection: 'E',
      industry: '房屋建筑业',
      status: 'paused',
    },
    taxes: usual,
    monthsAgo: 20,
    projects: [settlement('2025', 8)],
  },
  {
    owner: 'administrator',
    client: {
      enterpriseName: '云岭康宁医疗器械有限公司',
      creditCode: '912173596F1L76E58N',
      industrySection: 'C',
      industry: '专用设备制造业',
      status: 'left',
    },
    taxes: usual,
    monthsAgo: 18,
    projects: [],
  },
  {
    owner: 'personal',
    client: {
      enterpriseName: '东桥小满餐饮管理有限公司',
      creditCode: '912173594G5M29F307',
      industrySection: 'H',
      industry: '餐饮业',
      accountingStandard: 'small',
      contact: '苏满',
    },
    taxes: smallUsual,
    monthsAgo: 3,
    projects: [settlement('2025', 3), settlement('2026', 1)],
  },
]

/** Puts the clients in that are not there yet, each with its taxes, its projects and what these have reached. */
export async function seedPortfolio(kernel: Kernel): Promise<void> {
  for (const demo of demos) await seedClient(kernel, demo)
}

async function seedClient(kernel: Kernel, { owner, client, taxes, monthsAgo, projects }: Demo): Promise<void> {
  const user = await userOf(kernel, owner)
  await inTenant(kernel, user, async (db) => {
    const known = await db
      .selectFrom('firm_enterprise')
      .select('id')
      .where('credit_code', '=', client.creditCode)
      .executeTakeFirst()
    if (known) return
    const call = asCall(kernel, user, db)
    const { id: enterpriseId } = await enterpriseService.save(call, { ...blank, ...client })
    await clientProfileService.saveTaxes(call, {
      enterpriseId,
      taxes: taxes.map(([taxType, cycle]) => ({ taxType, cycle, validFrom: '2020-01-01', validTo: '' })),
    })
    // a firm that began today would have nothing to tell of its months
    await db
      .updateTable('firm_enterprise')
      .set({ create_time: sql<Date>`now() - ${monthsAgo} * interval '1 month'` })
      .where('id', '=', enterpriseId)
      .execute()
    for (const of of projects) {
      const category = of.category ?? AUDIT_CATEGORY
      const { id } = await projectService.save(call, {
        enterpriseId,
        projectName: of.name,
        year: of.year,
        category,
        workpaperTemplateId: category === AUDIT_CATEGORY ? systemTemplate.id : '',
      })
      await db
        .updateTable('firm_project')
        .set({ create_time: sql<Date>`now() - ${of.monthsAgo} * interval '1 month'` })
        .where('id', '=', id)
        .execute()
    }
  })
}

const blank: Omit<Client, 'enterpriseName' | 'creditCode' | 'industrySection'> = {
  taxpayerType: 'general',
  accountingStandard: 'cas',
  industry: '',
  status: 'active',
  category: '',
  riskLevel: '',
  tags: [],
  legalRepresentative: '',
  registeredCapital: '',
  establishDate: '',
  taxAuthority: '东桥市税务局第一税务所',
  taxCreditGrade: '',
  bankName: '',
  bankAccount: '',
  contact: '',
  phone: '',
  address: '',
  remark: '演示数据，企业与账套均为虚构',
}

/**
 * Brings the projects as far as they shall be, by the steps a person takes: ledgers are read and papers computed, which takes its
 * time; what an earlier start has done is not done again.
 */
export async function settlePortfolio(kernel: Kernel): Promise<void> {
  for (const { owner, client, projects } of demos) {
    for (const of of projects) {
      if (of.reached === undefined || of.reached === 'empty') continue
      const user = await userOf(kernel, owner)
      const row = await inTenant(kernel, user, (db) =>
        db
          .selectFrom('firm_project')
          .innerJoin('firm_enterprise', 'firm_enterprise.id', 'firm_project.enterprise_id')
          .select('firm_project.id')
          .where('firm_enterprise.credit_code', '=', client.creditCode)
          .where('firm_project.project_name', '=', of.name)
          .where('firm_project.is_deleted', '=', 0)
          .executeTakeFirst(),
      )
      if (row) await bring(kernel, user, { projectId: row.id, of })
    }
  }
}

async function bring(kernel: Kernel, user: User, { projectId, of }: { projectId: string; of: Project }) {
  const stage = () =>
    inTenant(
      kernel,
      user,
      async (db) => (await projectService.detail(asCall(kernel, user, db), { id: projectId })).stage,
    )
  // of one that waits for its check the balance of the bank is wrong by a hundred yuan
  const wrong = of.reached === 'imported' ? 10_000n : 0n
  const files = smallLedger(of.year, wrong)
  if ((await stage()) === 'empty') await importOnce(kernel, user, { projectId, files })
  if (of.reached === 'imported' || of.reached === 'verified') return
  if ((await stage()) === 'verified') await agree(kernel, user, projectId)
  if (of.reached === 'mapped' || (await stage()) !== 'mapped') return
  const { jobId } = await inTenant(kernel, user, (db) => paperService.generate(asCall(kernel, user, db), { projectId }))
  await ended(kernel, user, jobId)
}

/** Proposes relations, accepts all that wait, and locks the bill. */
async function agree(kernel: Kernel, user: User, projectId: string): Promise<void> {
  const { jobId } = await inTenant(kernel, user, (db) =>
    relationService.propose(asCall(kernel, user, db), { projectId }),
  )
  await ended(kernel, user, jobId)
  await inTenant(kernel, user, async (db) => {
    const call = asCall(kernel, user, db)
    const every = { projectId, current: 1, size: 500, where: [], sort: [] }
    const accounts = (await relationService.accounts(call, every)).records.filter(({ status }) => status === 'pending')
    if (accounts.length > 0)
      await relationService.decideAccounts(call, { projectId, accounts: accounts.map(({ code }) => ({ code })) })
    const lines = (await relationService.lines(call, every)).records.filter(({ status }) => status === 'pending')
    if (lines.length > 0)
      await relationService.decideLines(call, {
        projectId,
        lines: lines.map(({ voucherKey, line }) => ({ voucherKey, line, decision: 'accept' })),
      })
    await relationService.lock(call, { projectId })
  })
}
