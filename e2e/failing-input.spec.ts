import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import {
  addClient,
  agree,
  importTicked,
  inFront,
  ledgerFiles,
  newClient,
  newProject,
  toStep,
  upload,
} from './journey.ts'
import { bilingual, signIn, signInAs } from './people.ts'

const fixtures = join(import.meta.dirname, 'fixtures')
const encrypted = join(fixtures, 'odd', 'sheetjs-password_2002_128_enhanced.xls')
const lastYear = join(fixtures, 'ledgers', 'yonyou-u8', '发生额及余额表_上年.xlsx')
/** A picture of one pixel, as a phone's photo is handed over with the wrong ending. */
const photo = {
  name: '科目余额表.xlsx',
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

const bad = [
  { what: 'an encrypted workbook', file: encrypted, zh: '设有打开密码，无法读取', en: 'needs a password to open' },
  { what: 'a photo named .xlsx', file: photo, zh: '其实是一张图片', en: 'is a picture' },
  {
    what: 'last year’s trial balance',
    file: lastYear,
    zh: /2024.*项目.*2025|2025年度的科目余额表/,
    en: /2024|of 2025/,
  },
] as const
/** The others' words are proved at the server; the long run meets them all. */
const tried = process.env['DIGAO_LONG'] === '1' ? bad : bad.slice(-1)

/** The client’s ledger as it counts now, in the words of the page. */
const counting = async (project: Page) => {
  const card = inFront(project)
    .locator('.versions li')
    .filter({ hasText: /当前使用|In use/ })
  return (await card.innerText()).match(/\d[\d,]*/g)
}

test('files that are no ledger say what they are and what to do, and the project stays as it was', async ({ page }) => {
  const client = newClient('坏文件测试有限公司')
  await signInAs(page, bilingual)
  await addClient(page, client)
  const project = await newProject(page, client, { name: '坏文件测试', year: '2025' })
  await toStep(project, '财务信息')
  const good = ledgerFiles('yonyou-u8').filter((path) => !path.endsWith('_上年.xlsx'))
  await upload(project, good)
  await importTicked(project)
  await expect(inFront(project).getByText('当前使用').first()).toBeVisible({ timeout: 60_000 })
  const before = await counting(project)
  expect(before?.length).toBeGreaterThan(3)

  for (const { what, file, zh, en } of tried) {
    await test.step(what, async () => {
      await upload(project, typeof file === 'string' ? [file] : [file])
      await importTicked(project)
      const failed = inFront(project).locator('.versions li').filter({ hasText: '未成功' }).first()
      await expect(failed).toContainText(zh, { timeout: 30_000 })
      await project.getByRole('button', { name: 'Switch to English' }).click()
      await expect(inFront(project).locator('.versions li').filter({ hasText: 'Failed' }).first()).toContainText(en)
      expect(await counting(project)).toEqual(before)
      await project.getByRole('button', { name: '切换到中文' }).click()

      await failed.getByRole('button', { name: '丢弃' }).click()
      await agree(project, /^.*丢弃第/)
      await expect(failed).toBeHidden()
      const row = inFront(project).getByRole('row').filter({ hasText: '未导入' })
      await row.getByRole('button', { name: '移除' }).click()
      await agree(project, '移除后需重新上传')
      await expect(row).toBeHidden()
    })
  }
  expect(await counting(project)).toEqual(before)
})

test('an upload that broke off goes on where it stopped after a reload', async ({ page }, info) => {
  const client = newClient('断点续传测试有限公司')
  await signIn(page, 'zxs')
  await addClient(page, client)
  const project = await newProject(page, client, { name: '断点续传测试', year: '2025' })
  await toStep(project, '财务信息')
  const path = info.outputPath('序时账.csv')
  writeFileSync(
    path,
    `日期,凭证号,摘要,科目编码,借方,贷方\n${'2025-01-01,记-1,收货款,1002,100.00,0.00\n'.repeat(500_000)}`,
  )

  const pieces = '**/sc-llm/file/tus/*'
  let sent = 0
  await project.route(pieces, (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    sent += 1
    return sent === 1 ? route.continue() : route.abort('internetdisconnected')
  })
  const choose = () => inFront(project).locator('.drop-zone input[type=file]').setInputFiles(path)
  await choose()
  await expect(async () => expect(sent).toBeGreaterThan(1)).toPass()
  await project.reload()
  await project.unroute(pieces)

  const again: { method: string; offset: number }[] = []
  project.on('request', (request) => {
    if (request.url().includes('/sc-llm/file/tus'))
      again.push({ method: request.method(), offset: Number(request.headers()['upload-offset'] ?? -1) })
  })
  await choose()
  await expect(project.getByRole('cell', { name: '序时账.csv', exact: true })).toBeVisible({ timeout: 60_000 })
  expect(again.filter(({ method }) => method === 'POST')).toEqual([])
  expect(again.find(({ method }) => method === 'PATCH')?.offset).toBe(8 * 1024 * 1024)
})

test('a session that no longer counts leads to the portal', async ({ page }) => {
  await signIn(page, 'zxs')
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('digao.session') ?? '{}')
    kept.state.accessToken = 'expired'
    kept.state.refreshToken = 'expired'
    localStorage.setItem('digao.session', JSON.stringify(kept))
  })
  await page.goto('/firm/firmEnterprise')
  await expect(page).toHaveURL(/\/portal/)
})
