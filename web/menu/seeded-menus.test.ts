import { expect, test } from 'vitest'
import { z } from 'zod'
import { heldByRoles, roles } from '#contract/grants.ts'
import { layoutOf, opensFor, pageAt } from '../shell/place.ts'

// the server's list is read as data: the browser's code never imports the server's
const seedFile = new URL('../../server/system/seed-menus.ts', import.meta.url).href
const Seeds = z.object({
  menuSeeds: z.array(
    z.object({
      code: z.string(),
      scope: z.string(),
      path: z.string().optional(),
      roles: z.array(z.string()).optional(),
      excludeRoles: z.array(z.string()).optional(),
    }),
  ),
})
const { menuSeeds } = Seeds.parse({ ...(await import(/* @vite-ignore */ seedFile)) })
const withPath = menuSeeds.flatMap(({ path, ...seed }) => (path ? [{ path, ...seed }] : []))

const routeAt = (path: string) => {
  const route = pageAt(path)
  if (!route) throw new Error(`no page at ${path}`)
  return route
}
type Seed = (typeof withPath)[number]
/** Whom an entry shows to: `platform` is the administrator of the platform. */
const seenBy = ({ roles: named, excludeRoles = [] }: Seed) =>
  named?.includes('platform')
    ? [{ roleName: 'administrator', held: heldByRoles('administrator', true) }]
    : roles
        .filter((role) => (!named || named.includes(role)) && !excludeRoles.includes(role))
        .map((role) => ({ roleName: role, held: heldByRoles(role) }))

test.each(withPath)('the entry $code leads to a page, which opens for everybody who sees the entry', (seed) => {
  const route = routeAt(seed.path)
  const people = seenBy(seed)
  expect(people.length).toBeGreaterThan(0)
  expect(people.filter((person) => !opensFor(route, person)).map(({ roleName }) => roleName)).toEqual([])
})

const layoutsOf = (scope: string) => {
  const own = withPath.filter((seed) => seed.scope === scope)
  return new Set(own.map(({ path }) => layoutOf(routeAt(path), { roleName: 'personal' })))
}
test('an entry of an enterprise, a project or a person’s own edition opens in its layout', () => {
  expect(layoutsOf('ai')).toEqual(new Set(['enterprise']))
  expect(layoutsOf('project')).toEqual(new Set(['project']))
  expect(layoutsOf('personal')).toEqual(new Set(['personal']))
})
