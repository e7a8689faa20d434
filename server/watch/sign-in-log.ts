import type { TextKey } from '#contract/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { logsOf } from './log-buffer.ts'
import { plainLine } from './plain-text.ts'

export type SignInNote = {
  /** The tenant tried, as the client named it. */
  tenantId: string
  /** Whether there is such a tenant; the platform keeps the tries at others. */
  tenantKnown: boolean
  /** As typed, also when nobody has it. */
  account: string
  /** Empty when nobody has the account. */
  userId: string
  /** password, captcha, sms, social, sso, passkey. */
  method: string
  result: 'ok' | 'failed'
  /** The key of the text it was refused with. */
  reason?: TextKey
  address: string
  userAgent: string
  trace: string
}

/** Puts a sign-in, or a try at one, into the tenant's sign-in log; nobody waits for it. */
export function noteSignIn(kernel: Kernel, note: SignInNote): void {
  logsOf(kernel).add(note.tenantKnown ? note.tenantId : PLATFORM, 'login_log', {
    account: plainLine(note.tenantKnown ? note.account : `${note.tenantId} ${note.account}`, 100),
    user_id: note.userId,
    method: plainLine(note.method, 20),
    result: note.result,
    reason: note.reason ?? '',
    address: plainLine(note.address, 64),
    user_agent: plainLine(note.userAgent, 300),
    trace_id: note.trace,
  })
}
