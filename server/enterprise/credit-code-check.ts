import codes from '#facts/credit-code.json' with { type: 'json' }
import { creditCodeProblem } from '#contract/credit-code.ts'
import type { CreditCodeCheck } from '#contract/enterprise.ts'
import { extentOf } from '#contract/grants.ts'
import type { Text } from '#contract/texts.ts'
import type { Context } from '#server/kernel/service.ts'
import { inLanguage } from '../list/export-job.ts'
import { enterprises } from './enterprise-rows.ts'

type Department = Text & { categories: Record<string, Text> }
const departments: Record<string, Department> = codes.departments

type Asked = { creditCode: string; exceptId?: string | undefined }

/** What a credit code says part by part, and whether the firm has this client; a colleague's is not named. */
export async function checkCreditCode(context: Context, { creditCode, exceptId }: Asked): Promise<CreditCodeCheck> {
  const problem = creditCodeProblem(creditCode)
  if (problem) return { creditCode, problem, parts: null, taken: null }
  return {
    creditCode,
    problem: null,
    parts: await partsOf(context, creditCode),
    taken: await takenBy(context, creditCode, exceptId),
  }
}

async function partsOf(context: Context, code: string) {
  const [first = '', second = ''] = code
  const department = departments[first]
  const category = department?.categories[second]
  const named = (text: Text | undefined) => (text ? inLanguage(text, context.language) : '')
  return {
    department: { code: first, name: named(department) },
    category: { code: second, name: named(category) },
    region: { code: code.slice(2, 8), name: await regionName(context, code.slice(2, 8)) },
    organization: `${code.slice(8, 16)}-${code.slice(16, 17)}`,
    check: code.slice(17),
  }
}

/** Province, prefecture and county of a division, as far as they are known. */
async function regionName({ db, language }: Context, code: string): Promise<string> {
  const levels = [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code]
  const rows = await db
    .selectFrom('region')
    .where('code', 'in', levels)
    .where('is_deleted', '=', 0)
    .select(['code', 'name', 'name_en'])
    .orderBy('code')
    .execute()
  const names = rows.map(({ name, name_en }) => (language === 'en' && name_en ? name_en : name))
  return [...new Set(names)].join(' ')
}

async function takenBy({ db, user }: Context, creditCode: string, exceptId: string | undefined) {
  const found = await db
    .selectFrom('firm_enterprise')
    .where('credit_code', '=', creditCode)
    .where('is_deleted', '=', 0)
    .select('id')
    .executeTakeFirst()
  if (!found || found.id === exceptId) return null
  const extent = extentOf(user.held, 'enterprise.view')
  const seen = extent
    ? await enterprises({ db, user, extent }).where('firm_enterprise.id', '=', found.id).executeTakeFirst()
    : undefined
  return { id: seen?.id ?? '', enterpriseName: seen?.enterpriseName ?? '' }
}
