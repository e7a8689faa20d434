import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import type { Role } from '#contract/grants.ts'
import { letsIn, routeRows } from '#facts/testing/checklist.ts'
import { dress } from './ask.ts'
import { filledProject, placeOf } from './journey.ts'
import { signIn } from './people.ts'

/** What somebody looks at who wants to see the whole of Digao: each page, in both languages, on a desk and in a hand. */
const folder = join(import.meta.dirname, '..', 'gallery')
const looks = ['zh-CN', 'en'].flatMap((language) =>
  [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ].map((size) => ({ language, size, name: `${language}-${size.width}` })),
)
/** Of several whom a page opens for, the first shows it. */
const faces: readonly Role[] = ['administrator', 'zxs', 'admin', 'personal', 'teacher', 'student']

type Shot = { path: string; purpose: string; role: string; file: string; look: string }

async function pageOf(browser: Browser, role: Role | undefined) {
  const page = await (await browser.newContext()).newPage()
  if (role) await signIn(page, role)
  return page
}

async function look(page: Page, { language, size }: (typeof looks)[number], signedIn: boolean) {
  await page.setViewportSize(size)
  if (signedIn) return dress(page, { language, shade: 'light' })
  await page.evaluate((chosen) => {
    localStorage.setItem('digao.language', JSON.stringify({ state: { language: chosen }, version: 0 }))
  }, language)
}

async function still(page: Page) {
  await expect(page.getByRole('heading').filter({ visible: true }).first()).toBeVisible()
  await expect(page.locator('.bone:visible')).toHaveCount(0)
  await page.mouse.move(0, 0)
}

test('a picture of every page', async ({ browser }) => {
  test.setTimeout(3_600_000)
  rmSync(folder, { recursive: true, force: true })
  const maker = await pageOf(browser, 'administrator')
  const place = placeOf(await filledProject(maker, '东桥南溟精密机械有限公司', '2025年度汇算清缴'))
  const shots: Shot[] = []
  for (const role of [undefined, ...faces]) {
    const rows = routeRows.filter((row) => {
      const face = row.who === 'public' ? undefined : faces.find((one) => letsIn(row, one))
      return face === role && !row.purpose.startsWith('redirects to')
    })
    if (rows.length === 0) continue
    const page = await pageOf(browser, role)
    if (!role) await page.goto('/login')
    for (const one of looks) {
      await look(page, one, role !== undefined)
      mkdirSync(join(folder, one.name), { recursive: true })
      for (const { path, purpose } of rows) {
        const address = path.replaceAll(/\{(\w+)\}/g, '$1')
        await page.goto(role ? `${address}?${place}` : address)
        await still(page)
        const file = `${one.name}/${address.slice(1).replaceAll('/', '_') || 'root'}.png`
        await page.screenshot({ path: join(folder, file), animations: 'disabled' })
        shots.push({ path, purpose, role: role ?? 'public', file, look: one.name })
      }
    }
    await page.context().close()
  }
  writeFileSync(join(folder, 'index.html'), leafing(shots))
})

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** One page to leaf through all pictures: a row a route, a column a look. */
function leafing(shots: readonly Shot[]) {
  const rows = [...new Set(shots.map(({ path }) => path))].map((path) => {
    const own = shots.filter((shot) => shot.path === path)
    const cells = own.map(
      ({ file, look: name }) =>
        `<td><a href="${escaped(file)}"><img loading="lazy" alt="${escaped(`${path} ${name}`)}" src="${escaped(file)}"></a></td>`,
    )
    const [first] = own
    return `<tr><th>${escaped(path)}<br><small>${escaped(`${first?.purpose ?? ''} · ${first?.role ?? ''}`)}</small></th>${cells.join('')}</tr>`
  })
  const heads = looks.map(({ name }) => `<th>${name}</th>`).join('')
  return `<!doctype html><meta charset="utf-8"><title>Digao 底稿</title>
<style>body{font:14px system-ui;margin:16px}th{text-align:start;vertical-align:top;padding:8px}thead th{position:sticky;top:0;background:#fff}img{height:260px;border:1px solid #ddd}</style>
<table><thead><tr><th></th>${heads}</tr></thead><tbody>${rows.join('\n')}</tbody></table>
`
}
