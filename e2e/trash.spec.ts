import { expect, test } from '@playwright/test'
import { dav } from '#contract/dav.ts'
import { enterprise } from '#contract/enterprise.ts'
import { ask } from './ask.ts'
import { agree, inFront, newClient } from './journey.ts'
import { callAs } from './paper-project.ts'
import { signIn } from './people.ts'

test('what was deleted is found in the recycle bin, restored from it, and removed for good', async ({
  page,
  browser,
}) => {
  await signIn(page, 'zxs')
  const gone = newClient(`回收站客户${Math.floor(Math.random() * 1e6)}`)
  const kept = newClient(`恢复客户${Math.floor(Math.random() * 1e6)}`)
  for (const { name: enterpriseName, creditCode } of [gone, kept]) {
    const { id } = await callAs(page, enterprise.save, { enterpriseName, creditCode })
    await ask(page, { method: 'POST', path: `${enterprise.remove.path}?ids=${id}` })
  }
  await page.goto('/firm/userTrash')
  const row = (name: string) => inFront(page).getByRole('row').filter({ hasText: name })
  await expect(row(kept.name)).toContainText('30 天')

  await test.step('restored, it is a client again', async () => {
    await row(kept.name).getByRole('button', { name: '恢复' }).click()
    await expect(row(kept.name)).toHaveCount(0)
    await page.getByRole('navigation', { name: '我的事务所' }).getByRole('link', { name: '企业管理' }).click()
    await expect(page.getByRole('cell', { name: kept.creditCode })).toBeVisible()
  })

  await test.step('who administers the firm sees it too, and holds it: then nobody removes it', async () => {
    const office = await browser.newContext()
    const desk = await office.newPage()
    await signIn(desk, 'admin')
    await desk.goto('/firm/trash')
    const held = inFront(desk).getByRole('row').filter({ hasText: gone.name })
    await held.getByRole('checkbox').check()
    await inFront(desk).getByRole('button', { name: '依法保留' }).click()
    const dialog = desk.getByRole('dialog', { name: '设为依法保留' })
    await dialog.getByLabel('原因').fill('税务稽查取证')
    await dialog.getByRole('button', { name: '依法保留' }).click()
    await expect(held).toContainText('依法保留')
    await page.goto('/firm/userTrash')
    await expect(row(gone.name).getByRole('button', { name: '彻底删除' })).toHaveCount(0)
    await held.getByRole('button', { name: '解除保留' }).click()
    await expect(held.getByRole('button', { name: '彻底删除' })).toBeVisible()
    await office.close()
  })

  await test.step('removed for good, it is in no list any more', async () => {
    await page.reload()
    await row(gone.name).getByRole('button', { name: '彻底删除' }).click()
    await agree(page, /将被彻底删除，无法再恢复/)
    await expect(inFront(page).getByText('已彻底删除 1 项')).toBeVisible()
    await expect(row(gone.name)).toHaveCount(0)
  })
})

test('an app password opens the disk to a program until it is revoked', async ({ page, request, baseURL }) => {
  await signIn(page, 'zxs')
  await page.goto('/info/index')
  await page.getByRole('tab', { name: '安全中心' }).click()
  await page.getByRole('button', { name: '新建应用密码' }).click()
  const form = page.getByRole('dialog', { name: '新建应用密码' })
  const name = `程序${Math.floor(Math.random() * 1e6)}`
  await form.getByLabel('用途').fill(name)
  await form.getByRole('button', { name: '生成' }).click()
  const made = page.getByRole('dialog', { name: '应用密码已生成' })
  await expect(made).toBeVisible()
  const [, account = '', password = ''] = await made.locator('code').allInnerTexts()
  const authorization = `Basic ${Buffer.from(`${account}:${password}`).toString('base64')}`
  const asked = () => request.fetch(`${baseURL}/dav/`, { method: 'PROPFIND', headers: { authorization, depth: '1' } })
  const listed = await asked()
  expect(listed.status()).toBe(207)
  expect(decodeURIComponent(await listed.text())).toContain('/dav/我的云盘/')
  await made.getByRole('button', { name: /^(?:关闭|Close)$/ }).click()
  const row = (await callAs(page, dav.list, {})).find((one) => one.name === name)
  expect(row?.tail).toBe(password.slice(-4))
  const line = page.getByRole('listitem').filter({ hasText: name })
  await line.getByRole('button', { name: '撤销' }).click()
  await agree(page, /立即不能再访问云盘/)
  await expect(line).toHaveCount(0)
  expect((await asked()).status()).toBe(401)
})
