import type { Context } from '#server/kernel/service.ts'
import { countTry, forgiveTries } from '../auth/lockout.ts'
import { type CodeGiven, type SpentCode, spendCode } from './sms-code.ts'

/**
 * Uses a code up for somebody who is not signed in. Tries count like those of passwords, per code and network address, so that a
 * flood of guesses is refused from memory; a right code gives its tries back.
 */
export async function spendBeforeSignIn({ kernel, address }: Context, given: CodeGiven): Promise<SpentCode> {
  const tried = { account: `${given.tenantId} sms ${given.smsId.slice(0, 64).toLowerCase()}`, address }
  await countTry(kernel, tried)
  const spent = await spendCode(kernel, given)
  await forgiveTries(kernel, tried)
  return spent
}
