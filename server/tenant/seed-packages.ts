import type { Metric } from '#contract/entitlement.ts'
import type { Db } from '#server/kernel/database.ts'

const GB = 1024 ** 3

type PackageSeed = {
  code: string
  name: string
  edition: 'firm' | 'school' | 'person'
  rank: number
  trialDays?: number
  limits: Partial<Record<Metric, number>>
}

/** What a new tenant may have until the platform's administrator decides otherwise; he may change every number. */
const packageSeeds: readonly PackageSeed[] = [
  {
    code: 'firm-trial',
    name: '事务所试用版',
    edition: 'firm',
    rank: 10,
    trialDays: 30,
    limits: {
      seat: 5,
      enterprise: 5,
      project: 20,
      storage_bytes: 5 * GB,
      llm_token: 1_000_000,
      ocr_page: 200,
      sms: 100,
    },
  },
  {
    code: 'firm-standard',
    name: '事务所标准版',
    edition: 'firm',
    rank: 20,
    limits: {
      seat: 20,
      enterprise: 100,
      project: 400,
      storage_bytes: 100 * GB,
      llm_token: 10_000_000,
      ocr_page: 5_000,
      sms: 2_000,
    },
  },
  {
    code: 'firm-professional',
    name: '事务所专业版',
    edition: 'firm',
    rank: 30,
    limits: { seat: 100, storage_bytes: 1000 * GB, llm_token: 100_000_000, ocr_page: 50_000, sms: 20_000 },
  },
  {
    code: 'school-standard',
    name: '院校标准版',
    edition: 'school',
    rank: 20,
    limits: {
      seat: 500,
      enterprise: 500,
      project: 5_000,
      storage_bytes: 500 * GB,
      llm_token: 50_000_000,
      ocr_page: 5_000,
      sms: 2_000,
    },
  },
  {
    code: 'person-basic',
    name: '个人基础版',
    edition: 'person',
    rank: 10,
    limits: { seat: 1, enterprise: 3, project: 6, storage_bytes: GB, llm_token: 200_000, ocr_page: 50, sms: 20 },
  },
]

/** Puts in the packages that are missing; one that is there, also one that was removed, is the administrator's business. */
export async function seedPackages(db: Db): Promise<void> {
  const rows = await db.selectFrom('tenant_package').select('code').execute()
  const known = new Set(rows.map(({ code }) => code))
  for (const { code, name, edition, rank, trialDays = 0, limits } of packageSeeds) {
    if (known.has(code)) continue
    const { id } = await db
      .insertInto('tenant_package')
      .values({ code, package_name: name, edition, rank, is_trial: trialDays > 0, trial_days: trialDays })
      .returning('id')
      .executeTakeFirstOrThrow()
    const amounts = Object.entries(limits).map(([metric, amount]) => ({
      package_id: id,
      metric,
      amount: BigInt(amount),
    }))
    await db.insertInto('package_limit').values(amounts).execute()
  }
}
