import { z } from 'zod'
import { get, id, ids, none, paged, paging, post, time } from './endpoint.ts'

export const paramTypes = ['text', 'number', 'boolean', 'choice', 'json', 'secret'] as const

/** A parameter with the value that counts for the caller's tenant: its own, else the platform's, else the default. */
export const Param = z.object({
  id,
  paramKey: z.string(),
  paramName: z.string(),
  nameEn: z.string(),
  paramType: z.enum(paramTypes),
  choices: z.array(z.string()),
  /** As text: a number in decimals, true or false, JSON. Empty for a secret, which is never read back. */
  paramValue: z.string(),
  /** Whose value it is. */
  valueFrom: z.enum(['tenant', 'platform', 'default']),
  defaultValue: z.string(),
  lowest: z.number().nullable(),
  highest: z.number().nullable(),
  remark: z.string(),
  remarkEn: z.string(),
  isPublic: z.boolean(),
  tenantOverride: z.boolean(),
  builtIn: z.boolean(),
  sort: z.number().int(),
  version: z.number().int(),
  updateTime: time,
})
export type Param = z.output<typeof Param>

const text = (max: number) => z.string().trim().max(max)

export const param = {
  list: get('/sc-system/param/list', {
    may: 'param.view',
    says: 'Parameters: all at the platform, elsewhere those a tenant may set',
    input: paging(['paramKey', 'paramName', 'paramType', 'valueFrom', 'builtIn', 'sort']),
    output: paged(Param),
  }),
  detail: get('/sc-system/param/detail', {
    may: 'param.view',
    says: 'One parameter',
    input: z.object({ id }),
    output: Param,
  }),
  submit: post('/sc-system/param/submit', {
    may: 'param.edit',
    says: 'At the platform adds or changes a parameter; in a tenant sets its own value. `paramValue: null` goes back to what stood before',
    input: z
      .object({
        id: id.or(z.literal('')),
        paramKey: z
          .string({ error: 'paramKey' })
          .trim()
          .regex(/^[A-Za-z][\w.]{0,99}$/, 'paramKey'),
        paramName: z.string({ error: 'paramName' }).trim().min(1, 'paramName').max(100),
        nameEn: text(100),
        paramType: z.enum(paramTypes),
        choices: z.array(z.string().trim().min(1).max(100)).max(50),
        paramValue: z.string().max(20_000).nullable(),
        remark: text(500),
        remarkEn: text(500),
        isPublic: z.boolean(),
        tenantOverride: z.boolean(),
        sort: z.coerce.number().int().min(0).max(100_000),
        version: z.coerce.number().int(),
      })
      .partial(),
    output: Param,
  }),
  remove: post('/sc-system/param/remove', {
    may: 'param.edit',
    says: "At the platform deletes parameters that are not the product's; in a tenant drops its own values",
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
  value: get('/sc-system/param/value', {
    may: 'signedIn',
    says: 'The value of a public parameter',
    input: z.object({ key: z.string().max(100) }),
    output: z.object({ key: z.string(), value: z.string() }),
  }),
}
