import { expect, type Page, test } from '@playwright/test'
import { workbook } from '#contract/workbook.ts'
import { agree, inFront } from './journey.ts'
import { callAs, projectWithPapers } from './paper-project.ts'
import { signIn } from './people.ts'

const SAVE = '**/workbook/save'
const dock = (page: Page) => inFront(page).getByRole('region', { name: '取数来源' })
const state = (page: Page) => inFront(page).locator('.edit-state')
const button = (page: Page, name: string | RegExp) => inFront(page).getByRole('button', { name })

async function openAt(page: Page, place: URLSearchParams, cell: string) {
  const paperId = cell.slice(0, 3)
  await page.goto(`/wps/index?${place}&v.paperId=${paperId}&v.cell=${encodeURIComponent(cell)}`)
  await expect(inFront(page).locator('.workbook-grid canvas').filter({ visible: true }).first()).toBeVisible({
    timeout: 30_000,
  })
}

/** Beside the details of the paper every cell is free: types into one at the right of the sheet, far below the law. */
async function typeBeside(page: Page, words: string) {
  const grid = inFront(page).locator('.workbook-grid')
  const box = await grid.boundingBox()
  if (!box) throw new Error('the sheet is not drawn')
  await grid.click({ position: { x: box.width * 0.93, y: 480 } })
  await expect(dock(page).getByText('这里可以填写文字')).toBeVisible()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}

test('a figure is decided with reason and evidence; what is typed outlives a reload; two people take turns and merge', async ({
  page,
  browser,
}) => {
  await signIn(page, 'zxs')
  const { place, projectId } = await projectWithPapers(page, '底稿协作')
  const typed = async () => (await callAs(page, workbook.open, { projectId, paperId: 'C15' })).free

  await test.step('override a figure', async () => {
    await openAt(page, place, 'C15.actual')
    await dock(page).getByRole('button', { name: '改数' }).click()
    const dialog = page.getByRole('dialog', { name: /^改数：/ })
    await dialog.getByLabel('改为').fill('1000')
    await dialog.getByLabel('理由').fill('客户账外补记')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog.getByText('请写明依据或上传依据文件')).toBeVisible()
    await dialog.getByLabel('依据', { exact: true }).fill('补充协议')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog).toBeHidden()
    await expect(dock(page).locator('.figure')).toHaveText('1,000.00', { timeout: 30_000 })
    await expect(dock(page).getByText('客户账外补记')).toBeVisible()
    await dock(page).getByRole('tab', { name: '历史' }).click()
    await expect(dock(page).getByText('1,000.00').first()).toBeVisible()
    await dock(page).getByRole('tab', { name: '依据' }).click()
  })

  await test.step('type, lose the connection, reload in the middle', async () => {
    await button(page, /^编辑/).click()
    await expect(button(page, '结束编辑')).toBeVisible()
    await page.route(SAVE, (route) => route.abort())
    await typeBeside(page, '已查阅合同')
    await expect(state(page).getByText('离线，改动已留在本机')).toBeVisible()
    expect(await typed()).toEqual([])
    await page.unroute(SAVE)
    await page.reload()
    await expect(state(page).getByText('已保存')).toBeVisible({ timeout: 30_000 })
    await expect.poll(typed).toMatchObject([{ content: { value: '已查阅合同' } }])
  })

  const other = await (await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })).newPage()
  await test.step('somebody else sees who edits, asks, and takes over', async () => {
    if (await button(page, /^编辑/).isVisible()) await button(page, /^编辑/).click()
    await expect(button(page, '结束编辑')).toBeVisible()
    await signIn(other, 'admin')
    await openAt(other, place, 'C15.actual')
    await expect(state(other).getByText('李思远正在编辑')).toBeVisible()
    await button(other, '申请编辑').click()
    await expect(state(page).getByText('刘敏申请编辑')).toBeVisible()
    // what is typed here now does not reach the server before the other saves
    await page.route(SAVE, (route) => route.abort())
    await typeBeside(page, '甲方的话')
    await expect(state(page).getByText('离线，改动已留在本机')).toBeVisible()
    await button(other, '强制接管').click()
    await agree(other, /接管后/)
    await expect(button(other, '结束编辑')).toBeVisible()
    await typeBeside(other, '乙方的话')
    await expect.poll(typed).toMatchObject([{ content: { value: '乙方的话' } }])
    await button(other, '结束编辑').click()
    await expect(button(other, /^编辑/)).toBeVisible()
  })

  await test.step('compare cell by cell and merge', async () => {
    await page.unroute(SAVE)
    await button(page, /^编辑/).click()
    await expect(button(page, '结束编辑')).toBeVisible()
    await page.keyboard.press('Control+s')
    await button(page, '比较').click()
    const dialog = page.getByRole('dialog', { name: /刘敏已保存了改动/ })
    await expect(dialog.getByRole('radio', { name: '甲方的话' })).toBeChecked()
    await expect(dialog.getByRole('radio', { name: '乙方的话' })).not.toBeChecked()
    await dialog.getByRole('button', { name: '合并并保存' }).click()
    await expect(state(page).getByText('已保存')).toBeVisible()
    await expect.poll(typed).toMatchObject([{ content: { value: '甲方的话' } }])
  })
  await other.context().close()
})
