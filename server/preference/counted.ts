import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { countTry, forgiveTries } from '../auth/lockout.ts'

/**
 * Counts a try of the caller's at something short before it is looked at; refuses once the window's tries are used up. A right
 * one, once it has committed, starts afresh.
 */
export async function countOwnTry(
  { kernel, user, address, afterCommit }: Context,
  at: 'lock' | 'human',
): Promise<void> {
  const tried = { account: `${user.homeTenantId} ${at} ${user.id}`, address }
  await countTry(kernel, tried).catch((fault: unknown) => {
    throw fault instanceof Refusal && fault.key === 'locked' ? new Refusal('lockTries') : fault
  })
  afterCommit(() => forgiveTries(kernel, tried))
}

/** Audits a try that was wrong, in a transaction of its own: the call's own goes with the refusal. */
export function noteWrongTry({ kernel, user, address, trace }: Context, action: string): void {
  kernel.database
    .inTenant({ tenantId: user.homeTenantId, userId: user.id }, (db) =>
      audit({ db, user, address, trace }, { action, bizType: 'user', bizId: user.id }),
    )
    .catch((error: unknown) => kernel.log.error({ err: error, trace }, 'a wrong try could not be audited'))
}
