import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { knowledge } from '#contract/knowledge.ts'
import { knowledgeDoc } from '#contract/knowledge-doc.ts'
import { writing } from '#contract/writing.ts'
import { dress } from './ask.ts'
import { inFront } from './journey.ts'
import { faultsOf } from './page-faults.ts'
import { callAs } from './paper-project.ts'
import { bilingual, signIn, signInAs } from './people.ts'
import { button, openNew, saved, textOf, write } from './writing-page.ts'

/** A paragraph of a list, as Word puts it on the clipboard. */
const listed = (marker: string, level: number, words: string) =>
  `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${marker}<span>&nbsp;</span></span>${words}<o:p></o:p></p>`

test('words from Word are cleaned: lists become lists, nothing remote is loaded; find and replace, tables', async ({
  page,
}) => {
  await signIn(page, 'zxs')
  await openNew(page, `粘贴${Math.floor(Math.random() * 1e6)}`)
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  await textOf(page).click()
  const html = `<html xmlns:o="urn:x"><style>p{color:red}</style><p class=MsoNormal><b>标题</b></p>
      ${listed('1.', 1, '第一')}${listed('·', 2, '下级')}${listed('2.', 1, '第二')}
      <p class=MsoNormal>看<a href="javascript:alert(1)">这里</a><img src="https://remote.invalid/a.png"><script>alert(2)</script>完</p>`
  await textOf(page).evaluate((element, pasted) => {
    const data = new DataTransfer()
    data.setData('text/html', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, html)
  const text = textOf(page)
  await expect(text.locator('p strong')).toHaveText('标题')
  await expect(text.locator('> ol > li')).toHaveCount(2)
  await expect(text.locator('> ol > li').first().locator('ul > li')).toHaveText('下级')
  await expect(text).toContainText('看这里完')
  await expect(text.locator('a, img, script')).toHaveCount(0)
  expect(asked.filter((url) => url.includes('remote.invalid'))).toEqual([])

  await page.keyboard.press('Control+f')
  await inFront(page).getByRole('textbox', { name: '查找内容' }).fill('第')
  await expect(inFront(page).getByText('第 1 处，共 2 处')).toBeVisible()
  await inFront(page).getByRole('textbox', { name: '替换为' }).fill('编号')
  await button(page, '全部替换').click()
  await expect(text).toContainText('编号一')
  await expect(text).not.toContainText('第一')
  await page.keyboard.press('Escape')

  await text.click()
  await page.keyboard.press('Control+End')
  await button(page, '插入表格').click()
  await page.getByRole('button', { name: '3 行 × 2 列' }).click()
  await expect(text.locator('tr')).toHaveCount(3)
  await button(page, '表格').click()
  await page.getByRole('menuitem', { name: '下方插入行' }).click()
  await expect(text.locator('tr')).toHaveCount(4)
  await saved(page)
})

test('under tracked changes an input method composes undisturbed, typing over and cutting leave what was there', async ({
  page,
}) => {
  await signIn(page, 'zxs')
  await openNew(page, `修订${Math.floor(Math.random() * 1e6)}`)
  await write(page, '原有文字')
  await button(page, /^修订/).click()
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  const keys = await page.context().newCDPSession(page)
  for (const text of ['n', 'ni', 'nih'])
    await keys.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await keys.send('Input.insertText', { text: '你好' })
  await expect(textOf(page).locator('ins')).toHaveText('你好')
  await expect(textOf(page)).toHaveText('原有文字你好')
  // no person is faster than the editor takes over a composed word
  await page.waitForTimeout(200)

  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.insertText('新')
  await expect(textOf(page).locator('del')).toHaveText('原')
  await page.keyboard.press('Control+a')
  await expect(button(page, '批注').first()).toBeEnabled()
  await page.keyboard.press('Control+x')
  await expect(textOf(page).locator('ins')).toHaveCount(0)
  await expect(textOf(page).locator('del')).toHaveText(['原', '有文字'])
})

test('a Word file becomes a document and goes out again; what is deleted comes back from the trash', async ({
  page,
}) => {
  await signIn(page, 'zxs')
  const title = `往返${Math.floor(Math.random() * 1e6)}`
  await openNew(page, title)
  await write(page, '来回一趟的话')
  await saved(page)
  const coming = page.waitForEvent('download')
  await button(page, '导出 Word').click()
  const path = await (await coming).path()
  await button(page, '文档列表').click()
  const name = `${title}副本.docx`
  const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  await inFront(page)
    .getByLabel('上传 docx')
    .setInputFiles({ name, mimeType, buffer: readFileSync(path) })
  const dialog = page.getByRole('dialog', { name: new RegExp(title) })
  await dialog.getByRole('button', { name: '打开文档' }).click()
  await expect(textOf(page)).toContainText('来回一趟的话')

  await button(page, '文档列表').click()
  const row = inFront(page)
    .getByRole('row')
    .filter({ hasText: `${title}副本` })
  await row.getByRole('button', { name: /^更多/ }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await expect(row).toHaveCount(0)
  await button(page, '回收站').click()
  await row.getByRole('button', { name: '恢复' }).click()
  await expect(row).toHaveCount(0)
  await button(page, '文档列表').click()
  await expect(row).toBeVisible()
})

test('without a model the pane says so, and quoting the knowledge bases with their source still works', async ({
  page,
}) => {
  await signIn(page, 'zxs')
  const { id: baseId } = await callAs(page, knowledge.saveBase, { name: `摘录${Math.random()}`, scope: 'personal' })
  const text = '企业开展研发活动中实际发生的研发费用，自2023年1月1日起，再按照实际发生额的100%在税前加计扣除。'
  await callAs(page, knowledgeDoc.addTexts, { baseId, documents: [{ name: '加计扣除公告摘录', text, kind: 'law' }] })
  await expect
    .poll(
      async () => (await callAs(page, knowledge.retrieve, { query: '研发费用', baseIds: [baseId] })).passages.length,
    )
    .toBeGreaterThan(0)
  await openNew(page, `引用${Math.floor(Math.random() * 1e6)}`, 'content')
  const pane = inFront(page).getByRole('complementary', { name: '侧栏' })
  await expect(pane.getByText('还没有可用的模型')).toBeVisible()
  await expect(pane.getByRole('button', { name: '开始' })).toBeDisabled()
  await textOf(page).click()
  await pane.getByLabel('查找法规、文号或资料').fill('研发费用加计扣除')
  await page.keyboard.press('Enter')
  await pane
    .getByRole('button', { name: /^插入引用/ })
    .first()
    .click()
  await expect(textOf(page).locator('blockquote a[href^="/knowledge/llmKnowledgeDoc"]')).toContainText(
    '《加计扣除公告摘录》',
  )
  await saved(page)
})

const long = process.env['DIGAO_LONG'] === '1'
const looks = [
  { width: 1440, language: 'zh-CN', shade: 'light' },
  { width: 390, language: 'en', shade: 'dark' },
]
test('list and editor fit window, language and shade, and axe finds nothing serious', async ({ page }) => {
  test.skip(!long, 'most of a minute: npm run test:long')
  await signInAs(page, bilingual)
  const { id } = await callAs(page, writing.create, {
    kind: 'content',
    title: 'Letter',
    templateId: 'system:management-letter',
  })
  const faults: string[] = []
  for (const { width, language, shade } of looks) {
    await page.setViewportSize({ width, height: 844 })
    await dress(page, { language, shade })
    for (const path of ['/wordonline/index', '/ai-content-editor', `/ai-content-editor?v.doc=${id}`]) {
      await page.goto(path)
      await expect(inFront(page).getByRole('heading', { level: 1 })).toBeVisible()
      if (path.includes('v.doc')) await expect(inFront(page).locator('.wr-tools')).toBeVisible()
      await expect(page.locator('.bone:visible')).toHaveCount(0)
      faults.push(
        ...(await faultsOf(page, new AxeBuilder({ page }))).map((fault) => `${path} ${width} ${language}: ${fault}`),
      )
    }
  }
  await dress(page, { language: 'zh-CN', shade: 'light' })
  expect(faults).toEqual([])
})
