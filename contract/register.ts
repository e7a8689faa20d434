import { z } from 'zod'
import { creditCodeProblem } from './credit-code.ts'
import { get, none, post } from './endpoint.ts'
import { phone } from './sms.ts'

export const registerKinds = ['firm', 'person', 'school'] as const
export type RegisterKind = (typeof registerKinds)[number]

const account = z
  .string({ error: 'registerAccount' })
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}_.@-]{1,49}$/u, 'registerAccount')
/** md5 hex, lower case. */
const password = z.string({ error: 'registerPassword' }).regex(/^[0-9a-f]{32}$/, 'registerPassword')
const name = z.string({ error: 'registerUnnamed' }).trim().min(1, 'registerUnnamed').max(100)

const Registered = z.object({
  tenantId: z.string(),
  tenantName: z.string(),
  account: z.string(),
  /** An administrator of the tenant has to let the person in first. */
  pending: z.boolean(),
})

export const register = {
  kinds: get('/sc-system/freeApi/register/kinds', {
    may: 'public',
    says: 'Which registrations are open, and how long a password is at the least',
    input: none,
    output: z.object({ kinds: z.array(z.enum(registerKinds)), passwordMinLength: z.number().int() }),
  }),
  withSms: post('/sc-system/user/smsValidate/register-with-sms', {
    may: 'public',
    says: 'Registers by a code: a firm, a person or a school of its own (kind), else a user of the tenant named',
    input: z.object({
      code: z.string({ error: 'smsCodeEmpty' }).trim().min(1, 'smsCodeEmpty').max(16),
      smsId: z.string().max(64).default(''),
      kind: z.enum(registerKinds).optional(),
      tenantId: z.string().max(12).optional(),
      /** The firm's or the school's name; a person's own. */
      name,
      /** Of a firm: its unified social credit code. */
      creditCode: z
        .string()
        .trim()
        .toUpperCase()
        .refine((code) => code === '' || creditCodeProblem(code) === undefined, 'creditCode')
        .default(''),
      realName: z.string().trim().max(60).default(''),
      phone,
      account,
      password,
      /** Of a user: who a provider has said he is (token endpoint, grant_type social); linked to him. */
      oauthId: z.string().max(128).default(''),
      /** The edition of the documents that were accepted (consent.ts); whoever registers a tenant has to. */
      consent: z.string().max(20).default(''),
    }),
    output: Registered,
  }),
  guest: post('/sc-system/user/register-guest', {
    may: 'public',
    says: 'A user of a tenant that lets people ask for an account; an administrator unlocks him. Asks for a captcha',
    input: z.object({
      tenantId: z.string().max(12),
      name,
      account,
      password,
      oauthId: z.string().max(128).default(''),
      key: z.string().max(64).optional(),
      code: z.string().max(16).optional(),
    }),
    output: Registered,
  }),
}
