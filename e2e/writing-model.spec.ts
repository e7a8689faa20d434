import { expect, test } from '@playwright/test'
import { model } from '#contract/model.ts'
import { writing } from '#contract/writing.ts'
import { testingModelServer } from '#server/model/testing-model-server.ts'
import { inFront } from './journey.ts'
import { callAs } from './paper-project.ts'
import { asker, signInAs } from './people.ts'
import { button, mayWrite, saved, textOf } from './writing-page.ts'

test('what the model writes is looked at, stopped, taken as a tracked change and accepted or rejected by a person', async ({
  page,
}) => {
  const server = await testingModelServer()
  try {
    await signInAs(page, asker)
    const name = `写作模型${Math.floor(Math.random() * 1e6)}`
    const { id: endpointId } = await callAs(page, model.saveEndpoint, {
      name,
      baseUrl: server.baseUrl,
      key: 'sk-test-1234567890',
    })
    const version = (await callAs(page, model.routes, {})).find(({ task }) => task === 'write')?.version ?? 0
    const targets = [{ endpointId, own: true, model: 'test-chat', maxOutput: 1024 }]
    await callAs(page, model.saveRoute, { task: 'write', targets, version })
    const { id } = await callAs(page, writing.create, { kind: 'content', title: '函件' })
    await page.goto(`/ai-content-editor?v.doc=${id}`)
    await mayWrite(page)
    const pane = inFront(page).getByRole('complementary', { name: '侧栏' })
    await expect(pane.getByText('还没有可用的模型')).toBeHidden()

    await test.step('written from a wish, stopped half-way', async () => {
      server.next({ mode: 'slow', pace: 400, pieces: ['第一句。', '第二句。', '第三句。', '第四句。', '第五句。'] })
      await pane.getByLabel('要求').fill('写一封函')
      await pane.getByRole('button', { name: '开始' }).click()
      await expect(pane.getByText('第一句。')).toBeVisible()
      await pane.getByRole('button', { name: '停止' }).click()
      await expect(pane.getByText('已停止')).toBeVisible()
      await expect(textOf(page)).toHaveText('')
      await pane.getByRole('button', { name: '放弃' }).click()
    })
    await test.step('written anew, its unsupported number named, taken, rejected', async () => {
      server.next({ text: '贵公司应补缴税款 9,876.00 元。\n请于期限内办理。' })
      await pane.getByRole('button', { name: '开始' }).click()
      await expect(pane.getByText(/请核对：.*9,876\.00/)).toBeVisible()
      await pane.getByRole('button', { name: '作为修订插入' }).click()
      await expect(textOf(page).locator('ins')).toHaveText(['贵公司应补缴税款 9,876.00 元。', '请于期限内办理。'])
      await pane.getByRole('tab', { name: '修改 1' }).click()
      await expect(pane.getByText('模型', { exact: true })).toBeVisible()
      await pane.getByRole('button', { name: '拒绝', exact: true }).click()
      await expect(textOf(page)).toHaveText('')
    })
    await test.step('marked words rewritten: only what differs is proposed, and accepted', async () => {
      await textOf(page).click()
      await page.keyboard.type('本年收入比去年有所增长。')
      await page.keyboard.press('Shift+Home')
      await pane.getByRole('tab', { name: 'AI 写作' }).click()
      await pane.getByRole('combobox', { name: '要做什么' }).click()
      await page.locator('.ant-select-dropdown:visible').getByText('改写', { exact: true }).click()
      server.next({ text: '本年收入较去年有所增长。' })
      await pane.getByRole('button', { name: '开始' }).click()
      await pane.getByRole('button', { name: '作为修订插入' }).click()
      await expect(textOf(page).locator('del')).toHaveText('比')
      await expect(textOf(page).locator('ins')).toHaveText('较')
      await pane.getByRole('tab', { name: '修改 1' }).click()
      await pane.getByRole('button', { name: '接受', exact: true }).click()
      await expect(textOf(page)).toHaveText('本年收入较去年有所增长。')
      await expect(button(page, /^侧栏$/)).toBeVisible()
      await saved(page)
    })
  } finally {
    server.close()
  }
})
