import { type SessionAnswer, useSession, signInHere } from './session.ts'
import { answer, send } from './transport.ts'

/** Specification, section 9: a token is renewed when it is 3000 s old; it lives 3600 s. */
export const TOKEN_TIME_MS = 3000 * 1000

/** Whether a session's token is due for renewal at a time. */
export const isStale = ({ issuedAt, refreshToken }: { issuedAt: number; refreshToken: string }, now: number) =>
  refreshToken !== '' && now - issuedAt >= TOKEN_TIME_MS

/** The lock API needs a secure context; on a plain http address the windows fall back to one flight each. */
const alone = <T>(work: () => Promise<T>) =>
  'locks' in navigator ? navigator.locks.request('digao.renewal', work) : work()

async function renew() {
  // Another window may have renewed while this one waited for the lock; a refresh token is good for one use.
  await useSession.persist.rehydrate()
  const { refreshToken, tenantId, deptId, roleId } = useSession.getState()
  if (!isStale(useSession.getState(), Date.now())) return
  const renewed = await answer(
    await send({
      method: 'POST',
      path: '/sc-auth/oauth/token',
      body: { grant_type: 'refresh_token', refresh_token: refreshToken, tenantId, deptId, roleId, scope: 'all' },
    }),
  )
  signInHere(renewed as SessionAnswer)
}

let flight: Promise<void> | undefined
/** Renews the token if it is due; one flight across all windows. A failure is logged, nothing more: the next call tells. */
export function renewIfStale(): Promise<void> {
  if (!isStale(useSession.getState(), Date.now())) return Promise.resolve()
  flight ??= alone(renew)
    .catch((fault: unknown) => console.warn('token renewal failed', fault))
    .finally(() => {
      flight = undefined
    })
  return flight
}

/** Checks every second; answers the function that stops. */
export function keepRenewed() {
  const timer = setInterval(() => void renewIfStale(), 1000)
  return () => clearInterval(timer)
}
