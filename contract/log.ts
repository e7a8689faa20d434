import { z } from 'zod'
import { count, get, id, paged, paging, time } from './endpoint.ts'

const common = {
  id,
  tenantId: z.string(),
  userId: z.string(),
  userName: z.string(),
  createTime: time,
}
const traced = { ...common, address: z.string(), traceId: z.string() }

/** What a person did and what changed nothing. */
export const UsualLog = z.object({
  ...traced,
  action: z.string(),
  bizType: z.string(),
  bizId: z.string(),
  detail: z.string(),
})
export type UsualLog = z.output<typeof UsualLog>

/** A call that wrote, or took longer than a second; its parameters without secrets. */
export const ApiLog = z.object({
  ...traced,
  method: z.string(),
  path: z.string(),
  status: z.number().int(),
  /** Milliseconds. */
  took: z.number().int(),
  params: z.record(z.string(), z.unknown()),
  userAgent: z.string(),
})
export type ApiLog = z.output<typeof ApiLog>

/** A call that failed by a fault of ours. Name, message and stack are empty but for the platform's administrator. */
export const ErrorLog = z.object({
  ...traced,
  method: z.string(),
  path: z.string(),
  name: z.string(),
  message: z.string(),
  stack: z.string(),
})
export type ErrorLog = z.output<typeof ErrorLog>

export const signInMethods = ['password', 'captcha', 'sms', 'social', 'sso', 'passkey', 'refresh'] as const
/** A sign-in or a try at one; `reason` in the caller's language. */
export const SignInLog = z.object({
  ...traced,
  account: z.string(),
  method: z.string(),
  result: z.enum(['ok', 'failed']),
  reason: z.string(),
  userAgent: z.string(),
})
export type SignInLog = z.output<typeof SignInLog>

/** What a browser reported of itself. */
export const BrowserLog = z.object({
  ...common,
  url: z.string(),
  type: z.string(),
  message: z.string(),
  stack: z.string(),
  info: z.string(),
  /** As the browser's own clock had it. */
  time: z.string(),
})
export type BrowserLog = z.output<typeof BrowserLog>

export const logKinds = ['usual', 'api', 'error', 'signIn', 'operation'] as const
export type LogKind = (typeof logKinds)[number]

/** Only heeded for whoever runs the platform: another tenant's id, or `*` for all; anybody else reads his own tenant's. */
const ofTenant = {
  tenantId: z
    .string()
    .regex(/^(\*|[0-9A-Za-z]{6,12})?$/)
    .optional(),
}

export const log = {
  usual: get('/sc-system/log/usual/list', {
    may: 'log.view',
    says: 'What people did that changed nothing: downloads, exports, sign-outs',
    input: paging(['userName', 'action', 'bizType', 'detail', 'address', 'traceId', 'createTime'], ofTenant),
    output: paged(UsualLog),
  }),
  api: get('/sc-system/log/api/list', {
    may: 'log.view',
    says: 'Calls that wrote or took longer than a second',
    input: paging(['userName', 'method', 'path', 'status', 'took', 'address', 'traceId', 'createTime'], ofTenant),
    output: paged(ApiLog),
  }),
  error: get('/sc-system/log/error/list', {
    may: 'log.view',
    says: 'Calls that failed by a fault of ours',
    input: paging(['userName', 'method', 'path', 'address', 'traceId', 'createTime'], ofTenant),
    output: paged(ErrorLog),
  }),
  signIn: get('/sc-system/log/sign-in/list', {
    may: 'log.view',
    says: 'Sign-ins and tries at them',
    input: paging(['account', 'userName', 'method', 'result', 'address', 'traceId', 'createTime'], ofTenant),
    output: paged(SignInLog),
  }),
  browser: get('/sc-system/log/browser/list', {
    may: 'log.view',
    says: 'What browsers reported of themselves',
    input: paging(['userName', 'type', 'url', 'message', 'createTime'], ofTenant),
    output: paged(BrowserLog),
  }),
  trace: get('/sc-system/log/trace', {
    may: 'log.view',
    says: 'Everything one call left in the logs',
    input: z.object({ traceId: z.string().min(1).max(64), ...ofTenant }),
    output: z.array(
      z.object({
        kind: z.enum(logKinds),
        /** The id in its log; for an operation its number. */
        id: z.string(),
        userName: z.string(),
        /** What was done, e.g. `user.update`; empty where `says` tells all. */
        action: z.string(),
        says: z.string(),
        /** Milliseconds of a call. */
        took: count.nullable(),
        createTime: time,
      }),
    ),
  }),
}
