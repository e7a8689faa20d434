import { expect, type Page, test } from '@playwright/test'
import * as xlsx from '@e965/xlsx'
import { paperTemplate } from '#contract/paper-template.ts'
import { inFront, newClient } from './journey.ts'
import { ask } from './ask.ts'
import { callAs } from './paper-project.ts'
import { signIn } from './people.ts'

const button = (page: Page, name: string | RegExp) => inFront(page).getByRole('button', { name })

/** The firm's own sheet: one figure that it asks of the books in its own words, one that 用友 formulas ask. */
function firmSheet(): Buffer {
  const book = xlsx.utils.book_new()
  const sheet = xlsx.utils.aoa_to_sheet([
    ['货币资金审定表', ''],
    ['库存现金', '{{bal(#1001, close)}}'],
    ['银行存款', '{{bal(#1002, close)}}'],
  ])
  xlsx.utils.book_append_sheet(book, sheet, '货币资金')
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx' })
}

test('a firm’s own sheet is uploaded, its cells bound and published; a project takes the version and moves up to the next', async ({
  page,
}) => {
  const name = `货币资金模板${Math.floor(Math.random() * 1e6)}`
  await signIn(page, 'admin')
  await page.goto('/firm/knowledge/llmKnowledgeSwsDocTemplate')
  await test.step('upload', async () => {
    await button(page, '新建模板').first().click()
    const form = page.getByRole('dialog', { name: '新建模板' })
    await form.getByLabel('模板名称').fill(name)
    await form.locator('input[type=file]').setInputFiles({
      name: '货币资金.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: firmSheet(),
    })
    await form.getByRole('button', { name: '建立' }).click()
    await expect(form).toBeHidden({ timeout: 30_000 })
    await expect(inFront(page).locator('.sheet-grid canvas[id^="univer-sheet-main"]').first()).toBeVisible({
      timeout: 30_000,
    })
  })
  await test.step('bind and publish', async () => {
    await inFront(page).getByRole('tab', { name: '已绑定 2' }).click()
    await inFront(page).getByRole('tabpanel').getByRole('button').filter({ hasText: '库存现金' }).first().click()
    await inFront(page).getByLabel('名称（中文）').fill('库存现金审定数')
    await button(page, '保存取数').click()
    await expect(page.getByText('已保存').first()).toBeVisible()
    await publish(page)
  })
  const { place, templateId } = await test.step('a project takes it', async () => {
    const { records } = await callAs(page, paperTemplate.list, { current: 1, size: 50, name })
    const found = records.find((one) => one.name === name)
    const client = newClient(name)
    const post = async (path: string, body: object) =>
      (await ask(page, { method: 'POST', path, body })) as { id: string }
    const { id: enterpriseId } = await post('/sc-llm/firmEnterprise/save', {
      enterpriseName: client.name,
      creditCode: client.creditCode,
    })
    const projectName = '2025年度汇算清缴'
    const project = { enterpriseId, projectName, year: '2025', category: 1, workpaperTemplateId: found?.id }
    const { id: projectId } = await post('/sc-llm/firmProject/save', project)
    return { place: new URLSearchParams({ enterpriseId, projectId, projectName }), templateId: found?.id ?? '' }
  })
  await test.step('the next version', async () => {
    await button(page, '修订新版').click()
    await inFront(page).getByRole('tab', { name: '已绑定 2' }).click()
    await inFront(page).getByRole('tabpanel').getByRole('button').filter({ hasText: '银行存款' }).first().click()
    await inFront(page).getByLabel('名称（中文）').fill('银行存款审定数')
    await button(page, '保存取数').click()
    await expect(page.getByText('已保存').first()).toBeVisible()
    await publish(page)
    expect(templateId).not.toBe('')
  })
  await test.step('the project sees what is new and moves up', async () => {
    await page.goto(`/firmProject/genbillvalue?${place}`)
    await button(page, '查看变化').click()
    const dialog = page.getByRole('dialog', { name: /第 1 版.*第 2 版|1.*2/ })
    await expect(dialog.getByText('银行存款审定数').first()).toBeVisible()
    await dialog.getByRole('button', { name: '升级到第 2 版' }).click()
    await expect(dialog).toBeHidden()
    await expect(button(page, '查看变化')).toHaveCount(0)
  })
})

async function publish(page: Page) {
  await button(page, '发布').click()
  const dialog = page.getByRole('dialog', { name: /^发布第/ })
  await dialog.getByRole('button', { name: '发布' }).click()
  await expect(dialog).toBeHidden()
}
