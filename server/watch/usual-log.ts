import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { logsOf } from './log-buffer.ts'
import { plainLine } from './plain-text.ts'

type Doer = { user: Pick<User, 'id' | 'tenantId' | 'realName' | 'account'>; address: string; trace: string }
/** `detail` is a short plain text, e.g. the name of a file; never a secret. */
export type UsualNote = { action: string; bizType?: string; bizId?: string; detail?: string }

/** Puts what a person did and what changed nothing (a download, an export, signing out) into the tenant's usual log. */
export function noteUsual(kernel: Kernel, { user, address, trace }: Doer, note: UsualNote): void {
  logsOf(kernel).add(user.tenantId, 'usual_log', {
    user_id: user.id,
    user_name: user.realName || user.account,
    action: plainLine(note.action, 60),
    biz_type: plainLine(note.bizType ?? '', 60),
    biz_id: plainLine(note.bizId ?? '', 100),
    detail: plainLine(note.detail ?? '', 300),
    address,
    trace_id: trace,
  })
}
