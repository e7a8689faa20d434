import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { paper } from '#contract/paper.ts'
import { yuan } from '#engine/money.ts'
import { readExpected } from '#facts/testing/fixture-ledger.ts'
import { assetRegister } from '#server/taxlaw/testing-asset-register.ts'
import { inFront, openPaper } from './journey.ts'
import { callAs, jobsDone, projectWithPapers } from './paper-project.ts'
import { signIn } from './people.ts'

const expected = readExpected('yonyou-u8')
const button = (page: Page, name: string | RegExp) => inFront(page).getByRole('button', { name })
const dock = (page: Page) => inFront(page).getByRole('region', { name: '取数来源' })

/** A figure of the return, as it stands in its form. */
async function figure(page: Page, cell: string): Promise<string> {
  const [form = ''] = cell.split('.')
  await inFront(page)
    .getByRole('navigation', { name: '表单' })
    .getByRole('button', { name: new RegExp(`^${form}`) })
    .first()
    .click()
  return (
    await button(page, new RegExp(`^${cell.replaceAll('.', '\\.')}(?:\\D|$)`))
      .first()
      .innerText()
  ).trim()
}
/** The list of accounts is long: the code is typed. */
async function account(select: Locator, code: string) {
  // A list that closes is still seen for a moment.
  await expect(select.page().locator('.ant-select-item-option-active:visible')).toHaveCount(0)
  await select.fill(code)
  await expect(select.page().locator('.ant-select-item-option-active:visible')).toContainText(code)
  await select.press('Enter')
}
const amount = (text: string) => Number(text.replaceAll(',', ''))

test('rows entered and an entry posted change the return, which cannot be final before the rules are signed', async ({
  page,
  browser,
}) => {
  await signIn(page, 'zxs')
  const register = assetRegister(expected)
  const more = [{ name: register.name, mimeType: 'text/csv', buffer: Buffer.from(register.content) }]
  const { place, projectId } = await projectWithPapers(page, '申报表定稿', { answered: true, more })
  const paid = expected.accounts.find(({ code }) => code === '222103')
  const prepaid = yuan(BigInt((paid?.debit ?? 0) + (paid?.opening ?? 0)))
  await callAs(page, paper.saveParams, {
    projectId,
    params: [{ name: 'prepaid_tax', value: prepaid, evidence: '完税凭证' }],
  })
  await jobsDone(page, projectId)
  await page.goto(`/tax-return/index?${place}`)
  const before = await figure(page, 'A100000.18.1')

  await test.step('enter a row of a register; its adjustment stands in the return', async () => {
    await page.goto(`/wps/index?${place}&v.paperId=C03&v.dock=entry`)
    await openPaper(page, 'C03')
    await dock(page).getByRole('button', { name: '新增一行' }).click()
    await dock(page).getByLabel('第1行 合同', { exact: true }).fill('厂房租赁')
    await dock(page).getByLabel('第1行 类别', { exact: true }).selectOption('rent')
    await dock(page).getByLabel('第1行 账载本年', { exact: true }).fill('50000')
    await dock(page).getByLabel('第1行 税收本年', { exact: true }).fill('60000')
    await dock(page).getByRole('button', { name: '保存' }).click()
    await expect(dock(page).getByText('有未保存的改动')).toHaveCount(0)
    await jobsDone(page, projectId)
    await button(page, '申报表').click()
    await expect(async () => expect(amount(await figure(page, 'A105000.3.3'))).toBe(10_000)).toPass({ timeout: 30_000 })
    await page.goBack()
  })

  await test.step('post an adjusting entry; the return follows', async () => {
    await openPaper(page, 'A04')
    await dock(page).getByRole('tab', { name: '录入' }).click()
    await dock(page).getByRole('button', { name: '新增分录' }).click()
    const form = page.getByRole('dialog', { name: '新增分录' })
    await form.getByLabel('摘要').fill('补提电费')
    await account(form.getByLabel('第1行 科目'), '6602')
    await form.getByLabel('第1行 借方').fill('1200')
    await account(form.getByLabel('第2行 科目'), '2202')
    await expect(form.getByText(/借贷差额 1,?200\.00/)).toBeVisible()
    await form.getByLabel('第2行 贷方').fill('1200')
    await expect(form.getByText('借贷平衡')).toBeVisible()
    await form.getByLabel('依据').fill('12 月电费单')
    await form.getByRole('button', { name: '保存' }).click()
    await expect(form).toBeHidden()
    await dock(page).getByRole('button', { name: '过账' }).click()
    await expect(dock(page).getByText('已过账')).toBeVisible()
    await jobsDone(page, projectId)
    await button(page, '申报表').click()
    await expect(async () => {
      expect(amount(before) - amount(await figure(page, 'A100000.18.1'))).toBeCloseTo(1200, 2)
    }).toPass({ timeout: 30_000 })
  })

  await test.step('where a figure comes from, the checks, a trial of another answer', async () => {
    await figure(page, 'A105000.15.3')
    await button(page, /^A105000\.15\.3(?:\D|$)/)
      .first()
      .click()
    await expect(inFront(page).getByText('第四十三条').first()).toBeVisible()
    await inFront(page).getByRole('tab', { name: '核对' }).click()
    await expect(inFront(page).getByText('X01', { exact: true }).first()).toBeVisible()
    await inFront(page).getByRole('tab', { name: '方案' }).click()
    await expect(inFront(page).getByText('小型微利').first()).toBeVisible()
  })

  await test.step('not final before a named professional signed the rules', async () => {
    await inFront(page).getByRole('tab', { name: '定稿' }).click()
    await expect(
      inFront(page)
        .getByText(/由专业人员签发/)
        .first(),
    ).toBeVisible()
    await expect(button(page, '定稿')).toBeDisabled()
  })

  const { chief, revoke } = await signedRules(browser)
  await test.step('final once the rules are signed; then nothing changes it, and reopening asks why', async () => {
    await page.reload()
    await button(page, '定稿').click()
    const finalize = page.getByRole('dialog', { name: '定稿' })
    await finalize.getByLabel('备注').fill('三级复核已完成')
    await finalize.getByRole('button', { name: '定稿' }).click()
    await expect(finalize).toBeHidden()
    await expect(inFront(page).getByText('已定稿', { exact: true })).toBeVisible()
    await expect(inFront(page).getByText(/周审/).first()).toBeVisible()
    await button(page, '取消定稿').click()
    const reopen = page.getByRole('dialog', { name: '取消定稿' })
    await reopen.getByRole('button', { name: '取消定稿' }).click()
    await expect(reopen).toBeVisible()
    await reopen.getByLabel('原因').fill('客户补充资料')
    await reopen.getByRole('button', { name: '取消定稿' }).click()
    await expect(reopen).toBeHidden()
    await expect(inFront(page).getByText('未定稿', { exact: true })).toBeVisible()
    await expect(inFront(page).getByText(/客户补充资料/)).toBeVisible()
  })
  await test.step('a signature taken back bars the next return', async () => {
    await revoke()
    await chief.context().close()
    await page.reload()
    await expect(button(page, '定稿')).toBeDisabled()
  })
})

/** The rules signed by the firm's administrator for a named professional, in a window of his own, and how he takes it back. */
async function signedRules(browser: Browser) {
  const chief = await (await browser.newContext()).newPage()
  await signIn(chief, 'administrator')
  await chief.goto('/rule-pack/index')
  await button(chief, '签发').click()
  const form = chief.getByRole('dialog', { name: /^签发税法规则/ })
  await form.getByLabel('姓名').fill('周审')
  await form.getByLabel('证书编号').fill('33012345678')
  await form.getByRole('button', { name: '签发' }).click()
  await expect(form).toBeHidden()
  await expect(inFront(chief).getByText('周审').first()).toBeVisible()
  const revoke = async () => {
    await inFront(chief).getByRole('button', { name: '撤销签发' }).first().click()
    const why = chief.getByRole('dialog', { name: '撤销签发' })
    await why.getByLabel('撤销原因').fill('规则复核中')
    await why.getByRole('button', { name: '撤销签发' }).click()
    await expect(why).toBeHidden()
  }
  return { chief, revoke }
}
