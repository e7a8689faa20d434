import { readConfig } from '#server/kernel/config.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { readParams } from '../system/param-store.ts'

/** How a tenant's people sign in. */
export type Policy = {
  captcha: 'on' | 'strict' | 'off'
  /** Whether a client may choose the department and the roles it acts as. */
  switchDept: boolean
  tries: number
  windowSeconds: number
  sessionSeconds: number
  /** 0: any number. */
  maxSessions: number
  /** 0: for good. */
  passwordDays: number
}

const TRUST_MS = 5_000
const MOST_KEPT = 10_000
const TENANT = /^[0-9A-Za-z]{6,12}$/
const kept = new WeakMap<Kernel, Map<string, { at: number; policy: Promise<Policy> }>>()

/** A tenant's policy, at most five seconds old: environment variables where they are set, else its parameters, else the platform's. */
export function policyOf(kernel: Kernel, tenantId: string): Promise<Policy> {
  const tenant = TENANT.test(tenantId) ? tenantId : PLATFORM
  const policies = kept.get(kernel) ?? new Map<string, { at: number; policy: Promise<Policy> }>()
  kept.set(kernel, policies)
  const known = policies.get(tenant)
  if (known && Date.now() - known.at < TRUST_MS) return known.policy
  if (policies.size >= MOST_KEPT) policies.clear()
  const policy = read(kernel, tenant)
  policies.set(tenant, { at: Date.now(), policy })
  policy.catch(() => policies.delete(tenant))
  return policy
}

const unset = readConfig({})

async function read({ config, database }: Kernel, tenantId: string): Promise<Policy> {
  const params = await database.inTenant({ tenantId, userId: '' }, (db) =>
    readParams(db, [
      'captchaMode', 'switchDept', 'accountLockTries', 'accountLockMinutes', 'sessionDays', 'maxSessions', 'passwordExpiryDays',
    ]),
  ) // prettier-ignore
  const set = (name: 'SIGN_IN_TRIES' | 'SIGN_IN_WINDOW_SECONDS' | 'SESSION_SECONDS', parameter: number) =>
    config[name] === unset[name] ? parameter : config[name]
  return {
    captcha: config.DIGAO_CAPTCHA ?? params.captchaMode,
    switchDept: params.switchDept === 'on',
    tries: set('SIGN_IN_TRIES', params.accountLockTries),
    windowSeconds: set('SIGN_IN_WINDOW_SECONDS', params.accountLockMinutes * 60),
    sessionSeconds: set('SESSION_SECONDS', params.sessionDays * 86_400),
    maxSessions: params.maxSessions,
    passwordDays: params.passwordExpiryDays,
  }
}
