import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { enterprise } from '#contract/enterprise.ts'
import { inFront, newClient } from './journey.ts'
import { faultsOf } from './page-faults.ts'
import { callAs } from './paper-project.ts'
import { accountOf, signInAs } from './people.ts'

const sound = async (page: Page) => expect(await faultsOf(page, new AxeBuilder({ page }))).toEqual([])

test('from anywhere by keyboard to a client, through the search over everything', async ({ page }) => {
  await signInAs(page, accountOf('zxs'))
  const { name, creditCode } = newClient(`青瓷${Date.now()}有限公司`)
  await callAs(page, enterprise.save, { enterpriseName: name, creditCode })
  await page.keyboard.press('Control+k')
  await page.getByRole('search', { name: '搜索菜单和内容' }).getByRole('textbox').fill(name.slice(0, 10))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/aiSearch\/index\?v\.q=/)
  const clients = inFront(page).getByRole('region', { name: '客户' })
  await expect(clients.getByRole('link', { name })).toBeVisible()
  await expect(inFront(page).getByRole('button', { name: '凭证 0' })).toBeDisabled()
  await sound(page)
  await inFront(page).getByRole('button', { name: '客户 1' }).click()
  await expect(page).toHaveURL(/v\.group=client/)
  await clients.getByRole('link', { name }).click()
  await expect(page).toHaveURL(/\/aiApp\/index\?enterpriseId=/)
  await page.goto('/aiSearch/index?v.q=绝无此词zzz')
  await expect(inFront(page).getByText('没有找到“绝无此词zzz”')).toBeVisible()
})

test('a program gets a token, asks with it, and is shut out when it is revoked', async ({ page }) => {
  await signInAs(page, accountOf('zxs'))
  await page.goto('/info/index?v.tab=security')
  const part = inFront(page).getByRole('region', { name: '访问令牌' })
  const purpose = `编辑器${Date.now()}`
  await part.getByRole('button', { name: '新建令牌' }).click()
  const form = page.getByRole('dialog', { name: '新建令牌' })
  await form.getByLabel('用途').fill(purpose)
  await form.getByRole('button', { name: '生成' }).click()
  const made = page.getByRole('dialog', { name: '令牌已生成' })
  const token = (await made.locator('.token-text code').textContent()) ?? ''
  expect(token).toMatch(/^dg_\w+_[\w-]{43}$/)
  await expect(made.getByRole('region', { name: 'MCP 客户端配置' })).toContainText(`Bearer ${token}`)
  const listed = () =>
    page.request.post('/mcp', {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      data: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    })
  expect(await (await listed()).text()).toContain('ledger_balance')
  await made.getByRole('button', { name: /^(?:Close|关闭)$/ }).click()
  await expect(made).toBeHidden()
  const row = part.getByRole('listitem').filter({ hasText: purpose })
  await page.reload()
  await expect(row).toContainText('上次使用')
  await expect(row).not.toContainText(token)
  await sound(page)
  await row.getByRole('button', { name: '撤销' }).click()
  const sure = page.getByRole('dialog').filter({ hasText: `撤销“${purpose}”后` })
  await sure.getByRole('button', { name: '撤销' }).click()
  await expect(row).toBeHidden()
  expect((await listed()).status()).toBe(401)
})
