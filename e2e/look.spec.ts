import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import {
  addClient,
  generate,
  importTicked,
  inFront,
  ledgerFiles,
  newClient,
  newProject,
  settleRelation,
  toStep,
  upload,
} from './journey.ts'
import { signIn } from './people.ts'

const steps = [
  '/projectApp/index',
  '/firmProject/financialInfo',
  '/firmProject/runprepare',
  '/firmProject/buildrelationbill',
  '/firmProject/genbillvalue',
  '/wps/index',
  '/table-info/index',
] as const
const looks = [
  { width: 1440, language: 'zh-CN', shade: 'light' },
  { width: 390, language: 'en', shade: 'dark' },
  { width: 1440, language: 'en', shade: 'dark' },
  { width: 390, language: 'zh-CN', shade: 'light' },
]
const long = process.env['DIGAO_LONG'] === '1'

test('every step of a project fits window, language and shade, and axe finds nothing serious', async ({ page }) => {
  test.skip(!long, 'two and a half minutes: npm run test:long')
  test.slow()
  const client = newClient('版面测试有限公司')
  await signIn(page, 'zxs')
  await addClient(page, client)
  const project = await newProject(page, client, { name: '版面测试', year: '2025' })
  await toStep(project, '财务信息')
  await upload(project, ledgerFiles('yonyou-u8'))
  await importTicked(project)
  await expect(inFront(project).getByText('当前使用').first()).toBeVisible({ timeout: 60_000 })
  await toStep(project, '建立关系单')
  await settleRelation(project)
  await toStep(project, '生成底稿')
  await generate(project)

  const { search } = new URL(project.url())
  const own = new URLSearchParams(search)
  const place = new URLSearchParams(
    ['enterpriseId', 'projectId', 'projectName'].map((name) => [name, own.get(name) ?? '']),
  )
  const faults: string[] = []
  for (const { width, language, shade } of looks) {
    await project.setViewportSize({ width, height: 844 })
    await project.evaluate(
      ([language, shade]) => {
        localStorage.setItem('digao.language', JSON.stringify({ state: { language }, version: 0 }))
        localStorage.setItem('digao.theme', JSON.stringify({ state: { choice: shade }, version: 0 }))
      },
      [language, shade] as const,
    )
    for (const path of steps) {
      await project.goto(`${path}?${place}`)
      await settled(project, path)
      faults.push(...(await faultsOf(project)).map((fault) => `${path} ${width} ${language} ${shade}: ${fault}`))
    }
  }
  expect(faults).toEqual([])
})

async function settled(page: Page, path: string) {
  await expect(inFront(page).getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.bone:visible')).toHaveCount(0)
  if (path === '/wps/index')
    await expect(inFront(page).locator('.workbook-grid canvas').filter({ visible: true }).first()).toBeVisible()
}

/** What axe calls serious or critical, and how far the page is wider than its window. */
async function faultsOf(page: Page): Promise<string[]> {
  // markup of the libraries that cannot be changed from here: the spreadsheet's own controls, and the list of tabs, which on a
  // narrow screen holds the button for the tabs that do not fit
  const own = new AxeBuilder({ page }).exclude('.workbook-grid').exclude('.ant-tabs-nav')
  const { violations } = await own.analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return [
    ...grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
    ...(wider > 0 ? [`${wider} px wider than the window`] : []),
  ]
}
