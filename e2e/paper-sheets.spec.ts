import { expect, type Page, test } from '@playwright/test'
import * as xlsx from '@e965/xlsx'
import { inFront } from './journey.ts'
import { callAs } from './paper-project.ts'
import { signIn } from './people.ts'
import { sheetFile } from '#contract/sheet-file.ts'

const button = (page: Page, name: string | RegExp) => inFront(page).getByRole('button', { name })

/** A client's list as a spreadsheet program saves it. */
function list(): Buffer {
  const book = xlsx.utils.book_new()
  const sheet = xlsx.utils.aoa_to_sheet([
    ['客户', '余额'],
    ['东风配件', 1200.5],
    ['南山模具', 800],
  ])
  sheet['B4'] = { t: 'n', v: 2000.5, f: 'SUM(B2:B3)' }
  sheet['!ref'] = 'A1:B4'
  xlsx.utils.book_append_sheet(book, sheet, '往来')
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx' })
}

/** Types into a cell of the first column, by its row. */
async function typeInto(page: Page, row: number, words: string) {
  await inFront(page)
    .locator('.sheet-grid canvas[id^="univer-sheet-main"]')
    .first()
    .click({ position: { x: 80, y: 10 + row * 20 } })
  await expect(inFront(page).getByRole('textbox', { name: '单元格位置' })).toHaveValue(`A${row}`)
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}

test('a spreadsheet is uploaded, edited, kept as a version, compared and restored; what cannot be kept is said', async ({
  page,
}) => {
  await signIn(page, 'zxs')
  await page.goto('/luckysheet/index')
  const name = `往来核对${Math.floor(Math.random() * 1e6)}.xlsx`
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await inFront(page).getByLabel('上传表格').setInputFiles({ name, mimeType: type, buffer: list() })
  await expect(inFront(page).locator('.sheet-grid canvas[id^="univer-sheet-main"]').first()).toBeVisible({
    timeout: 30_000,
  })
  const fileId = new URL(page.url()).searchParams.get('fileId') ?? ''

  await test.step('edit', async () => {
    await expect(button(page, '交出编辑')).toBeVisible()
    await typeInto(page, 6, '北岭机电')
    await expect(inFront(page).getByText('已保存')).toBeVisible()
  })
  await test.step('keep a version, change, compare, restore', async () => {
    await button(page, '版本').click()
    const drawer = page.getByRole('dialog', { name: '版本' })
    await drawer.getByRole('button', { name: '保存版本' }).click()
    const ask = page.getByRole('dialog', { name: '保存版本' })
    await ask.getByLabel('版本名称').fill('复核前')
    await ask.getByRole('button').last().click()
    await expect(drawer.getByText('复核前')).toBeVisible()
    const original = drawer.getByRole('listitem').filter({ hasText: '原始文件' })
    await original.getByRole('button', { name: '与当前比较' }).click()
    await expect(original.getByText('1 个单元格不同')).toBeVisible()
    await expect(original.getByRole('cell', { name: '北岭机电' })).toBeVisible()
    await original.getByRole('button', { name: '恢复到此版本' }).click()
    await page.getByRole('dialog').filter({ hasText: '把表格恢复到' }).getByRole('button').last().click()
    await expect
      .poll(async () => (await callAs(page, sheetFile.compare, { fileId, before: 1, after: 0 })).total)
      .toBe(0)
  })
})
