import { describe, expect, test } from 'vitest'
import { alive, closed, ownedBy, type Tab, tabKey, useTabs, visited } from './tabs.ts'

const tab = (pathname: string, seen: number, scope: Tab['scope'] = 'firm'): Tab => ({
  key: pathname,
  scope,
  pathname,
  search: '',
  title: '',
  version: 0,
  seen,
})

describe('tabs', () => {
  test('paging, sorting and filtering stay in the same tab', () => {
    expect(tabKey('/firm/firmEnterprise', '?page=3&size=50&sort=-updateTime&f.enterpriseName=华&v.paper=A01')).toBe(
      '/firm/firmEnterprise',
    )
  })
  test('another enterprise is another tab, whatever the order of the query', () => {
    expect(tabKey('/aiApp/index', '?enterpriseId=1')).not.toBe(tabKey('/aiApp/index', '?enterpriseId=2'))
    expect(tabKey('/wps/index', '?projectId=2&enterpriseId=1')).toBe(
      tabKey('/wps/index', '?enterpriseId=1&projectId=2'),
    )
  })
  test('a renamed project keeps its tab', () => {
    expect(tabKey('/wps/index', '?projectId=1&projectName=甲')).toBe(
      tabKey('/wps/index', '?projectId=1&projectName=乙'),
    )
  })
  test('going back to a page finds its tab with the view as it is now', () => {
    const first = visited([], { pathname: '/a', search: '' }, 'firm')
    const both = visited(first, { pathname: '/b', search: '' }, 'firm')
    const back = visited(both, { pathname: '/a', search: '?page=2' }, 'firm')
    expect(back.map(({ key, search, seen }) => [key, search, seen])).toEqual([
      ['/a', '?page=2', 3],
      ['/b', '', 2],
    ])
  })
  test('closing moves to the tab before, and from the first to the one after', () => {
    const tabs = [tab('/a', 1), tab('/b', 2), tab('/c', 3)]
    expect(closed(tabs, '/c')?.neighbour.key).toBe('/b')
    expect(closed(tabs, '/a')?.neighbour.key).toBe('/b')
  })
  test('the last tab of a scope cannot be closed, whatever other scopes hold', () => {
    expect(closed([tab('/a', 1), tab('/p', 2, 'project:1')], '/a')).toBeUndefined()
  })
  test('only the pages looked at lately stay in the document, in the order of the bar', () => {
    const tabs = [tab('/a', 4), tab('/b', 1), tab('/c', 3), tab('/d', 0)]
    expect(alive(tabs, 2).map(({ key }) => key)).toEqual(['/a', '/c'])
    expect(alive(tabs, 9).map(({ key }) => key)).toEqual(['/a', '/b', '/c'])
  })
  test('what a tab owns is made once and goes with the tab', () => {
    const gone: string[] = []
    const make = (name: string) => () => ({ value: { name }, dispose: () => gone.push(name) })
    const store = useTabs.getState()
    store.visit({ pathname: '/x', search: '' }, 'firm')
    store.visit({ pathname: '/y', search: '' }, 'firm')
    const sheet = ownedBy('/y', 'sheet', make('first'))
    expect(ownedBy('/y', 'sheet', make('second'))).toBe(sheet)
    expect(store.close('/y')?.key).toBe('/x')
    expect(gone).toEqual(['first'])
    expect(ownedBy('/y', 'sheet', make('third')).name).toBe('third')
  })
})
