import { clientStates, enterprise, enterpriseDicts as dicts } from '#contract/enterprise.ts'
import { extentOf } from '#contract/grants.ts'
import { say } from '#contract/errors.ts'
import type { Text } from '#contract/texts.ts'
import type { Context } from '#server/kernel/service.ts'
import { inLanguage } from '../list/export-job.ts'
import { atRow, duplicates, type FileRow, importOf, problemOf, type RowCheck } from '../list/list-import.ts'
import { reachesEnterprise } from '../project/reach.ts'
import { dictService } from '../system/dict-service.ts'
import { enterpriseWords as words, standardWords, statusWords } from './enterprise-words.ts'
import { enterpriseService } from './service.ts'

type Key = keyof typeof words
type Values = FileRow<Key>['values']

const code = (values: Values) => (values.creditCode ?? '').toUpperCase()

/** Choices that stay as they are where the file has none: a blank is no answer. */
const isStandard = (value: string | undefined) => value === 'cas' || value === 'small'
const isStatus = (value: string | undefined) => clientStates.some((state) => state === value)

/** Tags stand in one cell, parted by commas or blanks. */
const tagsOf = (text: string) => [...new Set(text.split(/[、,，;；\s]+/).filter((tag) => tag !== ''))]
/** An amount may have separators, a day may be written with slashes or dots, or carry the hour of a spreadsheet. */
const amountOf = (text: string) => text.replaceAll(/[,，\s]/g, '')
const dayOf = (text: string) => {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T][\d:.]+)?$/.exec(text) ?? []
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** What of a row is sent: a column the file lacks keeps what is known. */
function fieldsOf(values: Values) {
  const { accountingStandard, status, tags, registeredCapital, establishDate, ...rest } = values
  return {
    ...rest,
    creditCode: code(values),
    ...(isStandard(accountingStandard) && { accountingStandard }),
    ...(isStatus(status) && { status }),
    ...(tags !== undefined && { tags: tagsOf(tags) }),
    ...(registeredCapital !== undefined && { registeredCapital: amountOf(registeredCapital) }),
    ...(establishDate !== undefined && { establishDate: dayOf(establishDate) }),
  }
}

/** The items of a dictionary as a drop-down. */
const itemsOf = (code: string) => async (context: Context) =>
  (await dictService.dictionary(context, { code })).map(({ dictKey, dictValue }) => ({
    value: dictKey,
    label: dictValue,
  }))
const wordsOf = (words: Readonly<Record<string, Text>>) => (context: Context) =>
  Object.entries(words).map(([value, word]) => ({ value, label: inLanguage(word, context.language) }))

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
    { key: 'accountingStandard', title: words.accountingStandard, width: 20, options: wordsOf(standardWords) },
    { key: 'taxpayerType', title: words.taxpayerType, options: itemsOf(dicts.taxpayerType) },
    { key: 'industrySection', title: words.industrySection, width: 28, options: itemsOf(dicts.industrySection) },
    { key: 'industry', title: words.industry, most: 100, example: '通用设备制造业' },
    { key: 'status', title: words.status, options: wordsOf(statusWords) },
    { key: 'category', title: words.category, options: itemsOf(dicts.category) },
    { key: 'riskLevel', title: words.riskLevel, options: itemsOf(dicts.riskLevel) },
    { key: 'taxCreditGrade', title: words.taxCreditGrade, options: itemsOf(dicts.taxCreditGrade) },
    { key: 'tags', title: words.tags, width: 24, example: '出口、高新' },
    { key: 'legalRepresentative', title: words.legalRepresentative, most: 100, example: '沈望舒' },
    { key: 'registeredCapital', title: words.registeredCapital, width: 18, example: '20000000.00' },
    { key: 'establishDate', title: words.establishDate, example: '2012-06-18' },
    { key: 'taxAuthority', title: words.taxAuthority, width: 30, most: 100 },
    { key: 'bankName', title: words.bankName, width: 30, most: 100 },
    { key: 'bankAccount', title: words.bankAccount, width: 24, most: 50 },
    { key: 'contact', title: words.contact, most: 100, example: '何静' },
    { key: 'phone', title: words.phone, most: 100, example: '13800138000' },
    { key: 'address', title: words.address, width: 40, most: 300 },
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
