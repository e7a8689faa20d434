import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { windowOf } from './testing-window.ts'

const win = windowOf()
const kept = new Map<string, string>()
const replaced: string[] = []
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
  clear: () => kept.clear(),
})
vi.stubGlobal('location', { pathname: '/firm/index', replace: (to: string) => void replaced.push(to) })
// The stores take their storage when they are loaded: the window has to be there before.
const load = async () => ({ ...(await import('./session.ts')), ...(await import('../session/lock.ts')) })
let web: Awaited<ReturnType<typeof load>>
beforeAll(async () => {
  web = await load()
  web.followOtherWindows()
})
afterAll(() => void vi.unstubAllGlobals())

const chen = { accessToken: 'a1', userId: '1', tenantId: '100001' }
/** What another window of the browser leaves in the storage all windows share. */
function elsewhere(session: object) {
  const state = { ...web.useSession.getState(), ...session }
  win.storage.setItem('digao.session', JSON.stringify({ state, version: 0 }))
}
beforeEach(() => {
  web.useSession.setState(chen)
  kept.clear()
  kept.set('digao.locked', '1')
  replaced.length = 0
})

test('signed out in another window, this one keeps nothing of who was here, not even its lock', () => {
  web.useLock.setState({ locked: true })
  elsewhere({ accessToken: '', userId: '' })
  win.raise('storage', { key: 'digao.session' })
  expect(web.useSession.getState().accessToken).toBe('')
  expect(kept.has('digao.locked')).toBe(false)
  expect(web.useLock.getState().locked).toBe(false)
})

test('with somebody else, or in another tenant, the window begins anew', () => {
  elsewhere({ accessToken: 'b1', userId: '2' })
  win.raise('storage', { key: 'digao.session' })
  expect([replaced, kept.size]).toEqual([['/'], 0])
  elsewhere({ accessToken: 'b2', userId: '2', tenantId: '100002' })
  win.raise('pageshow', { persisted: true })
  expect(replaced).toEqual(['/', '/'])
})

test('a token renewed elsewhere changes nothing here', () => {
  elsewhere({ accessToken: 'a2' })
  win.raise('storage', { key: 'digao.session' })
  expect(web.useSession.getState().accessToken).toBe('a2')
  expect([replaced, kept.size]).toEqual([[], 1])
})
