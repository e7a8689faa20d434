import { z } from 'zod'
import { creditCodeProblem, creditCodeProblems } from './credit-code.ts'
import { get, id, ids, none, paged, paging, post, time } from './endpoint.ts'
import { isRealDay } from './real-day.ts'

/** The firm works for an active client, not for the moment, or no more. */
export const clientStates = ['active', 'paused', 'left'] as const

/** The dictionaries whose keys an enterprise carries, by field; an administrator of the platform keeps them. */
export const enterpriseDicts = {
  taxpayerType: 'taxpayer_type',
  industrySection: 'industry_section',
  taxCreditGrade: 'tax_credit_grade',
  riskLevel: 'risk_level',
  category: 'client_category',
} as const

/** A client enterprise of the firm. */
export const Enterprise = z.object({
  id,
  firmId: z.string(),
  enterpriseName: z.string(),
  creditCode: z.string(),
  taxpayerType: z.string(),
  accountingStandard: z.enum(['cas', 'small']),
  /** A section of GB/T 4754 (A to T), and what the client is within it, in words. */
  industrySection: z.string(),
  industry: z.string(),
  status: z.enum(clientStates),
  category: z.string(),
  riskLevel: z.string(),
  tags: z.array(z.string()),
  legalRepresentative: z.string(),
  /** Yuan with two decimals; empty: not known. */
  registeredCapital: z.string(),
  /** `yyyy-MM-dd`; empty: not known. */
  establishDate: z.string(),
  taxAuthority: z.string(),
  taxCreditGrade: z.string(),
  bankName: z.string(),
  bankAccount: z.string(),
  /** The primary contact's. */
  contact: z.string(),
  phone: z.string(),
  address: z.string(),
  remark: z.string(),
  /** Who answers for the client; empty: nobody. */
  owner: z.string(),
  ownerName: z.string(),
  /** Everybody who is assigned. */
  memberNames: z.array(z.string()),
  /** Keys of the dictionary tax_type that the client declares today. */
  taxTypes: z.array(z.string()),
  /** Made by the caller, or he is assigned: what a grant over own rows reaches. */
  mine: z.boolean(),
  createUser: z.string(),
  createUserName: z.string(),
  createTime: time,
  updateTime: time,
  version: z.number().int(),
  projectCount: z.number().int(),
})
export type Enterprise = z.output<typeof Enterprise>

const short = z.string().trim().max(100)
/** A key of a dictionary, checked by the server; empty: not known. */
const dictKey = z.string().trim().max(50)
const tag = z.string().trim().min(1).max(20)
// Without defaults: an update must not reset the fields that were not sent.
const Fields = z.object({
  enterpriseName: z.string({ error: 'enterpriseName' }).trim().min(1, 'enterpriseName').max(200),
  /** GB 32100-2015, with its check character. */
  creditCode: z
    .string({ error: 'creditCode' })
    .trim()
    .toUpperCase()
    .refine((code) => creditCodeProblem(code) === undefined, 'creditCode'),
  taxpayerType: dictKey,
  accountingStandard: z.enum(['cas', 'small']),
  industrySection: dictKey,
  industry: short,
  status: z.enum(clientStates),
  category: dictKey,
  riskLevel: dictKey,
  tags: z.array(tag).max(20),
  legalRepresentative: short,
  registeredCapital: z
    .string()
    .trim()
    .regex(/^$|^\d{1,14}(\.\d{1,2})?$/, 'enterpriseCapital'),
  establishDate: z
    .string()
    .trim()
    .regex(/^$|^(18|19|20)\d{2}-\d{2}-\d{2}$/, 'enterpriseDay')
    .refine((day) => day === '' || isRealDay(day), 'enterpriseDay'),
  taxAuthority: short,
  taxCreditGrade: dictKey,
  bankName: short,
  bankAccount: z.string().trim().max(50),
  contact: short,
  phone: short,
  address: z.string().trim().max(300),
  remark: z.string().trim().max(2000),
})
const shape = Fields.shape
const Draft = Fields.extend({
  taxpayerType: dictKey.default(''),
  accountingStandard: shape.accountingStandard.default('cas'),
  industrySection: dictKey.default(''),
  industry: short.default(''),
  status: shape.status.default('active'),
  category: dictKey.default(''),
  riskLevel: dictKey.default(''),
  tags: shape.tags.default([]),
  legalRepresentative: short.default(''),
  registeredCapital: shape.registeredCapital.default(''),
  establishDate: shape.establishDate.default(''),
  taxAuthority: short.default(''),
  taxCreditGrade: dictKey.default(''),
  bankName: short.default(''),
  bankAccount: shape.bankAccount.default(''),
  contact: short.default(''),
  phone: short.default(''),
  address: shape.address.default(''),
  remark: shape.remark.default(''),
})

/** What a list of enterprises can be searched and sorted by. */
const listed = [
  'enterpriseName', 'creditCode', 'taxpayerType', 'accountingStandard', 'industrySection', 'industry', 'status', 'category',
  'riskLevel', 'taxCreditGrade', 'legalRepresentative', 'registeredCapital', 'establishDate', 'taxAuthority', 'contact', 'phone',
  'owner', 'ownerName', 'ownerDept', 'createUser', 'createTime', 'updateTime', 'leftTime',
] as const // prettier-ignore

/** One position of a credit code: what stands there and what it means; an empty name is one that no standard gives. */
const Part = z.object({ code: z.string(), name: z.string() })

export const CreditCodeCheck = z.object({
  creditCode: z.string(),
  problem: z.enum(creditCodeProblems).nullable(),
  /** Only of a code without a problem. */
  parts: z
    .object({
      /** Who registers: 9 is market regulation. */
      department: Part,
      category: Part,
      /** The division of who registered, e.g. 广东省 深圳市. */
      region: Part,
      /** The organization code. */
      organization: z.string(),
      check: z.string(),
    })
    .nullable(),
  /** The client of this firm that has the code; without a name it is a colleague's. */
  taken: z.object({ id: z.string(), enterpriseName: z.string() }).nullable(),
})
export type CreditCodeCheck = z.output<typeof CreditCodeCheck>

export const enterprise = {
  list: get('/sc-llm/firmEnterprise/list', {
    may: 'enterprise.select',
    says: 'Client enterprises',
    input: paging(listed, {
      /** Declares this tax today. */
      taxType: z.string().max(50).optional(),
      /** With taxType: and so often. */
      taxCycle: z.enum(['', 'month', 'quarter', 'year', 'once']).optional(),
      tag: z.string().max(20).optional(),
      /** Somebody is assigned to it. */
      memberId: id.or(z.literal('')).optional(),
    }),
    output: paged(Enterprise),
  }),
  detail: get('/sc-llm/firmEnterprise/detail', {
    may: 'enterprise.view',
    says: 'One enterprise',
    input: z.object({ id }),
    output: Enterprise,
  }),
  detailById: get('/sc-llm/firmEnterprise/detailById', {
    may: 'enterprise.view',
    says: 'One enterprise',
    input: z.object({ id }),
    output: Enterprise,
  }),
  checkCreditCode: get('/sc-llm/firmEnterprise/checkCreditCode', {
    may: 'enterprise.add',
    says: 'What a credit code says part by part, what is wrong with it, and whether the firm has this client already',
    input: z.object({ creditCode: z.string().trim().toUpperCase().max(50), exceptId: id.or(z.literal('')).optional() }),
    output: CreditCodeCheck,
  }),
  save: post('/sc-llm/firmEnterprise/save', {
    may: 'enterprise.add',
    says: 'Adds an enterprise',
    input: Draft,
    output: Enterprise,
  }),
  update: post('/sc-llm/firmEnterprise/update', {
    may: 'enterprise.edit',
    says: 'Changes the fields that are sent',
    input: Fields.partial().extend({ id, version: z.number().int().optional() }),
    output: Enterprise,
  }),
  remove: post('/sc-llm/firmEnterprise/remove', {
    may: 'enterprise.delete',
    says: 'Deletes enterprises without projects',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
}
