import { expect, test } from 'vitest'
import { type Role, heldByRoles } from '#contract/grants.ts'
import { layoutOf, pageAt, scopeOf } from './place.ts'

const person = (roleName: string) => ({ roleName, held: heldByRoles(roleName) })
const at = (path: string) => {
  const route = pageAt(path)
  if (!route) throw new Error(`no page at ${path}`)
  return route
}
const chosen = (path: string, roleName: string) => layoutOf(at(path), { roleName })

test('an explicit layout comes first, then the menu type personal or firm, then the role, then the firm’s', () => {
  const personal = { roleName: 'normal,personal' }
  const zxs = { roleName: 'zxs' }
  expect(layoutOf({ layout: 'edu', menuType: 'firm' }, personal)).toBe('edu')
  expect(layoutOf({ layout: 'none', menuType: 'personal' }, zxs)).toBe('none')
  expect(layoutOf({ layout: 'byRole', menuType: 'firm' }, personal)).toBe('firm')
  expect(layoutOf({ layout: 'byRole', menuType: 'personal' }, zxs)).toBe('personal')
  // other menu types leave it to the role
  expect(layoutOf({ layout: 'byRole', menuType: 'ai' }, personal)).toBe('personal')
  expect(layoutOf({ layout: 'byRole', menuType: 'edu' }, zxs)).toBe('firm')
  expect(layoutOf({ layout: 'byRole' }, personal)).toBe('personal')
  expect(layoutOf({ layout: 'byRole' }, { roleName: '' })).toBe('firm')
})

test.each(['/firm/firmEnterprise', '/aiTools/excelToXlsx', '/enterpriseProject/projectList', '/iframe/index'])(
  '%s stands in the personal layout for who holds the role personal, else in the firm’s',
  (path) => {
    for (const role of ['administrator', 'admin', 'zxs', 'teacher', 'student', 'normal', 'user'] satisfies Role[]) {
      expect(chosen(path, role)).toBe('firm')
    }
    expect(chosen(path, 'personal')).toBe('personal')
    expect(chosen(path, 'zxs,personal')).toBe('personal')
  },
)

test('a page of an enterprise needs the menu type ai and an enterprise', () => {
  const zxs = person('zxs')
  const query = new URLSearchParams('enterpriseId=e')
  const route = at('/aiApp/index')
  expect(scopeOf(route, query, zxs)).toBe('enterprise:e')
  expect(scopeOf(route, new URLSearchParams(), zxs)).toBeUndefined()
  const { menuType: _, ...other } = route
  expect(scopeOf(other, query, zxs)).toBeUndefined()
  expect(scopeOf({ ...other, menuType: 'firm' }, query, zxs)).toBeUndefined()
})
