import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { writing } from '#contract/writing.ts'
import { inFront, pick } from './journey.ts'
import { callAs, projectWithPapers } from './paper-project.ts'
import { accountOf, names, signIn, signInAs } from './people.ts'
import { button, mayWrite, openNew, saved, textOf, write } from './writing-page.ts'

test('a report comes from a template with its figures, is written with tracked changes, kept, compared, shared and exported', async ({
  page,
  browser,
}) => {
  test.slow()
  await signIn(page, 'zxs')
  const { place, projectId } = await projectWithPapers(page, '在线文档')
  const projectName = place.get('projectName') ?? ''
  const title = `汇算说明${Math.floor(Math.random() * 1e6)}`

  await test.step('a figure that the papers no longer say is shown old beside new, and refreshed by a person', async () => {
    const { id } = await callAs(page, writing.create, { kind: 'word', title: '旧数', projectId })
    const attrs = { projectId, paperId: 'E60', cell: 'E60.amount@revenue', label: '收入', value: '1.00', unit: 'money' }
    const doc = { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'figure', attrs }] }] }
    await callAs(page, writing.save, { id, baseRev: (await callAs(page, writing.detail, { id })).rev, body: { doc } })
    await page.goto(`/wordonline/index?v.doc=${id}`)
    await mayWrite(page)
    await button(page, '更新数据 1').click()
    const dialog = page.getByRole('dialog', { name: '底稿数据' })
    await expect(dialog.getByRole('cell', { name: '1.00', exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: '更新所选 1 处' }).click()
    await expect(textOf(page).locator('.wr-figure')).toHaveText(/^[\d,]{4,}\.\d\d$/)
    await saved(page)
  })
  await test.step('from a template, its fields and figures filled from the project', async () => {
    await page.goto('/wordonline/index')
    await button(page, '新建文档').click()
    const dialog = page.getByRole('dialog', { name: '新建文档' })
    await dialog.getByLabel('标题').fill(title)
    await dialog
      .getByRole('radio', { name: /系统模板/ })
      .first()
      .check()
    await pick(dialog.getByLabel('项目'), projectName)
    await dialog.getByRole('button', { name: '新建', exact: true }).click()
    await expect(page).toHaveURL(/v\.doc=/)
    await mayWrite(page)
    await expect(
      textOf(page)
        .locator('.wr-figure')
        .filter({ hasText: /^[\d,]+\.\d\d$/ })
        .first(),
    ).toBeVisible()
    await expect(inFront(page).getByRole('navigation', { name: '大纲' }).getByRole('button').first()).toBeVisible()
  })
  await test.step('a figure of a paper is put in and says where it comes from', async () => {
    await write(page, '本年数：')
    await inFront(page).getByRole('button', { name: '插入', exact: true }).click()
    await page.getByRole('menuitem', { name: '底稿数据' }).click()
    const dialog = page.getByRole('dialog', { name: '插入底稿数据' })
    await dialog.getByLabel('底稿').fill('E60')
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
    await dialog.getByLabel('按名称或代码查找').fill('E60.amount@revenue')
    await dialog.getByRole('button', { name: /^插入/ }).first().click()
    await expect(dialog).toBeHidden()
    await textOf(page).locator('.wr-figure').last().hover()
    const card = page.locator('.wr-card')
    await expect(card).toContainText('E60')
    await expect(card.getByText('与底稿一致')).toBeVisible()
    await expect(card.getByRole('link', { name: '在底稿中打开' })).toHaveAttribute('href', /^\/wps\/index/)
    await saved(page)
  })
  await test.step('what is typed as a tracked change waits, and is accepted', async () => {
    await button(page, /^修订/).click()
    await write(page, '经复核无误')
    await expect(textOf(page).locator('ins')).toHaveText('经复核无误')
    await page.keyboard.press('Backspace')
    await expect(textOf(page).locator('ins')).toHaveText('经复核无')
    await button(page, /^修订/).click()
    await button(page, /^侧栏$/).click()
    const pane = inFront(page).getByRole('complementary', { name: '侧栏' })
    await expect(pane.getByText(names.zxs)).toBeVisible()
    await pane.getByRole('button', { name: '接受', exact: true }).click()
    await expect(textOf(page).locator('ins')).toHaveCount(0)
    await expect(textOf(page)).toContainText('经复核无')
    await saved(page)
  })
  await test.step('a comment on marked words', async () => {
    await textOf(page).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
    await button(page, '批注').first().click()
    await inFront(page).getByRole('textbox', { name: '批注内容' }).fill('请补充依据')
    await button(page, '添加批注').click()
    await expect(inFront(page).getByText('请补充依据')).toBeVisible()
    await expect(textOf(page).locator('.wr-comment')).toHaveText('核无')
    await saved(page)
  })
  await test.step('a version is kept, compared and restored', async () => {
    await button(page, '版本').click()
    const drawer = page.getByRole('dialog', { name: '版本' })
    await drawer.getByRole('button', { name: '保存版本' }).click()
    const ask = page.getByRole('dialog', { name: '保存版本' })
    await ask.getByLabel('版本名称').fill('送审稿')
    await ask.getByRole('button').last().click()
    await expect(drawer.getByText('送审稿')).toBeVisible()
    await expect(ask).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await write(page, '后来的话')
    await saved(page)
    await button(page, '版本').click()
    const version = drawer.getByRole('listitem').filter({ hasText: '送审稿' })
    await version.getByRole('button', { name: '与当前比较' }).click()
    await expect(version.locator('ins')).toContainText('后来的话')
    await version.getByRole('button', { name: '恢复到此版本' }).click()
    await page.getByRole('dialog').filter({ hasText: '把文档恢复到' }).getByRole('button').last().click()
    await expect(textOf(page)).not.toContainText('后来的话')
    await page.keyboard.press('Escape')
  })
  await test.step('the Word file has the text and the figures', async () => {
    const coming = page.waitForEvent('download')
    await button(page, '导出 Word').click()
    const file = await coming
    expect(file.suggestedFilename()).toBe(`${title}.docx`)
    const parts = unzipSync(readFileSync(await file.path()))
    const body = parts['word/document.xml']
    expect(body && strFromU8(body)).toMatch(/本年数：/)
  })
  await test.step('shared with the firm, a second person reads and sees who writes; he takes over where he may', async () => {
    await button(page, '共享').click()
    const dialog = page.getByRole('dialog', { name: /^共享/ })
    await dialog.getByRole('radio', { name: '全所' }).check()
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog).toBeHidden()
    const other = await browser.newContext()
    const second = await other.newPage()
    await signInAs(second, accountOf('administrator'))
    await second.goto(page.url())
    await expect(inFront(second).getByText('只读').first()).toBeVisible()
    await expect(inFront(second).getByText(`${names.zxs}正在编辑`)).toBeVisible()
    await expect(textOf(second)).toContainText('经复核无')
    await expect(textOf(second)).toHaveAttribute('contenteditable', 'false')
    await button(second, '强制接管').click()
    await second.getByRole('dialog').getByRole('button', { name: '强制接管' }).click()
    await mayWrite(second)
    await expect(inFront(page).getByText(`${names.administrator}正在编辑`)).toBeVisible()
    await write(second, '第二人补充')
    await saved(second)
    await expect(textOf(page)).toContainText('第二人补充')
    await other.close()
  })
})

test('what two people wrote in the same paragraph without a line is decided by a person; nothing is lost', async ({
  page,
  browser,
}) => {
  await signIn(page, 'zxs')
  const id = await openNew(page, `并发${Math.floor(Math.random() * 1e6)}`)
  await callAs(page, writing.update, { id, share: 'firm', othersEdit: true })
  await write(page, '共同的开头。')
  await saved(page)
  await page.context().setOffline(true)
  await page.keyboard.type('甲方的话。')
  await expect(inFront(page).getByText('离线，改动留在本机')).toBeVisible()

  const other = await browser.newContext()
  const second = await other.newPage()
  await signInAs(second, accountOf('administrator'))
  await second.goto(page.url())
  await button(second, '强制接管').click()
  await second.getByRole('dialog').getByRole('button', { name: '强制接管' }).click()
  await mayWrite(second)
  await write(second, '乙方的话。')
  await saved(second)

  await page.context().setOffline(false)
  const dialog = page.getByRole('dialog', { name: '两人改了同一处' })
  await expect(dialog).toBeVisible({ timeout: 30_000 })
  await expect(dialog).toContainText('共同的开头。甲方的话。')
  await expect(dialog).toContainText('共同的开头。乙方的话。')
  await dialog.getByRole('radio', { name: '两者都留' }).check()
  await dialog.getByRole('button', { name: '合并并保存' }).click()
  // the other still writes: nothing goes over him, and nothing is lost here
  await expect(inFront(page).getByText(`${names.administrator} 正在编辑这个文档`)).toBeVisible()
  await expect(inFront(page).getByText('未保存，改动留在本机')).toBeVisible()
  await button(page, '强制接管').click()
  await page.getByRole('dialog').getByRole('button', { name: '强制接管' }).click()
  await saved(page)
  await expect(textOf(page)).toContainText('甲方的话。')
  await expect(textOf(page)).toContainText('乙方的话。')
  const { body } = await callAs(page, writing.detail, { id })
  expect(JSON.stringify(body)).toContain('乙方的话。')
  await other.close()
})
