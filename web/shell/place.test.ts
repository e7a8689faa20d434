import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { heldByRoles, type Role, roles } from '#contract/grants.ts'
import { isPlain } from '../routes.ts'
import { firstPage, landing, layoutOf, opensFor, pageAt, redirectOf, scopeOf } from './place.ts'

const person = (roleName: string) => ({ roleName, held: heldByRoles(roleName) })
const rows = readFileSync(join(import.meta.dirname, '../../e2e/checklist/routes.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([, path = '', purpose = '', layout = '', who = '']) => ({ path, purpose, layout, who }))

/** The roles a row of the checklist names: `admin zxs; not personal`. */
function allowed(who: string): readonly Role[] {
  const [yes = '', no = ''] = who.split(/; (?:not )?/)
  const named = (text: string) => roles.filter((role) => text.split(' ').includes(role))
  const open = yes === 'public' || yes === 'signed in' ? roles : named(yes)
  return open.filter((role) => !named(no).includes(role))
}

describe.each(rows.filter(({ path }) => !isPlain(path) && path !== '/' && path !== '/lock'))('$path', (row) => {
  const address = row.path.replaceAll(/\{(\w+)\}/g, '$1')
  if (row.purpose.startsWith('redirects to')) {
    test('leads on, to a page that opens or to the landing', () => {
      for (const role of roles) {
        const to = redirectOf(address, person(role)) ?? ''
        expect(to).not.toBe(address)
        expect(opensFor(pageAt(to) ?? expect.fail(`${to} is no page`), person(role))).toBe(true)
      }
    })
    return
  }
  test('opens for whom the specification names, and nobody else', () => {
    const route = pageAt(address) ?? expect.fail('no such page')
    expect(roles.filter((role) => opensFor(route, person(role)))).toEqual(allowed(row.who))
  })
  test('stands in its layout', () => {
    const route = pageAt(address) ?? expect.fail('no such page')
    const byRole = row.layout === 'by role'
    expect(layoutOf(route, { roleName: 'zxs' })).toBe(byRole ? 'firm' : row.layout)
    expect(layoutOf(route, { roleName: 'normal,personal' })).toBe(byRole ? 'personal' : row.layout)
  })
})

test('everybody lands on a page that opens for him, in a tab bar that begins there', () => {
  for (const role of roles) {
    const who = person(role)
    const route = pageAt(landing(who)) ?? expect.fail(`no page at ${landing(who)}`)
    expect(opensFor(route, who)).toBe(true)
    const scope = scopeOf(route, new URLSearchParams(), who)
    expect(scope && firstPage(scope, who, new URLSearchParams())).toBe(landing(who))
  }
})

test('an enterprise and a project have tabs of their own, which begin at their homes', () => {
  const zxs = person('zxs')
  const query = new URLSearchParams('enterpriseId=e&projectId=p&projectName=n&page=2')
  const papers = pageAt('/wps/index') ?? expect.fail()
  expect(scopeOf(papers, query, zxs)).toBe('project:p')
  expect(scopeOf(papers, new URLSearchParams(), zxs)).toBeUndefined()
  expect(firstPage('project:p', zxs, query)).toBe('/projectApp/index?enterpriseId=e&projectId=p&projectName=n')
  expect(firstPage('enterprise:e', zxs, query)).toBe('/aiApp/index?enterpriseId=e')
})
