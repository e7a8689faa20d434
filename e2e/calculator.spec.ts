import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { signIn } from './people.ts'

test('a consultant computes with the law beside it, shares the link, and runs a payroll', async ({ page }) => {
  await signIn(page, 'zxs')
  const sent: string[] = []
  await page.goto('/aiTools/vatPrice')
  await page.getByLabel('金额（元）').fill('113')
  const answer = page.getByRole('region', { name: '结果' })
  await expect(answer.getByText('13.00').first()).toBeVisible()
  await expect(answer.getByText('中华人民共和国增值税法')).toBeVisible()
  await expect(page).toHaveURL(/v\.amount=113/)
  await page.reload()
  await expect(page.getByLabel('金额（元）')).toHaveValue('113')
  // another day, other law
  await page.getByLabel('纳税义务发生日').fill('2018-06-01')
  await expect(answer.getByText('财税〔2018〕32号')).toBeVisible()
  await page.getByLabel('纳税义务发生日').fill('2001-06-01')
  await expect(answer.getByText('没有可用的增值税参数')).toBeVisible()
  const found = await new AxeBuilder({ page }).include('.page').analyze()
  expect(found.violations.map(({ id }) => id)).toEqual([])

  await page.goto('/aiTools/iitMonth')
  page.on('request', (request) => sent.push(request.postData() ?? request.url()))
  await page.getByRole('tab', { name: '批量' }).click()
  await page.getByRole('button', { name: '粘贴或打开表格' }).click()
  const dialog = page.getByRole('dialog', { name: '粘贴或打开表格' })
  await dialog
    .getByRole('textbox', { name: '粘贴到这里' })
    .fill('姓名\t累计收入\t累计月数\t累计专项扣除\t累计专项附加扣除\n高阳\t30000\t1\t4500\t2000\n何川\t三万\t1\t\t')
  await dialog.getByRole('button', { name: '使用这些行' }).click()
  await expect(page.getByRole('row').filter({ hasText: '高阳' })).toContainText('555.00')
  await expect(page.getByRole('row').filter({ hasText: '何川' })).toContainText('请填写金额')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出 xlsx' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.xlsx$/)
  // what a payroll says stays in the browser
  expect(sent.filter((said) => said.includes('高阳') || said.includes(encodeURIComponent('高阳')))).toEqual([])
})
