import { describe, expect, test } from 'vitest'
import { heldByRoles, roles } from '#contract/grants.ts'
import { letsIn, routeRows } from '#facts/testing/checklist.ts'
import { isPlain } from '../routes.ts'
import { firstPage, landing, layoutOf, opensFor, pageAt, redirectOf, scopeOf } from './place.ts'

const person = (roleName: string) => ({ roleName, held: heldByRoles(roleName) })
const routeAt = (address: string) => {
  const route = pageAt(address)
  if (!route) throw new Error(`no page at ${address}`)
  return route
}
const addressOf = ({ path }: { path: string }) => path.replaceAll(/\{(\w+)\}/g, '$1')
const inFrame = routeRows.filter(({ path }) => !isPlain(path) && path !== '/' && path !== '/lock')
const leading = inFrame.filter(({ purpose }) => purpose.startsWith('redirects to'))
const standing = inFrame.filter((row) => !leading.includes(row))

test.each(leading)('$path leads on, to a page that opens or to the landing', ({ path }) => {
  for (const role of roles) {
    const to = redirectOf(path, person(role)) ?? ''
    expect(to).not.toBe(path)
    expect(opensFor(routeAt(to), person(role))).toBe(true)
  }
})

describe.each(standing)('$path', (row) => {
  test('opens for whom the specification names, and nobody else', () => {
    const opens = roles.filter((role) => opensFor(routeAt(addressOf(row)), person(role)))
    expect(opens).toEqual(roles.filter((role) => letsIn(row, role)))
  })
  test('stands in its layout', () => {
    const byRole = row.layout === 'by role'
    expect(layoutOf(routeAt(addressOf(row)), { roleName: 'zxs' })).toBe(byRole ? 'firm' : row.layout)
    expect(layoutOf(routeAt(addressOf(row)), { roleName: 'normal,personal' })).toBe(byRole ? 'personal' : row.layout)
  })
})

test('everybody lands on a page that opens for him, in a tab bar that begins there', () => {
  for (const role of roles) {
    const who = person(role)
    const route = routeAt(landing(who))
    expect(opensFor(route, who)).toBe(true)
    const scope = scopeOf(route, new URLSearchParams(), who)
    expect(scope && firstPage(scope, who, new URLSearchParams())).toBe(landing(who))
  }
})

test('an enterprise and a project have tabs of their own, which begin at their homes', () => {
  const zxs = person('zxs')
  const query = new URLSearchParams('enterpriseId=e&projectId=p&projectName=n&page=2')
  const papers = routeAt('/wps/index')
  expect(scopeOf(papers, query, zxs)).toBe('project:p')
  expect(scopeOf(papers, new URLSearchParams(), zxs)).toBeUndefined()
  expect(firstPage('project:p', zxs, query)).toBe('/projectApp/index?enterpriseId=e&projectId=p&projectName=n')
  expect(firstPage('enterprise:e', zxs, query)).toBe('/aiApp/index?enterpriseId=e')
})

test('who administers a school begins at the school', () => {
  const head = { ...person('administrator'), tenantType: 'school' }
  expect(landing(head)).toBe('/edu/index')
  expect(firstPage('course', head, new URLSearchParams())).toBe('/edu/index')
  expect(landing({ ...person('teacher'), tenantType: 'school' })).toBe('/edu/courseManage')
})
