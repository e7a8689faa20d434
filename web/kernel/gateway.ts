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

/** The data of an answer; a 401 signs out here and goes to the portal. */
export const heard = (reply: Response): Promise<unknown> =>
  answer(reply).catch((fault: unknown) => {
    if (fault instanceof CallError && fault.code === UNAUTHORIZED) leave()
    throw fault
  })

/** One call of a signed-in person. Answers the data of the envelope. */
export const ask = async (what: Ask): Promise<unknown> => heard(await askRaw(what))

/** The same for answers that are not JSON: downloads. */
export async function askRaw(what: Ask): Promise<Response> {
  await renewIfStale()
  return send(what)
}

/**
 * Where signing out leads: to the domain by which the tenant's people come in, without one to the portal. A domain that is
 * none is logged and leads nowhere; the frame then shows the portal, as to anybody who is not signed in.
 */
export function wayOut(tenantDomain: string, here: string): string | undefined {
  if (tenantDomain === '') return '/portal'
  const url = URL.canParse(tenantDomain) ? new URL(tenantDomain) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    console.error(`the tenant's domain is none: ${tenantDomain.slice(0, 200)}`)
    return undefined
  }
  return url.origin === here ? '/portal' : url.origin
}

let leaving = false
/** This window is on its way out after signing out: the frame must not lead it elsewhere meanwhile. */
export const isLeaving = () => leaving

/** Forgets the session here and leaves; the push connection closes with it. */
function forget(own = '/portal') {
  const to = wayOut(useSession.getState().tenantDomain, location.origin)
  leaving = to !== undefined
  signOutHere()
  if (to) location.assign(to === '/portal' ? own : to)
}

/** Signs out: tells the server, forgets here, and goes to the tenant's domain; without one to the portal, or where it is told. */
export async function signOut(own?: string) {
  await ask({ method: 'GET', path: '/sc-auth/oauth/logout' }).catch(() => undefined)
  forget(own)
}

/** Forgets the session in this browser without a word to the server: whoever let the person in ends it there. */
export const signOutFederated = () => forget()
