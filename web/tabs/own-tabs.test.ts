import { expect, test } from 'vitest'
import { heldByRoles } from '#contract/grants.ts'
import { isOpenTo } from './own-tabs.ts'

const person = (roleName: string) => ({ roleName, held: heldByRoles(roleName) })
const at = (pathname: string, scope: Parameters<typeof isOpenTo>[0]['scope'], search = '') => ({
  pathname,
  search,
  scope,
})

test('a tab whose page the person may no longer open is not drawn', () => {
  expect(isOpenTo(at('/firm/index', 'firm'), person('zxs'))).toBe(true)
  expect(isOpenTo(at('/firm/index', 'firm'), person('student'))).toBe(false)
  expect(isOpenTo(at('/no/such/page', 'firm'), person('admin'))).toBe(false)
})

test('a tab stands only in the bar its place belongs to now', () => {
  expect(isOpenTo(at('/firm/index', 'general'), person('zxs'))).toBe(false)
  expect(isOpenTo(at('/wps/index', 'project:1', '?projectId=1'), person('zxs'))).toBe(true)
  expect(isOpenTo(at('/wps/index', 'project:1'), person('zxs'))).toBe(false)
})
