import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { readExpected } from '#facts/testing/fixture-ledger.ts'
import { assumptions } from '#server/paper/testing-papers.ts'
import {
  addClient,
  answerParams,
  askedOf,
  clickNumber,
  generate,
  importTicked,
  inFront,
  ledgerFiles,
  newClient,
  newProject,
  openPaper,
  settleRelation,
  toStep,
  upload,
} from './journey.ts'
import { signIn } from './people.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'pictures')
const expected = readExpected('yonyou-u8')

/** Large enough to read, small enough for a page: each picture stays under 250 kB. */
const size = { width: 1280, height: 720 }

/** Takes a picture of what is seen, without what moves and without the messages that pass. */
async function picture(page: Page, name: string) {
  await expect(page.locator('.bone:visible')).toHaveCount(0)
  await expect(page.locator('.ant-message-notice')).toHaveCount(0)
  await page.mouse.move(0, 0)
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
}

test.use({ viewport: size })

test('pictures of the main job', async ({ page }) => {
  mkdirSync(folder, { recursive: true })
  const client = newClient(expected.profile.company)
  await page.goto('/login')
  await expect(page.getByRole('combobox', { name: '租户' })).toBeVisible()
  await picture(page, 'sign-in')
  await signIn(page, 'zxs')
  await addClient(page, client)
  const project = await newProject(page, client, { name: '2025年度汇算清缴', year: '2025' })
  await project.setViewportSize(size)
  const asked = askedOf(project)

  await toStep(project, '财务信息')
  await upload(project, ledgerFiles('yonyou-u8'))
  await importTicked(project)
  await expect(inFront(project).getByText('当前使用').first()).toBeVisible({ timeout: 60_000 })
  await picture(project, '1-ledger')
  await toStep(project, '运行准备')
  await expect(inFront(project).getByText('全部勾稽相符')).toBeVisible()
  await picture(project, '2-tie-out')
  await toStep(project, '建立关系单')
  await settleRelation(project)
  await inFront(project)
    .getByRole('tab', { name: /^科目对应/ })
    .click()
  await inFront(project)
    .getByRole('button', { name: /^损益·费用/ })
    .click()
  await picture(project, '3-mapping')
  await toStep(project, '生成底稿')
  await generate(project)
  await answerParams(project, asked, assumptions(expected))
  await generate(project)
  await picture(project, '4-papers')
  await toStep(project, '税审底稿')
  await openPaper(project, 'C15')
  await clickNumber(project, /C15\.actual/)
  await inFront(project).getByRole('region', { name: '取数来源' }).getByText('看明细').first().click()
  await expect(inFront(project).getByText('与取数相符')).toBeVisible()
  await picture(project, '5-evidence')
  await toStep(project, '账表链透视')
  const column = (kind: string) => inFront(project).getByRole('region', { name: kind, exact: true })
  await column('申报表')
    .getByRole('button', { name: /^A100000 第5行/ })
    .click()
  await column('底稿').locator('.chain-node').first().click()
  await expect(column('底稿').locator('.chain-here')).toBeVisible()
  await picture(project, '6-chain')
})
