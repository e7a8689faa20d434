import { expect, test } from 'vitest'
import { leadsHere, menuLink } from './menu-link.ts'

const entry = (over: object) => ({ id: 'm1', path: '/firm/firmTools', href: '', query: '', ...over })
const place = new URLSearchParams('enterpriseId=e1&projectId=p1&projectName=甲&page=2')
const link = (over: object, layout: Parameters<typeof menuLink>[1] = 'firm') => menuLink(entry(over), layout, place)

test('an entry leads to the page at its path, with its query', () => {
  expect(link({})).toBe('/firm/firmTools')
  expect(link({ query: '?kind=tax&menu=false' })).toBe('/firm/firmTools?kind=tax&menu=false')
  expect(link({ path: '/x?kind=a', query: 'kind=b' })).toBe('/x?kind=b')
  expect(link({ href: '/info/index' })).toBe('/info/index')
})

test('in an enterprise and a project every link carries where one is, whatever the menu says', () => {
  expect(link({ path: '/aiApp/projectList' }, 'enterprise')).toBe('/aiApp/projectList?enterpriseId=e1')
  expect(link({ path: '/wps/index', query: 'projectId=other' }, 'project')).toBe(
    '/wps/index?projectId=p1&enterpriseId=e1&projectName=%E7%94%B2',
  )
})

test('a link elsewhere opens in the frame of the layout by the menu’s id; the address never names the site', () => {
  const out = { href: 'https://tax.example.com/a?b=1&c=2' }
  expect(link(out)).toBe('/iframe/index?menuId=m1')
  expect(link(out, 'personal')).toBe('/iframe/index?menuId=m1')
  expect(link(out, 'edu')).toBe('/edu/iframe?menuId=m1')
  expect(link(out, 'enterprise')).toBe('/aiApp/iframe?menuId=m1&enterpriseId=e1')
})

const here = (pathname: string, search = '') => ({ pathname, search })

test('one stands where a link leads whatever the view says, and not at another menu’s page in the same frame', () => {
  expect(leadsHere('/firm/userDisk', here('/firm/userDisk', '?page=2&f.name=a'))).toBe(true)
  expect(leadsHere('/firm/userDisk', here('/firm/userDisk/file'))).toBe(true)
  expect(leadsHere('/firm/userDisk', here('/firm/userDisks'))).toBe(false)
  expect(leadsHere('/iframe/index?menuId=a', here('/iframe/index', '?menuId=a'))).toBe(true)
  expect(leadsHere('/iframe/index?menuId=a', here('/iframe/index', '?menuId=b'))).toBe(false)
  expect(leadsHere('/wps/index?projectId=p&projectName=old', here('/wps/index', '?projectId=p&projectName=new'))).toBe(
    true,
  )
})
