import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { receiptPdf } from '#server/toolbox/testing-receipts.ts'
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
