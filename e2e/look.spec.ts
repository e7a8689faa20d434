import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { dress } from './ask.ts'
import { filledProject, inFront, placeOf } from './journey.ts'
import { looker, signInAs } from './people.ts'
import { faultsOf } from './page-faults.ts'

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
  await signInAs(page, looker)
  const project = await filledProject(page, '版面测试有限公司', '版面测试')
  const place = placeOf(project)
  const faults: string[] = []
  for (const { width, language, shade } of looks) {
    await project.setViewportSize({ width, height: 844 })
    await dress(project, { language, shade })
    for (const path of steps) {
      await project.goto(`${path}?${place}`)
      await settled(project, path)
      faults.push(
        ...(await faultsOf(project, new AxeBuilder({ page: project }).exclude('.workbook-grid'))).map(
          (fault) => `${path} ${width} ${language} ${shade}: ${fault}`,
        ),
      )
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
