import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useSession } from './session.ts'
import {
  alive,
  barOf,
  closed,
  lastSeen,
  moved,
  ownedBy,
  REFRESH_AWAY,
  REFRESH_SIGN,
  replaced,
  stepped,
  type Tab,
  tabKey,
  useTabs,
  visited,
} from './tabs.ts'

// what a browser has: without it nothing outlives a reload
vi.hoisted(() => {
  class Storage {
    readonly items = new Map<string, string>()
    getItem(name: string) {
      return this.items.get(name) ?? null
    }
    setItem(name: string, value: string) {
      this.items.set(name, value)
    }
  }
  vi.stubGlobal('sessionStorage', new Storage())
  vi.stubGlobal('window', { localStorage: new Storage() })
})

const tab = (pathname: string, seen: number, rest: Partial<Tab> = {}): Tab => ({
  key: pathname,
  scope: 'firm',
  pathname,
  search: '',
  title: '',
  version: 0,
  seen,
  passing: false,
  keep: true,
  refresh: '',
  ...rest,
})
const keys = (tabs: Tab[]) => tabs.map(({ key }) => key)
const firm = { scope: 'firm' } as const

describe('a tab', () => {
  test('stays the same while one pages, sorts and filters', () => {
    expect(tabKey('/firm/firmEnterprise', '?page=3&size=50&sort=-updateTime&f.enterpriseName=华&v.paper=A01')).toBe(
      '/firm/firmEnterprise',
    )
  })
  test('is another one for another enterprise, whatever the order of the query', () => {
    expect(tabKey('/aiApp/index', '?enterpriseId=1')).not.toBe(tabKey('/aiApp/index', '?enterpriseId=2'))
    expect(tabKey('/wps/index', '?projectId=2&enterpriseId=1')).toBe(
      tabKey('/wps/index', '?enterpriseId=1&projectId=2'),
    )
  })
  test('stays the same for a renamed project', () => {
    expect(tabKey('/wps/index', '?projectId=1&projectName=甲')).toBe(
      tabKey('/wps/index', '?projectId=1&projectName=乙'),
    )
  })
  test('is found again by going back, with the view as it is now', () => {
    const first = visited([], { pathname: '/a', search: '' }, firm)
    const both = visited(first, { pathname: '/b', search: '' }, firm)
    const back = visited(both, { pathname: '/a', search: '?page=2' }, firm)
    expect(back.map(({ key, search, seen }) => [key, search, seen])).toEqual([
      ['/a', '?page=2', 3],
      ['/b', '', 2],
    ])
  })
  test('closes to the one before, and the first to the one after', () => {
    const tabs = [tab('/a', 1), tab('/b', 2), tab('/c', 3)]
    expect(closed(tabs, '/c')?.neighbour.key).toBe('/b')
    expect(closed(tabs, '/a')?.neighbour.key).toBe('/b')
  })
  test('cannot be closed when it is the last of its scope, whatever other scopes or passing pages there are', () => {
    const tabs = [tab('/a', 1), tab('/p', 2, { scope: 'project:1' }), tab('/disk', 3, { passing: true })]
    expect(closed(tabs, '/a')).toBeUndefined()
  })
  test('moves in its own bar; the other bars keep their order', () => {
    const tabs = [tab('/a', 1), tab('/p', 2, { scope: 'course' }), tab('/b', 3), tab('/q', 4, { scope: 'course' })]
    expect(keys(moved(tabs, '/a', 1))).toEqual(['/b', '/p', '/a', '/q'])
    expect(keys(moved(tabs, '/q', 0))).toEqual(['/a', '/q', '/b', '/p'])
    expect(keys(moved(tabs, '/b', 9))).toEqual(keys(tabs))
    expect(keys(moved(tabs, '/a', -1))).toEqual(keys(tabs))
  })
  test('is followed by the next, round the ends', () => {
    const bar = [tab('/a', 1), tab('/b', 3), tab('/c', 2)]
    expect(stepped(bar, '/c', 1)?.key).toBe('/a')
    expect(stepped(bar, '/a', -1)?.key).toBe('/c')
    expect(stepped(bar, '/disk', 1)?.key).toBe('/b')
    expect(stepped([], '/a', 1)).toBeUndefined()
  })
})

describe('a page without a tab', () => {
  const disk = { pathname: '/firm/disk/file', search: '?folderId=1' }
  test('stands in no bar, and is gone when one goes elsewhere', () => {
    const there = visited([tab('/a', 1)], disk, { scope: 'firm', passing: true })
    expect(keys(barOf(there, 'firm'))).toEqual(['/a'])
    expect(keys(alive(there, '/firm/disk/file?folderId=1'))).toEqual(['/a', '/firm/disk/file?folderId=1'])
    expect(keys(visited(there, { pathname: '/a', search: '' }, firm))).toEqual(['/a'])
  })
  test('leads back to the tab that was in front before', () => {
    expect(lastSeen([tab('/a', 1), tab('/b', 5), tab('/c', 2)])?.key).toBe('/b')
  })
})

describe('a tab that gives its place to another page', () => {
  const tabs = [tab('/a', 1), tab('/view', 2, { title: '甲.pdf' }), tab('/c', 3)]
  test('becomes that page’s where it stood', () => {
    const after = replaced(tabs, '/view', { pathname: '/view', search: '?file=2' })
    expect(keys(after)).toEqual(['/a', '/view?file=2', '/c'])
    expect(after[1]?.title).toBe('')
  })
  test('goes where that page has a tab, and stays where it is the same', () => {
    expect(keys(replaced(tabs, '/view', { pathname: '/c', search: '' }))).toEqual(['/a', '/c'])
    expect(replaced(tabs, '/view', { pathname: '/view', search: '?page=2' })).toBe(tabs)
  })
})

describe('the pages in the document', () => {
  test('are those looked at lately, in the order of the bar', () => {
    const tabs = [tab('/a', 4), tab('/b', 1), tab('/c', 3), tab('/d', 0)]
    expect(keys(alive(tabs, '/a', 2))).toEqual(['/a', '/c'])
    expect(keys(alive(tabs, '/a', 9))).toEqual(['/a', '/b', '/c'])
  })
  test('of a menu that is not kept are there only in front', () => {
    const tabs = [tab('/a', 1), tab('/iframe', 2, { keep: false })]
    expect(keys(alive(tabs, '/iframe'))).toEqual(['/a', '/iframe'])
    expect(keys(alive(tabs, '/a'))).toEqual(['/a'])
  })
})

const store = () => useTabs.getState()
const visit = (pathname: string, belonging: Parameters<typeof visited>[2] = firm) =>
  store().visit({ pathname, search: '' }, belonging)
/** The tabs of the window after it was loaded anew. */
async function reloaded() {
  vi.resetModules()
  return (await import('./tabs.ts')).useTabs.getState().tabs
}

describe('a window', () => {
  const gone: string[] = []
  const owns = (key: string) => ownedBy(key, 'sheet', () => ({ value: { key }, dispose: () => gone.push(key) }))
  beforeEach(() => {
    vi.useFakeTimers()
    store().retain(() => false)
    gone.length = 0
    return () => vi.useRealTimers()
  })

  test('turns a tab into the next page once; what it owned goes', () => {
    visit('/x')
    visit('/y')
    owns('/y')
    store().giveWay('/y')
    visit('/z')
    expect(keys(store().tabs)).toEqual(['/x', '/z'])
    expect(gone).toEqual(['/y'])
    visit('/w')
    expect(keys(store().tabs)).toEqual(['/x', '/z', '/w'])
  })

  test('makes what a tab owns once; it goes with the tab', () => {
    visit('/x')
    visit('/y')
    const sheet = owns('/y')
    expect(owns('/y')).toBe(sheet)
    expect(store().close('/y')?.key).toBe('/x')
    expect(gone).toEqual(['/y'])
    expect(owns('/y')).not.toBe(sheet)
  })
  test('takes a refreshed page away for 100 ms, begins it anew, and turns the sign for 500 ms', () => {
    visit('/x')
    owns('/x')
    const now = () => store().tabs.map(({ refresh, version }) => [refresh, version])
    store().refresh('/x')
    expect(now()).toEqual([['away', 0]])
    // pressed again meanwhile: nothing more happens
    store().refresh('/x')
    vi.advanceTimersByTime(REFRESH_AWAY - 1)
    expect([now(), gone]).toEqual([[['away', 0]], []])
    vi.advanceTimersByTime(1)
    expect([now(), gone]).toEqual([[['back', 1]], ['/x']])
    vi.advanceTimersByTime(REFRESH_SIGN - REFRESH_AWAY - 1)
    expect(now()).toEqual([['back', 1]])
    vi.advanceTimersByTime(1)
    expect(now()).toEqual([['', 1]])
    expect([REFRESH_AWAY, REFRESH_SIGN]).toEqual([100, 500])
  })
  test('closes the others of a scope, and all to its first page', () => {
    for (const path of ['/home', '/a', '/b']) visit(path)
    visit('/p', { scope: 'project:1' })
    store().closeOthers('/a')
    expect(keys(store().tabs)).toEqual(['/a', '/p'])
    visit('/home')
    store().closeAll('firm', '/home')
    expect(keys(store().tabs)).toEqual(['/p', '/home'])
    store().closeAll('project:1', '/projectApp/index')
    expect(keys(store().tabs)).toEqual(['/home'])
  })
  test('forgets the pages behind and keeps their tabs and the page in front', () => {
    for (const path of ['/a', '/b', '/c']) owns((visit(path), path))
    store().forgetPages('/c')
    expect(keys(store().tabs)).toEqual(['/a', '/b', '/c'])
    expect(keys(alive(store().tabs, '/c'))).toEqual(['/c'])
    expect(gone).toEqual(['/a', '/b'])
  })
  test('lets go of what a page owns that is not kept, when one leaves it', () => {
    visit('/frame')
    store().setKeep('/frame', false)
    visit('/disk', { scope: 'firm', passing: true })
    expect(gone).toEqual([])
    owns('/frame')
    owns('/disk')
    visit('/frame')
    visit('/a')
    expect(gone).toEqual(['/disk', '/frame'])
    expect(keys(store().tabs)).toEqual(['/frame', '/a'])
  })
  test('begins without tabs for the next person, and keeps them while the same one renews', () => {
    useSession.setState({ tenantId: '1', userId: '1', accessToken: 'a' })
    visit('/a')
    owns('/a')
    useSession.setState({ accessToken: 'b' })
    expect(keys(store().tabs)).toEqual(['/a'])
    useSession.setState({ userId: '2' })
    expect([store().tabs, gone]).toEqual([[], ['/a']])
  })
  test('has its tabs again after a reload, without their pages; of somebody else it has none', async () => {
    useSession.setState({ tenantId: '1', userId: '1' })
    visit('/a')
    visit('/disk', { scope: 'firm', passing: true })
    visit('/iframe')
    store().setKeep('/iframe', false)
    store().entitle('/a', '甲')
    const again = await reloaded()
    expect(again.map(({ key, title, keep, seen }) => [key, title, keep, seen])).toEqual([
      ['/a', '甲', true, 0],
      ['/iframe', '', false, 0],
    ])
    // another window of the browser signed somebody else in, then this one was loaded anew
    const left = sessionStorage.getItem('digao.tabs') ?? ''
    useSession.setState({ userId: '2' })
    sessionStorage.setItem('digao.tabs', left)
    expect(await reloaded()).toEqual([])
  })
})
