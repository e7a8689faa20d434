import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { knowledge } from '#contract/knowledge.ts'
import { knowledgeDoc } from '#contract/knowledge-doc.ts'
import { model } from '#contract/model.ts'
import { type ModelServer, testingModelServer } from '#server/model/testing-model-server.ts'
import { agree, inFront } from './journey.ts'
import { faultsOf } from './page-faults.ts'
import { callAs } from './paper-project.ts'
import { asker, reader, signIn, signInAs } from './people.ts'

const ARTICLE =
  '第四十三条 企业发生的与生产经营活动有关的业务招待费支出，按照发生额的60%扣除，但最高不得超过当年销售（营业）收入的5‰。'
const ANSWER = `业务招待费按照发生额的**60%**扣除[1]。${'应当保存合同、发票和审批记录以备核对。'.repeat(8)}上年多扣的金额为 88,000 元。`

const button = (page: Page, name: string | RegExp) => inFront(page).getByRole('button', { name, exact: true })
const question = (page: Page) => inFront(page).getByRole('textbox', { name: '问题', exact: true })
const answers = (page: Page) => inFront(page).getByRole('listitem', { name: '回答', exact: true })
const ended = (page: Page) => expect(button(page, '停止')).toBeHidden()

async function ask(page: Page, words: string) {
  await question(page).fill(words)
  await question(page).press('Enter')
}

/** The firm has this model, and a base with one article. */
async function prepared(page: Page, service: ModelServer) {
  const { id: endpointId } = await callAs(page, model.saveEndpoint, {
    name: '本地模型',
    baseUrl: service.baseUrl,
    key: 'sk-journey-1234567890',
  })
  await callAs(page, model.saveRoute, {
    task: 'chat',
    version: 0,
    targets: [{ endpointId, own: true, model: 'test-chat', maxOutput: 1024 }],
  })
  const { id: baseId } = await callAs(page, knowledge.saveBase, { name: '企业所得税', kind: 'law' })
  const documents = [{ name: '企业所得税法实施条例', text: ARTICLE, kind: 'law' as const }]
  await callAs(page, knowledgeDoc.addTexts, { baseId, documents })
  await expect
    .poll(async () => (await callAs(page, knowledge.retrieve, { query: '业务招待费', limit: 1 })).passages.length)
    .toBe(1)
}

test('an answer streams in, opens its source, is stopped, asked for again, changed, shared, exported', async ({
  page,
  browser,
}) => {
  test.slow()
  const service = await testingModelServer()
  try {
    await signInAs(page, asker)
    await prepared(page, service)
    // every answer, and the title of the conversation
    service.always({ text: ANSWER, mode: 'slow', pace: 30, thinking: '先看来源。' })

    await test.step('what is being written survives a reload', async () => {
      await page.goto('/chat')
      await question(page).fill('业务招待费按')
      await page.reload()
      await expect(question(page)).toHaveValue('业务招待费按')
    })
    await test.step('the answer comes piece by piece, also after a reload', async () => {
      await ask(page, '业务招待费按发生额的多少扣除？')
      await expect(answers(page)).toContainText('业务招待费按照')
      await expect(button(page, '停止')).toBeVisible()
      await page.reload()
      await expect(answers(page)).toContainText('88,000 元')
      await ended(page)
      await expect(page).toHaveURL(/v\.conversation=/)
      await expect(answers(page).getByText('AI 生成，未复核')).toBeVisible()
    })
    await test.step('a figure nobody can vouch for is marked', async () => {
      await expect(answers(page).locator('mark').filter({ hasText: '88,000' })).toBeVisible()
      await expect(answers(page).getByText(/^数字未能核实：.*88,000/)).toBeVisible()
    })
    await test.step('how it came about and what it rests on are there', async () => {
      await answers(page)
        .getByText(/^过程 \d 步$/)
        .click()
      await answers(page)
        .getByRole('button', { name: /^来源 1：/ })
        .click()
      const source = answers(page).getByRole('listitem').filter({ hasText: '第四十三条' })
      await expect(source).toBeFocused()
      expect(await faultsOf(page, new AxeBuilder({ page }))).toEqual([])
      await source.getByRole('link', { name: /企业所得税法实施条例/ }).click()
      await expect(page.getByRole('dialog').getByText(ARTICLE)).toBeVisible()
      await page.goBack()
    })
    await test.step('stopped, what had come stays; asked again, both answers are there', async () => {
      await ask(page, '广告费呢？')
      await expect(answers(page).last()).toContainText('业务招待费按照')
      await button(page, '停止').click()
      await expect(answers(page).last().getByText('已停止，保留已回答的部分')).toBeVisible()
      await answers(page).last().getByRole('button', { name: '重新回答' }).click()
      await expect(answers(page).last()).toContainText('88,000 元')
      await ended(page)
      await expect(answers(page).last().getByText('2/2')).toBeVisible()
      await button(page, '上一个版本').click()
      await expect(answers(page).last().getByText('已停止，保留已回答的部分')).toBeVisible()
      await page.reload()
      await expect(answers(page).last().getByText('1/2')).toBeVisible()
    })
    await test.step('a changed question begins another branch', async () => {
      await button(page, '修改问题').last().click()
      await question(page).first().fill('广告费的上限是多少？')
      await question(page).first().press('Control+Enter')
      await expect(answers(page).last()).toContainText('88,000 元')
      await ended(page)
      await expect(inFront(page).getByRole('listitem', { name: '你' }).last()).toContainText('广告费的上限')
      await expect(inFront(page).getByText('2/2')).toBeVisible()
    })
    await test.step('an answer is judged', async () => {
      await answers(page).last().getByRole('button', { name: '没用' }).click()
      const dialog = page.getByRole('dialog', { name: '没用' })
      await dialog.getByLabel('哪里不对').fill('答非所问')
      await dialog.getByRole('button', { name: '保存' }).click()
      await expect(answers(page).last().getByRole('button', { name: '没用' })).toHaveAttribute('aria-pressed', 'true')
    })
    await test.step('exported to Word', async () => {
      const [file] = await Promise.all([page.waitForEvent('download'), button(page, '导出 Word').click()])
      expect(file.suggestedFilename()).toMatch(/\.docx$/)
    })
    await test.step('a colleague reads what is shared, and nothing before', async () => {
      const other = await browser.newPage()
      const id = new URL(page.url()).searchParams.get('v.conversation') ?? ''
      await signInAs(other, reader)
      await other.goto(`/chat?v.shared=${id}`)
      await expect(other.getByText('数据不存在，或已被删除')).toBeVisible()
      await button(page, '共享').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('switch', { name: '事务所全体' }).click()
      await dialog.getByRole('button', { name: '共享' }).click()
      await expect(dialog).toBeHidden()
      await other.reload()
      await expect(other.getByText(`${asker.name} 共享的对话，只读`)).toBeVisible()
      await expect(answers(other).first()).toContainText('业务招待费按照发生额的')
      await expect(question(other)).toHaveCount(0)
      await other.close()
    })
    await test.step('a deleted conversation is brought back', async () => {
      await inFront(page)
        .getByRole('button', { name: /^更多操作：/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: '删除' }).click()
      await expect(inFront(page).getByText(/^已删除“/)).toBeVisible()
      await button(page, '撤销').click()
      await expect(inFront(page).getByRole('button', { name: /^更多操作：/ })).toBeVisible()
    })
  } finally {
    service.close()
  }
})

test('without a model a question is answered by excerpts, and its steps can be looked at', async ({ page }) => {
  await signIn(page, 'zxs')
  await page.goto('/chat')
  await expect(inFront(page).getByText(/^未配置模型：回答只摘录/)).toBeVisible()
  await ask(page, '固定资产折旧年限')
  await expect(answers(page).getByText('检索摘录，非 AI 生成')).toBeVisible()
  await expect(answers(page).getByText('未配置模型：以下为检索原文摘录，非 AI 生成')).toBeVisible()
  await ended(page)
  await test.step('without a network a question waits, can be taken back, and goes out when the network is there', async () => {
    await page.context().setOffline(true)
    await ask(page, '无形资产摊销年限')
    await expect(inFront(page).getByText(/^连接中断，正在恢复/)).toBeVisible()
    await button(page, '停止').click()
    await expect(question(page)).toHaveValue('无形资产摊销年限')
    await expect(answers(page)).toHaveCount(1)
    await question(page).press('Enter')
    await expect(inFront(page).getByText(/^连接中断，正在恢复/)).toBeVisible()
    await page.context().setOffline(false)
    await expect(answers(page).getByText('检索摘录，非 AI 生成')).toHaveCount(2)
    await ended(page)
    await expect(inFront(page).getByRole('listitem', { name: '你' })).toHaveCount(2)
  })
  await answers(page)
    .first()
    .getByText(/^过程 \d 步$/)
    .click()
  await answers(page).first().getByRole('link', { name: '在思维链中查看' }).click()
  await expect(inFront(page).getByRole('heading', { name: '一次回答的步骤' })).toBeVisible()
  await expect(inFront(page).getByText('固定资产折旧年限').first()).toBeVisible()
  await expect(inFront(page).getByText('检索知识库')).toBeVisible()
})

test('a chain of one’s own is made, tried, changed, taken back to an earlier version, offered in conversations, deleted', async ({
  page,
}) => {
  const name = `查依据${Math.floor(Math.random() * 1e6)}`
  const steps = inFront(page).getByRole('region', { name: '步骤' }).getByRole('listitem')
  const add = async (kind: RegExp) => {
    await inFront(page).getByRole('button', { name: '添加步骤' }).click()
    await page.getByRole('menuitem', { name: kind }).click()
  }
  await signIn(page, 'zxs')
  await page.goto('/thinkChain/index')
  await inFront(page).getByRole('button', { name: '新建思维链' }).click()
  await inFront(page).getByLabel('名称', { exact: true }).fill(name)
  await add(/^检索知识库/)
  await add(/^核对/)
  await test.step('the steps as they stand are tried', async () => {
    await inFront(page).getByLabel('问题', { exact: true }).fill('固定资产折旧年限')
    await button(page, '运行').click()
    await expect(inFront(page).getByText(/^过程 \d 步/)).toBeVisible()
    await expect(button(page, '运行')).toBeVisible()
    expect(await faultsOf(page, new AxeBuilder({ page }))).toEqual([])
  })
  await test.step('saved, changed, and an earlier version taken back', async () => {
    await button(page, '保存').click()
    await expect(inFront(page).getByText('有未保存的修改')).toBeHidden()
    await inFront(page).getByRole('button', { name: '移除：核对' }).click()
    await button(page, '保存').click()
    await expect(steps).toHaveCount(1)
    await button(page, '版本').click()
    await page.getByRole('dialog', { name: '版本' }).getByRole('button', { name: '取回到编辑区' }).last().click()
    await expect(steps).toHaveCount(2)
    await expect(inFront(page).getByText('有未保存的修改')).toBeVisible()
  })
  await test.step('what is not saved is not lost without a question', async () => {
    await inFront(page)
      .getByRole('button', { name: /^政策适用判断/ })
      .click()
    const asked = page.getByRole('dialog').filter({ hasText: '有未保存的修改，要放弃吗' })
    await asked.getByRole('button', { name: '取消' }).click()
    await expect(steps).toHaveCount(2)
    await button(page, '放弃修改').click()
    await expect(steps).toHaveCount(1)
  })
  await test.step('a conversation offers it, until it is deleted', async () => {
    await page.goto('/chat')
    await inFront(page).getByRole('combobox', { name: '思维链' }).click()
    await expect(page.locator('.ant-select-item-option').filter({ hasText: name })).toBeVisible()
    await page.locator('.ant-select-item-option').filter({ hasText: '税会差异分析' }).click()
    await ask(page, '差异有多少？')
    await expect(page.getByText(/^思维链需要补充：/)).toBeVisible()
    await expect(question(page)).toHaveValue('差异有多少？')
    await inFront(page)
      .getByLabel(/^要分析的科目/)
      .fill('6602')
    await question(page).press('Enter')
    await expect(answers(page).getByText(/按“税会差异分析”/)).toBeVisible()
    await ended(page)
    await page.goto('/thinkChain/index')
    await inFront(page)
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click()
    await button(page, '删除').click()
    await agree(page, `删除思维链“${name}”？`)
    await expect(inFront(page).getByRole('button', { name: new RegExp(`^${name}`) })).toHaveCount(0)
  })
})
