import { renewIfStale } from './renewal.ts'
import { useSession, signOutHere } from './session.ts'
import { type Ask, answer, CallError, send } from './transport.ts'

const UNAUTHORIZED = 401

/** The session is dead: forget it here and show the portal. A full load, so that nothing of it stays in memory. */
function leave() {
  if (!useSession.getState().accessToken) return
  signOutHere()
  location.assign('/portal')
}

/** One call of a signed-in person; a 401 signs out here and goes to the portal. Answers the data of the envelope. */
export async function ask(what: Ask): Promise<unknown> {
  return answer(await askRaw(what)).catch((fault: unknown) => {
    if (fault instanceof CallError && fault.code === UNAUTHORIZED) leave()
    throw fault
  })
}

/** The same for answers that are not JSON: downloads. */
export async function askRaw(what: Ask): Promise<Response> {
  await renewIfStale()
  return send(what)
}

/** Signs out: tells the server, forgets here, and goes to the portal. */
export async function signOut() {
  await ask({ method: 'GET', path: '/sc-auth/oauth/logout' }).catch(() => undefined)
  signOutHere()
  location.assign('/portal')
}
