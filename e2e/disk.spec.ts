import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { trash } from '#contract/trash.ts'
import { type FilePayload, inFront } from './journey.ts'
import { callAs } from './paper-project.ts'
import { signIn } from './people.ts'
import { faultsOf } from './page-faults.ts'

const list = (page: Page) => inFront(page).getByRole('grid')
const row = (page: Page, name: string) => list(page).getByRole('row').filter({ hasText: name })
const tray = (page: Page) => page.getByRole('complementary', { name: '上传列表' })
/** Picks a row without opening it: on its size. */
const choose = (page: Page, name: string) => row(page, name).locator('[data-column="size"]').click()
const chosen = (page: Page) => list(page).locator('[role="row"][aria-selected="true"]')

const addFiles = (page: Page, files: string | FilePayload) =>
  inFront(page).locator('input[type="file"][multiple]:not([webkitdirectory])').first().setInputFiles(files)

/** Large enough that its hash is asked for before it is sent. */
const scan = Buffer.alloc(400_000, `${Math.random()}`)
/** A client's folder as it lies on a desktop: a ledger in a folder below, a scan and an explanation beside it. */
function folderOnDisk(root: string, name: string): string {
  const folder = join(root, name)
  mkdirSync(join(folder, '账套'), { recursive: true })
  writeFileSync(join(folder, '账套', '余额表.csv'), '科目,期末余额\n库存现金,1200.00\n')
  writeFileSync(join(folder, '扫描件.bin'), scan)
  writeFileSync(join(folder, '说明.txt'), '第一稿：研发费用加计扣除')
  return folder
}

test('a folder goes up with its structure, a second version is kept and the first restored, and files are moved, found and deleted by keyboard', async ({
  page,
}, info) => {
  const name = `客户资料${Math.floor(Math.random() * 1e6)}`
  await signIn(page, 'zxs')
  await page.goto('/firm/userDisk')

  await test.step('a folder goes up with what is in it', async () => {
    await inFront(page).locator('input[webkitdirectory]').first().setInputFiles(folderOnDisk(info.outputPath(), name))
    await expect(tray(page).getByText('3/3')).toBeVisible()
    await row(page, name).getByRole('button', { name }).click()
    await expect(row(page, '账套')).toBeVisible()
    await expect(row(page, '说明.txt')).toBeVisible()
    await expect(inFront(page).getByRole('navigation', { name: '路径' })).toContainText(name)
  })
  await test.step('an upload that a reload interrupts goes on when its file is chosen again', async () => {
    const path = info.outputPath('备份.bin')
    writeFileSync(path, randomBytes(3_000_000))
    const line = await page.context().newCDPSession(page)
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 500_000 }
    await line.send('Network.emulateNetworkConditions', slow)
    await addFiles(page, path)
    await expect(tray(page).getByText(/正在上传 [1-9]/)).toBeVisible()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
    await expect(tray(page).getByText('需重新选择文件')).toBeVisible()
    await tray(page).locator('input[type="file"]').first().setInputFiles(path)
    await expect(row(page, '备份.bin')).toBeVisible()
    await tray(page).getByRole('button', { name: '关闭上传列表' }).click()
  })
  await test.step('a name that is taken is asked about, and becomes a version', async () => {
    const second = { name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('第二稿：改为制造费用') }
    await addFiles(page, second)
    const dialog = page.getByRole('dialog', { name: '1 个同名文件' })
    await expect(dialog.getByRole('radio', { name: '存为新版本' })).toBeChecked()
    await dialog.getByRole('button', { name: '开始上传' }).click()
    await expect(tray(page).getByText('1/1')).toBeVisible()
    await choose(page, '说明.txt')
    const pane = inFront(page).getByRole('complementary', { name: '详情' })
    await pane.getByRole('tab', { name: '版本' }).click()
    await expect(pane.getByText('第 2 版')).toBeVisible()
    await pane.getByRole('button', { name: '恢复此版本' }).click()
    await expect(pane.getByText('第 3 版')).toBeVisible()
    await pane.getByRole('tab', { name: '动态' }).click()
    await expect(pane.getByText('恢复了旧版本')).toBeVisible()
    await pane.getByRole('tab', { name: '信息' }).click()
    expect(await faultsOf(page, new AxeBuilder({ page }).include('.disk').include('.disk-tray'))).toEqual([])
  })
  await test.step('content that is there already is not sent again', async () => {
    const copy = { name: '扫描件副本.bin', mimeType: 'application/octet-stream', buffer: scan }
    await addFiles(page, copy)
    await expect(tray(page).getByText(/^秒传完成/)).toBeVisible()
    await expect(row(page, '扫描件副本.bin')).toBeVisible()
    await tray(page).getByRole('button', { name: '关闭上传列表' }).click()
  })
  await test.step('by keyboard a file is renamed, cut, and put down in another folder', async () => {
    await list(page).focus()
    await page.keyboard.press('End')
    await expect(chosen(page)).toContainText('说明.txt')
    await page.keyboard.press('F2')
    await page.keyboard.type('加计扣除说明')
    await page.keyboard.press('Enter')
    await expect(row(page, '加计扣除说明.txt')).toBeVisible()
    await choose(page, '加计扣除说明.txt')
    await page.keyboard.press('Control+x')
    await page.keyboard.press('Home')
    await expect(chosen(page)).toContainText('账套')
    await page.keyboard.press('Enter')
    await expect(row(page, '余额表.csv')).toBeVisible()
    await list(page).focus()
    await page.keyboard.press('Control+v')
    await expect(row(page, '加计扣除说明.txt')).toBeVisible()
    await page.keyboard.press('Control+a')
    await expect(chosen(page)).toHaveCount(2)
    await page.keyboard.press('Backspace')
    await expect(row(page, '加计扣除说明.txt')).toHaveCount(0)
    await expect(row(page, '账套')).toBeVisible()
  })
  await test.step('the back button goes back to the folder before, and a search finds the file with its place', async () => {
    await page.goBack()
    await expect(row(page, '余额表.csv')).toBeVisible()
    await page.goForward()
    const search = inFront(page).getByRole('searchbox', { name: '搜索文件' })
    await search.fill('加计')
    await search.press('Enter')
    await expect(row(page, '加计扣除说明.txt').locator('[data-column="place"]')).toContainText(`${name} / 账套`)
    expect(new URL(page.url()).searchParams.get('f.words')).toBe('加计')
    await inFront(page).getByRole('button', { name: '结束搜索' }).click()
  })
  await test.step('a folder is marked, and goes into the recycle bin', async () => {
    await choose(page, '账套')
    await inFront(page).getByRole('toolbar', { name: '对所选的操作' }).getByRole('button', { name: '收藏' }).click()
    await expect(row(page, '账套').getByRole('img', { name: '已收藏' })).toBeVisible()
    await list(page).focus()
    await page.keyboard.press('Delete')
    await expect(row(page, '账套')).toHaveCount(0)
    const { records } = await callAs(page, trash.list, { descs: 'deletedTime', size: '5' })
    expect(records.map((gone) => gone.name)).toContain('账套')
  })
})
