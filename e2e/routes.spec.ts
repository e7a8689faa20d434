import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { type Role, roles } from '#contract/grants.ts'
import { letsIn, type RouteRow, routeRows } from '#facts/testing/checklist.ts'
import { projectPlace } from './ask.ts'

import { newClient } from './journey.ts'
import { faultsOf } from './page-faults.ts'
import { signIn } from './people.ts'

/** Where each role begins, and where a redirect leads whose target is not for it. */
const landings: Record<Role, string> = {
  administrator: '/firm/index',
  admin: '/firm/index',
  zxs: '/firm/index',
  teacher: '/edu/courseManage',
  student: '/newmain/my-courses',
  personal: '/personal/index',
  normal: '/wel/index',
  user: '/wel/index',
}
const layoutFor = (row: RouteRow, role: Role) =>
  row.layout === 'by role' ? (role === 'personal' ? 'personal' : 'firm') : row.layout
const targetOf = ({ purpose }: RouteRow) => /^redirects to (\S+)/.exec(purpose)?.[1]
/** Pages of an enterprise or a project say in their address whose. */
const needsPlace = ({ area, layout }: RouteRow) => ['enterprise', 'project'].includes(layout) || area === 'project'
const inFrame = routeRows.filter(({ who }) => who !== 'public')

/** To an address without loading the application anew, as a link of it does. */
const goTo = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)

/** The long run looks at each page once, in both widths: what is wider than its window, and what axe finds serious. */
const long = process.env['DIGAO_LONG'] === '1'
async function looked(page: Page) {
  const found: string[] = []
  await expect(page.locator('.bone:visible')).toHaveCount(0)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const faults = await faultsOf(page, new AxeBuilder({ page }))
    found.push(...faults.map((fault) => `${page.url()} ${width}: ${fault}`))
  }
  return found
}

let place = new URLSearchParams()
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage()
  await signIn(page, 'admin')
  place = await projectPlace(page, newClient(`路由测试${Date.now()}有限公司`))
  await page.close()
})

const firstOfLayout = (row: RouteRow) => row === inFrame.find(({ layout }) => layout === row.layout)
/** The short run walks with one of each layout; web/shell/place.test.ts holds the places of all roles. */
const walkers: readonly Role[] = long ? roles : ['administrator', 'personal', 'student']
/** Which pages refuse a role, place.test.ts holds too: in the short run one of each layout stands for them. */
const walkedBy = (role: Role) =>
  long || role === 'administrator' ? inFrame : inFrame.filter((row) => letsIn(row, role) || firstOfLayout(row))
for (const role of walkers) {
  test(`every route opens for ${role}, or is refused, in the layout the specification names`, async ({ page }) => {
    test.slow(long, 'every page is looked at')
    const broken: string[] = []
    const faults: string[] = []
    page.on('pageerror', (fault) => broken.push(`${page.url()}: ${fault.message}`))
    await signIn(page, role)
    for (const row of walkedBy(role)) {
      const path = row.path.replaceAll(/\{(\w+)\}/g, '$1')
      await goTo(page, needsPlace(row) ? `${path}?${place}` : path)
      const opens = letsIn(row, role)
      const target = targetOf(row)
      const aim = target && routeRows.find((one) => one.path === target)
      const ends = aim ? (letsIn(aim, role) ? aim.path : landings[role]) : opens ? path : '/403'
      await expect.poll(() => new URL(page.url()).pathname, `${row.path} for ${role}`).toBe(ends)
      if (ends === '/403') {
        await expect(page.getByRole('heading', { name: '你不能查看这个页面' })).toBeVisible()
        continue
      }
      const shown = routeRows.find((one) => one.path === ends)
      await expect(page.locator('.frame'), ends).toHaveAttribute('data-layout', layoutFor(shown ?? row, role))
      await expect(page.locator('.tab-page').filter({ visible: true }), ends).toContainText(/\S/)
      if (long && ends === path && role === roles.find((one) => letsIn(row, one))) faults.push(...(await looked(page)))
    }
    expect(broken).toEqual([])
    expect(faults).toEqual([])
  })
}

test('whoever is not signed in sees the public pages, and is led to the portal from every layout', async ({ page }) => {
  for (const row of routeRows.filter((one) => one.who === 'public' || firstOfLayout(one))) {
    await page.goto(row.path)
    const ends = row.who === 'public' && row.path !== '/' ? (targetOf(row) ?? row.path) : '/portal/home'
    await expect.poll(() => new URL(page.url()).pathname, row.path).toBe(ends)
    await expect(page.getByRole('heading').first(), row.path).toBeVisible()
  }
})
