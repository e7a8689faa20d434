import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { photo, receiptPdf } from '#server/toolbox/testing-receipts.ts'
import { unzipSync } from 'fflate'
import { signIn } from './people.ts'

const fixtures = join(import.meta.dirname, 'fixtures')
const pick = (page: Page) => page.getByLabel('选择文件', { exact: true }).and(page.locator('input'))
const invoice = (at: number) => ({
  name: `住宿${at}.pdf`,
  mimeType: 'application/pdf',
  buffer: receiptPdf({ number: `2531200000${String(at).padStart(10, '0')}`, date: '2025-03-01', total: 10_600 * at }),
})

test('an old workbook becomes xlsx, and its outcome is said', async ({ page }) => {
  await signIn(page, 'zxs')
  await page.goto('/firm/firmTools')
  await page.getByRole('searchbox', { name: '搜索工具' }).fill('xls')
  await page.getByRole('link', { name: 'xls 批量转 xlsx' }).click()
  await page.waitForURL('**/aiTools/excelToXlsx')
  await pick(page).setInputFiles([
    join(fixtures, 'tools', 'merged-report.xls'),
    join(fixtures, 'odd', 'sheetjs-password_2002_128_enhanced.xls'),
  ])
  await page.getByRole('button', { name: '开始处理' }).click()
  const result = page.getByRole('region', { name: '处理结果' })
  await expect(result.getByText('有打开密码，已跳过')).toBeVisible()
  const fetched = page.waitForEvent('download')
  await result.getByRole('button', { name: '下载 merged-report.xlsx' }).click()
  expect((await fetched).suggestedFilename()).toBe('merged-report.xlsx')
})

test('three receipts stand two to a page, with their total', async ({ page }) => {
  await signIn(page, 'zxs')
  await page.goto('/aiTools/batchMergePdf')
  await pick(page).setInputFiles([invoice(1), invoice(2), invoice(3)])
  await page.getByRole('button', { name: '下移 住宿1.pdf' }).click()
  await page.getByRole('button', { name: '开始处理' }).click()
  const result = page.getByRole('region', { name: '处理结果' })
  await expect(result.getByText('636.00', { exact: true })).toBeVisible()
  await expect(result.getByRole('row').nth(1)).toContainText('住宿2.pdf')
  await expect(result.locator('dl')).toContainText('合并后页数2')
  const fetched = page.waitForEvent('download')
  await result.getByRole('button', { name: '下载 票据合并.pdf' }).click()
  expect((await fetched).suggestedFilename()).toBe('票据合并.pdf')
  await page.getByRole('button', { name: '再处理一批' }).click()
  await page.getByRole('region', { name: '最近 7 天' }).getByRole('button', { name: '用同样的选项' }).first().click()
  await expect(page.getByText('已填入这次的选项')).toBeVisible()
})

const made = (page: Page) => page.getByRole('region', { name: '处理结果' })

test('a PDF is encrypted and opens again only with its password; an empty file is left out by name', async ({
  page,
}) => {
  const sent: string[] = []
  await signIn(page, 'zxs')
  await page.goto('/aiTools/pdfSecret')
  page.on('request', (request) => sent.push(request.postData() ?? ''))
  const empty = { name: '空.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) }
  await pick(page).setInputFiles([invoice(7), empty])
  await expect(page.getByText('空文件，没有加入：空.pdf')).toBeVisible()
  await expect(page.getByRole('button', { name: '生成文件' })).toBeDisabled()
  await page.getByLabel('打开密码').fill('开户-2025')
  const fetched = page.waitForEvent('download')
  await page.getByRole('button', { name: '生成文件' }).click()
  await expect(made(page).getByText('已用 AES-256 加密')).toBeVisible()
  const locked = await readFile(await (await fetched).path())
  expect(locked.includes('/AESV3')).toBe(true)
  expect(sent.filter((said) => said.includes('开户-2025'))).toEqual([])

  await page.getByRole('button', { name: '再处理一批' }).click()
  await page.getByText('解密', { exact: true }).click()
  await pick(page).setInputFiles([{ name: '住宿7.pdf', mimeType: 'application/pdf', buffer: locked }])
  await page.getByLabel('密码', { exact: true }).fill('不是它')
  await page.getByRole('button', { name: '生成文件' }).click()
  await expect(made(page).getByText('密码不对，请核对后再试')).toBeVisible()
  await page.getByRole('button', { name: '换选项再做' }).click()
  await page.getByLabel('密码', { exact: true }).fill('开户-2025')
  const freed = page.waitForEvent('download')
  await page.getByRole('button', { name: '生成文件' }).click()
  await expect(made(page).getByText('已解除密码和限制')).toBeVisible()
  expect((await readFile(await (await freed).path())).includes('/Encrypt')).toBe(false)
})

test('photos become a PDF, which gets smaller, and its pages pictures', async ({ page }) => {
  await signIn(page, 'zxs')
  await page.goto('/aiTools/picturesToPdf')
  const photos = [photo({ width: 3200, height: 2400 }), photo({ width: 2400, height: 3200, seed: 2 })]
  const files = (await Promise.all(photos)).map((buffer, at) => ({
    name: `照片${at}.jpg`,
    mimeType: 'image/jpeg',
    buffer,
  }))
  const noPicture = { name: '假.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await pick(page).setInputFiles([...files, noPicture])
  const fetched = page.waitForEvent('download')
  await page.getByRole('button', { name: '生成文件' }).click()
  await expect(made(page).getByRole('row').filter({ hasText: '假.png' })).toContainText('打不开')
  const whole = await readFile(await (await fetched).path())

  await page.goto('/aiTools/pdfCompress')
  await pick(page).setInputFiles([{ name: '照片.pdf', mimeType: 'application/pdf', buffer: whole }])
  await page.getByRole('radio', { name: /最小/ }).click()
  const shrunk = page.waitForEvent('download')
  await page.getByRole('button', { name: '生成文件' }).click()
  await expect(made(page).getByText('重新压缩图片 2 张，保持原样 0 张')).toBeVisible()
  expect((await readFile(await (await shrunk).path())).length).toBeLessThan(whole.length)

  await page.goto('/aiTools/pdfToPictures')
  await pick(page).setInputFiles([{ name: '照片.pdf', mimeType: 'application/pdf', buffer: whole }])
  const zip = page.waitForEvent('download')
  await page.getByRole('button', { name: '生成文件' }).click()
  await expect(made(page).getByText('2 页，150 dpi')).toBeVisible()
  const parts = unzipSync(await readFile(await (await zip).path()))
  expect(Object.keys(parts)).toEqual(['照片 第1页.png', '照片 第2页.png'])
})

test('the way to a ledger leads to the import of a project', async ({ page }) => {
  await signIn(page, 'zxs')
  await page.goto('/firm/firmTools')
  await page.getByRole('link', { name: '账套导入' }).click()
  await expect(page.getByRole('heading', { name: '选择项目' })).toBeVisible()
  await page.getByRole('searchbox', { name: '按项目名称查找' }).fill('没有这个名称')
  await expect(page.getByText('没有这个名称的项目')).toBeVisible()
})
