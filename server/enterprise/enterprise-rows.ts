import { type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { Enterprise, enterprise } from '#contract/enterprise.ts'
import { fenOf, yuan } from '#engine/money.ts'
import type { Context } from '#server/kernel/service.ts'
import { one } from '#server/kernel/service.ts'
import type { DB } from '#server/kernel/tables.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { mainDeptOf } from '../project/due.ts'
import { type Asker, reachesEnterprise, reachesProject } from '../project/reach.ts'

/** The department of who answers for a client. */
const ownerDept = mainDeptOf('firm_enterprise.owner')
const ownerName = sql<string | null>`person_name(firm_enterprise.owner)`

/** Where the fields of a list of enterprises stand. */
export const columnOf = {
  enterpriseName: 'firm_enterprise.enterprise_name',
  creditCode: 'firm_enterprise.credit_code',
  taxpayerType: 'firm_enterprise.taxpayer_type',
  accountingStandard: 'firm_enterprise.accounting_standard',
  industrySection: 'firm_enterprise.industry_section',
  industry: 'firm_enterprise.industry',
  status: 'firm_enterprise.status',
  category: 'firm_enterprise.category',
  riskLevel: 'firm_enterprise.risk_level',
  taxCreditGrade: 'firm_enterprise.tax_credit_grade',
  legalRepresentative: 'firm_enterprise.legal_representative',
  // compared and sorted in yuan, as the wire says it
  registeredCapital: sql`(firm_enterprise.registered_capital::numeric / 100)::numeric(20, 2)`,
  establishDate: 'firm_enterprise.establish_date',
  taxAuthority: 'firm_enterprise.tax_authority',
  contact: 'firm_enterprise.contact',
  phone: 'firm_enterprise.phone',
  owner: 'firm_enterprise.owner',
  ownerName,
  ownerDept,
  createUser: 'firm_enterprise.create_user',
  createTime: 'firm_enterprise.create_time',
  updateTime: 'firm_enterprise.update_time',
  leftTime: 'firm_enterprise.left_time',
}
/** How enterprises are ordered that the caller's sort leaves equal. */
export const newest = ['firm_enterprise.update_time desc', 'firm_enterprise.id'] as const

/** Valid today, in China. */
const today = sql`(now() at time zone 'Asia/Shanghai')::date`
const taxTypes = sql<string[]>`array(select distinct tax_type from enterprise_tax
  where enterprise_tax.enterprise_id = firm_enterprise.id and valid_from <= ${today}
    and (valid_to is null or valid_to >= ${today}) order by tax_type)`
/** Colleagues who are assigned, those who answer for the client first. */
const memberNames = sql<string[]>`array(select app_user.real_name from enterprise_member
  join app_user on app_user.id = enterprise_member.user_id
  where enterprise_member.enterprise_id = firm_enterprise.id and app_user.is_deleted = 0
  order by enterprise_member.role, app_user.real_name, app_user.id)`

/** Enterprises that declare a tax today; `cycle` empty: however often. */
export const declares = (taxType: string, cycle = '') => sql<SqlBool>`exists (select from enterprise_tax
  where enterprise_tax.enterprise_id = firm_enterprise.id and tax_type = ${taxType} and valid_from <= ${today}
    and ${cycle}::text in ('', enterprise_tax.cycle) and (valid_to is null or valid_to >= ${today}))`
export const tagged = (tag: string) => sql<SqlBool>`${tag} = any(firm_enterprise.tags)`
export const assignedTo = (userId: string) => sql<SqlBool>`exists (select from enterprise_member
  where enterprise_member.enterprise_id = firm_enterprise.id and user_id = ${userId}::uuid)`

const countProjects = (asker: Asker, eb: ExpressionBuilder<DB, 'firm_enterprise'>) =>
  eb
    .selectFrom('firm_project')
    .whereRef('firm_project.enterprise_id', '=', 'firm_enterprise.id')
    .where('firm_project.is_deleted', '=', 0)
    .where(reachesProject(asker))
    .select(sql<number>`count(*)::int`.as('n'))

/** Enterprises the caller reaches, with what a list shows; only his own projects are counted. */
export const enterprises = (asker: Asker) =>
  asker.db
    .selectFrom('firm_enterprise')
    .where('firm_enterprise.is_deleted', '=', 0)
    .where(reachesEnterprise(asker))
    .select((eb) => [
      'firm_enterprise.id',
      'firm_enterprise.firm_id as firmId',
      'firm_enterprise.enterprise_name as enterpriseName',
      'firm_enterprise.credit_code as creditCode',
      'firm_enterprise.taxpayer_type as taxpayerType',
      'firm_enterprise.accounting_standard as accountingStandard',
      'firm_enterprise.industry_section as industrySection',
      'firm_enterprise.industry',
      'firm_enterprise.status',
      'firm_enterprise.category',
      'firm_enterprise.risk_level as riskLevel',
      'firm_enterprise.tags',
      'firm_enterprise.legal_representative as legalRepresentative',
      'firm_enterprise.registered_capital as registeredCapital',
      'firm_enterprise.establish_date as establishDate',
      'firm_enterprise.tax_authority as taxAuthority',
      'firm_enterprise.tax_credit_grade as taxCreditGrade',
      'firm_enterprise.bank_name as bankName',
      'firm_enterprise.bank_account as bankAccount',
      'firm_enterprise.contact',
      'firm_enterprise.phone',
      'firm_enterprise.address',
      'firm_enterprise.remark',
      'firm_enterprise.owner',
      'firm_enterprise.create_user as createUser',
      'firm_enterprise.create_time as createTime',
      'firm_enterprise.update_time as updateTime',
      'firm_enterprise.version',
      ownerName.as('ownerName'),
      memberNames.as('memberNames'),
      taxTypes.as('taxTypes'),
      sql<boolean>`(${reachesEnterprise({ user: asker.user, extent: 'self' })(eb)})`.as('mine'),
      sql<string | null>`person_name(firm_enterprise.create_user)`.as('createUserName'),
      countProjects(asker, eb).as('projectCount'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof enterprises>['execute']>>[number]
/** A row of `enterprises` as the contract's Enterprise. */
export const shown = (row: Row): Enterprise => ({
  ...row,
  accountingStandard: row.accountingStandard === 'small' ? 'small' : 'cas',
  status: row.status === 'paused' || row.status === 'left' ? row.status : 'active',
  registeredCapital: row.registeredCapital === null ? '' : yuan(row.registeredCapital),
  establishDate: row.establishDate ?? '',
  ownerName: row.ownerName ?? '',
  createTime: wallTime(row.createTime),
  updateTime: wallTime(row.updateTime),
  createUserName: row.createUserName ?? '',
  projectCount: row.projectCount ?? 0,
})

/** One enterprise the caller reaches; otherwise not found. */
export const enterpriseDetail = async (asker: Asker, id: string): Promise<Enterprise> =>
  shown(one(await enterprises(asker).where('firm_enterprise.id', '=', id).execute()))

type Fields = z.output<typeof enterprise.save.input>
/** The columns of an enterprise; undefined where nothing was sent. */
export const columnsOf = (fields: { [K in keyof Fields]?: Fields[K] | undefined }) => ({
  enterprise_name: fields.enterpriseName,
  credit_code: fields.creditCode,
  taxpayer_type: fields.taxpayerType,
  accounting_standard: fields.accountingStandard,
  industry_section: fields.industrySection,
  industry: fields.industry,
  status: fields.status,
  category: fields.category,
  risk_level: fields.riskLevel,
  tags: fields.tags,
  legal_representative: fields.legalRepresentative,
  registered_capital: fields.registeredCapital === undefined ? undefined : (fenOf(fields.registeredCapital) ?? null),
  establish_date: fields.establishDate === undefined ? undefined : fields.establishDate || null,
  tax_authority: fields.taxAuthority,
  tax_credit_grade: fields.taxCreditGrade,
  bank_name: fields.bankName,
  bank_account: fields.bankAccount,
  contact: fields.contact,
  phone: fields.phone,
  address: fields.address,
  remark: fields.remark,
})

/** Who changed a row and when. */
export const touched = ({ user }: Pick<Context, 'user'>) => ({ update_user: user.id, update_time: sql<Date>`now()` })
