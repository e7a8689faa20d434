import { alone } from './lease.ts'
import { type SessionAnswer, useSession, signInHere } from './session.ts'
import { answer, CallError, send } from './transport.ts'

/** Specification, section 9: a token is renewed when it is 3000 s old; it lives 3600 s. */
export const TOKEN_TIME_MS = 3000 * 1000

/** Whether a session's token is due for renewal at a time. */
export const isStale = ({ issuedAt, refreshToken }: { issuedAt: number; refreshToken: string }, now: number) =>
  refreshToken !== '' && now - issuedAt >= TOKEN_TIME_MS

const UNAUTHORIZED = 401
/** A refresh token the server takes no more: asking again every second would not change that. */
let refused = ''

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
  ).catch((fault: unknown) => {
    if (fault instanceof CallError && fault.code === UNAUTHORIZED) refused = refreshToken
    throw fault
  })
  await useSession.persist.rehydrate()
  // signed out, or in as somebody else, while the answer was on its way
  if (useSession.getState().refreshToken === refreshToken) signInHere(renewed as SessionAnswer)
}

let flight: Promise<void> | undefined
/** Renews the token if it is due; one flight across all windows. A failure is logged, nothing more: the next call tells. */
export function renewIfStale(): Promise<void> {
  const session = useSession.getState()
  if (!isStale(session, Date.now()) || session.refreshToken === refused) return Promise.resolve()
  flight ??= alone('digao.renewal', renew)
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
