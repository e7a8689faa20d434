import { enterprise } from '#contract/enterprise.ts'
import { extentOf } from '#contract/grants.ts'
import { say } from '#contract/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { inLanguage } from '../list/export-job.ts'
import { atRow, duplicates, type FileRow, importOf, problemOf, type RowCheck } from '../list/list-import.ts'
import { reachesEnterprise } from '../project/reach.ts'
import { enterpriseWords as words, standardWords } from './enterprise-words.ts'
import { enterpriseService } from './service.ts'

type Key = keyof typeof words
type Values = FileRow<Key>['values']

const code = (values: Values) => (values.creditCode ?? '').toUpperCase()

/** What of a row is sent: a blank standard is no standard, so a new enterprise gets the usual one and another keeps its own. */
function fieldsOf(values: Values) {
  const { accountingStandard, ...rest } = values
  const standard = accountingStandard === 'small' || accountingStandard === 'cas' ? accountingStandard : undefined
  return { ...rest, creditCode: code(values), ...(standard && { accountingStandard: standard }) }
}

/** Whose credit codes are taken, and which of those the caller may change. */
async function takenBy(context: Context, codes: string[]) {
  const { db, user } = context
  const rows = await db
    .selectFrom('firm_enterprise')
    .select(['id', 'credit_code'])
    .where('credit_code', 'in', codes)
    .where('is_deleted', '=', 0)
    .execute()
  const extent = extentOf(user.held, 'enterprise.edit')
  const mine = extent
    ? await db
        .selectFrom('firm_enterprise')
        .select('firm_enterprise.id')
        .where('firm_enterprise.credit_code', 'in', codes)
        .where('firm_enterprise.is_deleted', '=', 0)
        .where(reachesEnterprise({ user, extent }))
        .execute()
    : []
  const editable = new Set(mine.map(({ id }) => id))
  return new Map(rows.map(({ id, credit_code }) => [credit_code, { id, editable: editable.has(id) }]))
}

/** Client enterprises by their credit code: an unknown one is added, a known one changed where the caller may. */
export const enterpriseImport = importOf({
  name: 'enterprise',
  may: 'enterprise.add',
  title: { zh: '客户企业', en: 'Client enterprises' },
  hint: {
    zh: '信用代码已存在的企业按本表更新。',
    en: 'An enterprise whose credit code exists is updated.',
  },
  partly: true,
  columns: [
    {
      key: 'enterpriseName',
      title: words.enterpriseName,
      required: true,
      width: 36,
      example: '深圳市南溟精密有限公司',
    },
    { key: 'creditCode', title: words.creditCode, required: true, width: 24, example: '9144030071526726XG' },
    {
      key: 'accountingStandard',
      title: words.accountingStandard,
      width: 20,
      options: ({ language }) =>
        Object.entries(standardWords).map(([value, word]) => ({ value, label: inLanguage(word, language) })),
    },
    { key: 'industry', title: words.industry, example: '制造业' },
    { key: 'contact', title: words.contact, example: '何静' },
    { key: 'phone', title: words.phone, example: '13800138000' },
    { key: 'address', title: words.address, width: 40 },
    { key: 'remark', title: words.remark, width: 40, most: 2000 },
  ],

  async check(context, rows) {
    const { language } = context
    const repeated = duplicates(rows, 'creditCode', language)
    const taken = rows.length
      ? await takenBy(
          context,
          rows.map(({ values }) => code(values)),
        )
      : new Map()
    return rows.map(({ row, values }): RowCheck => {
      const known: { id: string; editable: boolean } | undefined = taken.get(code(values))
      const problem = problemOf(enterprise.save.input, fieldsOf(values), language)
      const twice = repeated.get(row)
      const closed = known && !known.editable ? say('creditCodeOfColleague', language) : undefined
      const reasons = [problem, twice, closed].filter((reason) => reason !== undefined)
      if (reasons.length > 0) return { state: 'error', reasons }
      return known ? { state: 'update', target: known.id } : { state: 'new' }
    })
  },

  async apply(context, rows) {
    const under = { ...context, extent: extentOf(context.user.held, 'enterprise.edit') ?? 'self' }
    for (const row of rows) {
      const fields = fieldsOf(row.values)
      if (row.target === undefined) {
        const draft = enterprise.save.input.parse(fields)
        await atRow(context, row, () => enterpriseService.save(context, draft))
      } else {
        const changes = enterprise.update.input.parse({ ...fields, id: row.target })
        await atRow(context, row, () => enterpriseService.update(under, changes))
      }
    }
  },
})
