import { expect, test } from '@playwright/test'
import { readExpected } from '#facts/testing/fixture-ledger.ts'
import { assumptions } from '#server/paper/testing-papers.ts'
import { yuan } from '#engine/money.ts'
import {
  addClient,
  clickNumber,
  openPaper,
  answerParams,
  askedOf,
  generate,
  importTicked,
  inFront,
  ledgerFiles,
  newClient,
  newProject,
  settleRelation,
  toStep,
  upload,
} from './journey.ts'
import { signIn } from './people.ts'
import { hasLibreOffice, type Papers, readPapers, throughLibreOffice } from './workbook.ts'

const expected = readExpected('yonyou-u8')
const client = newClient(expected.profile.company)

test('from the client’s ledger to a filled paper, a voucher behind its number, and the workbook', async ({
  page,
}, info) => {
  await test.step('sign in by captcha', async () => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/portal/)
    await signIn(page, 'zxs')
    await expect(page).toHaveURL(/\/firm\/index/)
    await expect(page.getByRole('heading', { name: '事务所主页' })).toBeVisible()
  })
  const project = await test.step('add the client and its project', async () => {
    await addClient(page, client)
    return newProject(page, client, { name: '2025年度汇算清缴', year: '2025' })
  })
  await test.step('upload the six files and import them', async () => {
    await toStep(project, '财务信息')
    await upload(project, ledgerFiles('yonyou-u8'))
    await importTicked(project)
    await expect(inFront(project).getByText('全部勾稽相符')).toBeVisible({ timeout: 60_000 })
  })
  await test.step('the tie-out report says everything ties out; the version is in use', async () => {
    await toStep(project, '运行准备')
    await expect(project.getByRole('status').filter({ hasText: '全部勾稽相符' })).toBeVisible()
    await expect(inFront(project).getByText('当前使用')).toBeVisible()
  })
  await test.step('accept what waits in the relation bill and lock it', async () => {
    await toStep(project, '建立关系单')
    await settleRelation(project)
  })
  await test.step('generate, answer what the papers ask, and generate again', async () => {
    const asked = askedOf(project)
    await toStep(project, '生成底稿')
    await generate(project)
    await expect(inFront(project).getByText(/个待补$/)).toBeVisible()
    await answerParams(project, asked, assumptions(expected))
    await generate(project)
    await expect(inFront(project).getByText('全部取到数')).toBeVisible()
    // the frame heard that the jobs have ended
    await expect(project.locator('.frame-tools .ant-badge-count')).toHaveCount(0)
  })
  await test.step('click a number in a paper and stand before its voucher', async () => {
    await toStep(project, '税审底稿')
    await openPaper(project, 'C15')
    const evidence = inFront(project).getByRole('region', { name: '取数来源' })
    await clickNumber(project, /C15\.actual/)
    await expect(evidence.locator('.figure')).toHaveText(money(expected.tax_tags['entertainment']?.amount))
    await evidence.getByText('看明细').first().click()
    await expect(evidence.getByText('与取数相符')).toBeVisible()
    await evidence.locator('.atom-rows button.fact').first().click()
    const drawer = project.getByRole('dialog', { name: /^凭证/ })
    await expect(drawer.locator('tr[data-marked]')).toHaveText(/业务招待餐费.*序时账\.xlsx.*第 \d+ 行/)
    await drawer.getByRole('button', { name: /^(?:Close|关闭)$/ }).click()
  })
  await test.step('walk from a line of the return down to a voucher', async () => {
    await toStep(project, '账表链透视')
    const column = (kind: string) => inFront(project).getByRole('region', { name: kind, exact: true })
    await column('申报表')
      .getByRole('button', { name: /^A100000 第5行/ })
      .click()
    for (const kind of ['底稿', '报表', '标准科目', '客户科目', '凭证']) {
      const next = column(kind).locator('.chain-node').first()
      const title = await next.locator('span').first().innerText()
      await next.click()
      await expect(column(kind).locator('.chain-here')).toContainText(title)
    }
    await column('凭证').getByRole('button', { name: '查看凭证' }).click()
    const voucher = project.getByRole('dialog', { name: /^凭证/ })
    await expect(voucher.getByRole('row').filter({ hasText: '管理费用' }).first()).toBeVisible()
    await expect(voucher.getByText(/序时账\.xlsx/).first()).toBeVisible()
    await voucher.getByRole('button', { name: /^(?:Close|关闭)$/ }).click()
  })
  const path = await test.step('download the workbook', async () => {
    await toStep(project, '税审底稿')
    const coming = project.waitForEvent('download')
    await inFront(project).getByRole('button', { name: '下载 xlsx' }).click()
    const download = await coming
    expect(download.suggestedFilename()).toMatch(/东桥南溟精密机械有限公司.*2025.*\.xlsx$/)
    const saved = info.outputPath('papers.xlsx')
    await download.saveAs(saved)
    return saved
  })
  await test.step('its figures are the right answers, to the fen', () => compare(readPapers(path)))
  await test.step('and still are after LibreOffice opened, computed and saved it', () => {
    if (hasLibreOffice) compare(throughLibreOffice(path))
    else info.annotations.push({ type: 'left out', description: 'LibreOffice is not installed on this machine' })
  })
})

function compare(papers: Papers) {
  const { statements, tax } = expected
  expect(papers.sheets.length).toBeGreaterThanOrEqual(15)
  expect(papers.formulas).toBeGreaterThan(0)
  const lines = [
    ...Object.entries(statements.balance_sheet).map(([line, { closing }]) => [`A02.client.${line}`, closing] as const),
    ...Object.entries(statements.income_statement).map(([line, { amount }]) => [`A03.client.${line}`, amount] as const),
    ['E60.amount.profit', tax.total_profit] as const,
    ['E60.amount.taxable', tax.simple_case.taxable_income] as const,
    ['E60.amount.tax', tax.simple_case.tax] as const,
  ]
  expect(lines.map(([name]) => [name, papers.fen(name)])).toEqual(lines)
  const net = (line: number) => (papers.fen(`C01.plus.${line}`) ?? 0) - (papers.fen(`C01.minus.${line}`) ?? 0)
  const byLine = Map.groupBy(tax.adjustments, (adjustment) => adjustment.a105000_line)
  const right = [...byLine].map(([line, all]) => [line, all.reduce((sum, { adjustment }) => sum + adjustment, 0)])
  expect(right.map(([line = 0]) => [line, net(line)])).toEqual(right)
  expect(net(46)).toBe(tax.total_adjustment)
}

/** Fen as the screen writes them. */
const money = (fen = 0) => yuan(BigInt(fen)).replace(/\B(?=(?:\d{3})+\.)/g, ',')
