import { z } from 'zod'
import { creditCodeProblem } from './credit-code.ts'
import { get, id, ids, none, paged, paging, post, time } from './endpoint.ts'

/** A client enterprise of the firm. */
export const Enterprise = z.object({
  id,
  firmId: z.string(),
  enterpriseName: z.string(),
  creditCode: z.string(),
  industry: z.string(),
  accountingStandard: z.enum(['cas', 'small']),
  contact: z.string(),
  phone: z.string(),
  address: z.string(),
  remark: z.string(),
  createUser: z.string(),
  createUserName: z.string(),
  createTime: time,
  updateTime: time,
  version: z.number().int(),
  projectCount: z.number().int(),
})
export type Enterprise = z.output<typeof Enterprise>

const short = z.string().trim().max(100)
// Without defaults: an update must not reset the fields that were not sent.
const Fields = z.object({
  enterpriseName: z.string({ error: 'enterpriseName' }).trim().min(1, 'enterpriseName').max(200),
  /** GB 32100-2015, with its check character. */
  creditCode: z
    .string({ error: 'creditCode' })
    .trim()
    .toUpperCase()
    .refine((code) => creditCodeProblem(code) === undefined, 'creditCode'),
  industry: short,
  accountingStandard: z.enum(['cas', 'small']),
  contact: short,
  phone: short,
  address: z.string().trim().max(300),
  remark: z.string().trim().max(2000),
})
const Draft = Fields.extend({
  industry: short.default(''),
  accountingStandard: Fields.shape.accountingStandard.default('cas'),
  contact: short.default(''),
  phone: short.default(''),
  address: Fields.shape.address.default(''),
  remark: Fields.shape.remark.default(''),
})

export const enterprise = {
  list: get('/sc-llm/firmEnterprise/list', {
    may: 'enterprise.select',
    says: 'Client enterprises',
    input: paging(['enterpriseName', 'creditCode', 'industry', 'accountingStandard', 'createTime', 'updateTime']),
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
