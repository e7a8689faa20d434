import { z } from 'zod'
import { count, get, id, ids, none, paged, paging, post, time } from './endpoint.ts'

/** What a package limits. The last three start again each month. */
export const metrics = ['seat', 'enterprise', 'project', 'storage_bytes', 'llm_token', 'ocr_page', 'sms'] as const
export type Metric = (typeof metrics)[number]

/** Of a package: a metric that is absent has no limit. */
export const Limits = z.partialRecord(z.enum(metrics), z.number().int().min(0).max(Number.MAX_SAFE_INTEGER))

export const Usage = z.object({
  metric: z.enum(metrics),
  /** Null: none. */
  limit: count.nullable(),
  used: count,
})

export const Allowance = z.object({
  id,
  metric: z.enum(metrics),
  amount: z.number().int(),
  source: z.string(),
  remark: z.string(),
  effectiveTime: time,
  /** Empty: never. */
  expireTime: z.string(),
  /** Empty unless it was taken back. */
  voidTime: z.string(),
  state: z.enum(['active', 'waiting', 'expired', 'void']),
  createTime: time,
})
export type Allowance = z.output<typeof Allowance>

const tenantId = z.string().max(12).optional()

export const usage = {
  summary: get('/sc-system/usage/summary', {
    may: 'usage.view',
    says: 'What the tenant uses and how much it may; of another tenant only for the platform',
    input: z.object({ tenantId }),
    output: z.object({
      tenantId: z.string(),
      tenantName: z.string(),
      packageName: z.string(),
      state: z.string(),
      expireTime: z.string(),
      metrics: z.array(Usage),
    }),
  }),
  /** A refusal at a limit (60002) says as much, to everybody. */
  own: get('/sc-system/usage/own', {
    may: 'signedIn',
    says: 'The edition one works with: package, trial, when it ends, what it includes and how much of that is left',
    input: none,
    output: z.object({
      packageName: z.string(),
      state: z.string(),
      /** Whole days until it ends, today included; null where it does not end. */
      daysLeft: z.number().int().min(0).nullable(),
      expireTime: z.string(),
      metrics: z.array(Usage),
    }),
  }),
}

export const allowance = {
  list: get('/sc-system/allowance/list', {
    may: 'usage.view',
    says: 'What a tenant has on top of its package, newest first; of another tenant only for the platform',
    input: paging(['metric', 'source', 'createTime', 'expireTime'], { tenantId }),
    output: paged(Allowance),
  }),
  submit: post('/sc-system/allowance/submit', {
    may: 'tenant.manage',
    says: 'Gives a tenant more of a metric, until a day or for good',
    input: z.object({
      tenantId: z.string().max(12),
      metric: z.enum(metrics),
      amount: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
      expireTime: z.string().max(19).default(''),
      remark: z.string().trim().max(500).default(''),
    }),
    output: Allowance,
  }),
  void: post('/sc-system/allowance/void', {
    may: 'tenant.manage',
    says: 'Takes given allowances back; what is in use stays, nothing new can be added over the limit',
    input: z.object({ tenantId: z.string().max(12), ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
}
