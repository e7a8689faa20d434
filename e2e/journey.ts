import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { type Param, paper } from '#contract/paper.ts'
import type { z } from 'zod'
import { testCreditCode } from '#server/project/testing-credit-code.ts'

const ledgers = join(import.meta.dirname, 'fixtures', 'ledgers')

/** The client's files of a fixture set, as paths for the upload control. */
export const ledgerFiles = (set: string): string[] =>
  readdirSync(join(ledgers, set))
    .filter((name) => !/\.(?:md|json)$/.test(name))
    .map((name) => join(ledgers, set, name))

export type Client = { name: string; creditCode: string }

/** A client nobody has added yet. */
export const newClient = (name: string): Client => ({
  name,
  creditCode: testCreditCode(Math.floor(Math.random() * 1e9)),
})

/** Adds a client enterprise from the list, through the form. */
export async function addClient(page: Page, { name, creditCode }: Client): Promise<void> {
  await page.getByRole('navigation', { name: '我的事务所' }).getByRole('link', { name: '企业管理' }).click()
  await page.getByRole('button', { name: '新增企业' }).first().click()
  const form = page.getByRole('dialog', { name: '新增企业' })
  await form.getByLabel('企业名称').fill(name)
  await form.getByLabel('统一社会信用代码').fill(creditCode)
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('cell', { name: creditCode })).toBeVisible()
}

/** Enters a client, creates a project in the dialog, and opens it; answers the window it opens in. */
export async function newProject(page: Page, client: Client, { name, year }: { name: string; year: string }) {
  await page.getByRole('row').filter({ hasText: client.creditCode }).getByRole('button', { name: '进入' }).click()
  await page.getByRole('button', { name: '新建项目' }).click()
  const dialog = page.getByRole('dialog', { name: '新建项目' })
  await dialog.getByLabel('项目名称').fill(name)
  await dialog.getByLabel('年度').fill(year)
  await dialog.getByLabel('年度').press('Enter')
  await pick(dialog.getByLabel('服务类型'), '汇算清缴鉴证')
  await pick(dialog.getByLabel('底稿模板'), '企业所得税汇算清缴鉴证底稿')
  await dialog.getByRole('button', { name: '提交' }).click()
  await agree(page, '项目数据确认提交后无法修改，是否确认提交？')
  await expect(dialog).toBeHidden()
  const opened = page.waitForEvent('popup')
  await page.locator('.frame-panel').getByRole('button', { name }).first().click()
  const project = await opened
  await expect(project.getByRole('heading', { name })).toBeVisible()
  return project
}

/** The page of the tab in front; the others are kept alive, hidden. */
export const inFront = (page: Page): Locator => page.locator('.tab-page').filter({ visible: true })

/** Says yes to a question of the product. */
export async function agree(page: Page, question: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ hasText: question })
  await dialog.getByRole('button').last().click()
  await expect(dialog).toBeHidden()
}

/** Chooses an option of a select by its text; the first one that contains it. */
export async function pick(select: Locator, option: string): Promise<void> {
  const options = select.page().locator('.ant-select-dropdown:visible')
  await select.click()
  await options.locator('.ant-select-item-option').filter({ hasText: option }).first().click()
  await expect(options).toHaveCount(0)
}

/** Goes to a step of the project by its menu. */
export const toStep = (project: Page, step: string) =>
  project.getByRole('navigation', { name: '项目步骤' }).getByRole('link', { name: step }).click()

/** Uploads files by the control of the page and waits until they stand in the list. */
export async function upload(project: Page, files: string[] | FilePayload[]): Promise<void> {
  const names = files.map((file) => (typeof file === 'string' ? (file.split('/').at(-1) ?? '') : file.name))
  await project.locator('.drop-zone input[type=file]').setInputFiles(files)
  for (const name of names) await expect(project.getByRole('cell', { name, exact: true })).toBeVisible()
}
export type FilePayload = { name: string; mimeType: string; buffer: Buffer }

/** Imports what is ticked. */
export const importTicked = (project: Page) => project.getByRole('button', { name: /^导入所选/ }).click()

/** Accepts what waits in the relation bill, accounts and lines, and locks it. */
export async function settleRelation(project: Page): Promise<void> {
  const propose = project.getByRole('button', { name: '生成对应建议' })
  const lock = project.getByRole('button', { name: '锁定', exact: true })
  await expect(propose.or(lock)).toBeVisible()
  if (await propose.isVisible()) await propose.click()
  await expect(lock).toBeVisible()
  await acceptAccounts(project)
  await acceptLines(project)
  await lock.click()
  await agree(project, '锁定关系单？')
  await expect(inFront(project).getByText('已锁定')).toBeVisible()
}

const waiting = (project: Page) => inFront(project).getByRole('button', { name: /^待定 \d+/ })
const nothingWaits = (project: Page) =>
  expect(inFront(project).getByRole('button', { name: /^待定 0/ }), 'what waits is decided').toBeVisible()

async function acceptAccounts(project: Page) {
  await inFront(project)
    .getByRole('tab', { name: /^科目对应/ })
    .click()
  await waiting(project).click()
  const shown = inFront(project).getByRole('button', { name: /^接受所示/ })
  const one = inFront(project).getByRole('button', { name: '接受 Enter' })
  await expect(shown.or(one).or(inFront(project).getByText('没有待定的项')).first()).toBeVisible()
  if (await shown.isVisible()) {
    await shown.click()
    await agree(project, /接受筛选出的/)
  } else if (await one.isVisible()) await one.click()
  await nothingWaits(project)
}

async function acceptLines(project: Page) {
  await inFront(project)
    .getByRole('tab', { name: /^分录标签/ })
    .click()
  await waiting(project).click()
  const tickAll = inFront(project).getByRole('button', { name: '全选所示' })
  await expect(tickAll.or(inFront(project).getByText('没有待定的项'))).toBeVisible()
  if (!(await tickAll.isVisible())) return
  await tickAll.click()
  await inFront(project)
    .getByRole('button', { name: /^接受 \d+ 条/ })
    .click()
  await nothingWaits(project)
}

export type Asked = z.output<typeof Param>

/** Follows what the papers of a project ask for, as its page is told. */
export function askedOf(project: Page): () => Asked[] {
  let asked: Asked[] = []
  project.on('response', async (response) => {
    if (new URL(response.url()).pathname.endsWith(paper.params.path)) asked = (await response.json()).data
  })
  return () => asked
}

/** Fills in the facts the papers ask for, each with its evidence, and saves them. */
export async function answerParams(project: Page, asked: () => Asked[], answers: { name: string; value: string }[]) {
  await expect(async () => expect(asked().length).toBeGreaterThan(0)).toPass()
  for (const { name, value } of answers) {
    const param = asked().find((one) => one.name === name)
    if (!param) continue
    const field = project.getByLabel(param.label, { exact: true })
    const choice = param.choices.find((one) => one.value === value)?.label
    if (param.unit === 'boolean') await pick(field, value === 'true' ? '是' : '否')
    else if (choice) await pick(field, choice)
    else await field.fill(value)
    await project.getByLabel(`依据 ${param.label}`, { exact: true }).fill('客户提供的资料')
  }
  const save = project.getByRole('button', { name: /^保存 \d+ 项/ })
  await save.click()
  await expect(save).toBeHidden()
}

/** Generates the papers and waits for the result. */
export async function generate(project: Page): Promise<void> {
  await inFront(project)
    .getByRole('button', { name: /^(?:生成底稿|重新生成)$/ })
    .click()
  await expect(inFront(project).getByText(/^最新 · /)).toBeVisible({ timeout: 60_000 })
}

/** Opens a paper from the list of papers and waits until it stands in the spreadsheet. */
export async function openPaper(project: Page, paperId: string): Promise<void> {
  await inFront(project)
    .getByRole('navigation', { name: '底稿目录' })
    .getByRole('button', { name: new RegExp(`^${paperId} `) })
    .click()
  await expect(inFront(project).locator('.workbook-grid canvas').filter({ visible: true }).first()).toBeVisible({
    timeout: 30_000,
  })
  await expect(inFront(project).getByText('正在打开表格')).toBeHidden()
}

/** The spreadsheet is drawn on a canvas: clicks through its middle columns, row by row, until this figure's evidence shows. */
export async function clickNumber(project: Page, cell: RegExp): Promise<void> {
  const sheet = inFront(project).locator('.workbook-grid')
  const evidence = inFront(project).getByRole('region', { name: '取数来源' })
  // the head names the figure; other figures' panes may name the cell too, as what they use
  const named = evidence.locator('.evidence-pane header').getByText(cell)
  const box = await sheet.boundingBox()
  if (!box) throw new Error('the spreadsheet is not drawn')
  for (let y = 160; y < box.height - 60; y += 24) {
    for (const x of [0.5, 0.6, 0.4, 0.7]) {
      await sheet.click({ position: { x: box.width * x, y } })
      await expect(evidence.locator('.bone')).toHaveCount(0)
      if (await named.isVisible()) return
    }
  }
  throw new Error(`no figure of the sheet in sight is ${cell}`)
}

/** A client with a project whose ledger is imported, relation bill locked and papers generated; answers its window. */
export async function filledProject(page: Page, company: string, projectName: string): Promise<Page> {
  const client = newClient(company)
  await addClient(page, client)
  const project = await newProject(page, client, { name: projectName, year: '2025' })
  await toStep(project, '财务信息')
  await upload(project, ledgerFiles('yonyou-u8'))
  await importTicked(project)
  await expect(inFront(project).getByText('当前使用').first()).toBeVisible({ timeout: 60_000 })
  await toStep(project, '建立关系单')
  await settleRelation(project)
  await toStep(project, '生成底稿')
  await generate(project)
  return project
}

/** What every address of a project carries. */
export function placeOf(project: Page): URLSearchParams {
  const { searchParams } = new URL(project.url())
  const names = ['enterpriseId', 'projectId', 'projectName']
  return new URLSearchParams(names.map((name) => [name, searchParams.get(name) ?? '']))
}
