import { create } from 'zustand'
import { preference } from '#contract/preference.ts'
import { queries, query } from '#web/kernel/api.ts'
import { complain } from '#web/kernel/notices.ts'
import { useSession } from '#web/kernel/session.ts'

const LOCKED = 'digao.locked'
/** Where the window was, for after a reload. */
const FROM = 'digao.lockedFrom'
/** Specification, section 9: the way to /lock begins this long after the lock. */
const DELAY_MS = 100

type LockState = {
  /** This window shows nothing but the lock screen. */
  locked: boolean
  /** A dialog asks for the lock password: a first one to lock with, or another one. */
  asking: '' | 'first' | 'other'
}
/** A window's lock; the flag is its session's, so it outlives a reload and is gone with the window or a sign-out. */
export const useLock = create<LockState>(() => ({ locked: sessionStorage.getItem(LOCKED) === '1', asking: '' }))

// whoever signs in next in a window that was locked does not find it locked
useSession.subscribe(({ accessToken }) => {
  if (accessToken === '') useLock.setState({ locked: false, asking: '' })
})

/** Locks this window now. */
export function lockNow() {
  sessionStorage.setItem(LOCKED, '1')
  sessionStorage.setItem(FROM, location.pathname + location.search)
  setTimeout(() => useLock.setState({ locked: true, asking: '' }), DELAY_MS)
}

/** Locks this window; whoever has no lock password yet is asked for one first. */
export async function lockScreen() {
  try {
    const { hasLock } = await queries.fetchQuery({ ...query(preference.detail, {}), staleTime: 0 })
    if (hasLock) lockNow()
    else useLock.setState({ asking: 'first' })
  } catch (fault) {
    complain(fault)
  }
}

/** Asks for another lock password. */
export const changeLock = () => useLock.setState({ asking: 'other' })

/** Asks no more. */
export const dropQuestion = () => useLock.setState({ asking: '' })

const heldFrom = (state: unknown) =>
  typeof state === 'object' && state !== null && 'lockedFrom' in state && typeof state.lockedFrom === 'string'
    ? state.lockedFrom
    : undefined

/** Where the locked window was: as this entry of its history says, else where it was when it was locked. */
export const lockedFrom = () => heldFrom(history.state) ?? sessionStorage.getItem(FROM) ?? '/'

/** Puts /lock into the address in place of where the window is; the entry of the history keeps that. */
export function addressLocked(place: string) {
  sessionStorage.setItem(FROM, place)
  history.replaceState({ ...history.state, lockedFrom: place }, '', '/lock')
}

/** The window is in use again, at this place. */
export function unlockHere(place: string) {
  sessionStorage.removeItem(LOCKED)
  sessionStorage.removeItem(FROM)
  history.replaceState({ ...history.state, lockedFrom: undefined }, '', place)
  useLock.setState({ locked: false })
}
