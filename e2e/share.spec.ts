import { expect, test } from '@playwright/test'
import { disk } from '#contract/disk.ts'
import { docRequest } from '#contract/doc-request.ts'
import { ask, projectPlace } from './ask.ts'
import { agree, inFront, newClient } from './journey.ts'
import { callAs } from './paper-project.ts'
import { signIn } from './people.ts'

const phone = { viewport: { width: 390, height: 844 }, locale: 'zh-CN' }

test('a folder is shared under a password, read by a stranger, and revoked', async ({ page, browser }) => {
  await signIn(page, 'zxs')
  const spaces = await callAs(page, disk.spaces, {})
  const own = spaces.find(({ type }) => type === 'user')?.rootId ?? ''
  const name = `交给客户的资料${Math.floor(Math.random() * 1e6)}`
  const folder = await callAs(page, disk.makeFolder, { parentId: own, name })
  await page.goto(`/firm/userDisk?v.folder=${folder.id}`)
  await inFront(page)
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('请核对') }])
  await expect(inFront(page).getByText('说明.txt').first()).toBeVisible()
  await page.goto('/firm/userDisk')
  await inFront(page).getByRole('checkbox', { name }).click()
  await inFront(page).getByRole('toolbar').getByRole('button', { name: '分享' }).click()
  const dialog = page.getByRole('dialog', { name: `分享“${name}”` })
  await dialog.getByLabel('密码').fill('dao-2026')
  await dialog.getByRole('button', { name: '生成链接' }).click()
  const address = await page.getByRole('dialog').getByLabel('链接').inputValue()
  await page.getByRole('button', { name: '完成' }).click()

  const stranger = await browser.newContext(phone)
  const visit = await stranger.newPage()
  await visit.goto(new URL(address).pathname)
  await visit.getByLabel('密码').fill('wrong')
  await visit.getByRole('button', { name: '打开' }).click()
  await expect(visit.getByText('密码不正确')).toBeVisible()
  await visit.getByLabel('密码').fill('dao-2026')
  await visit.getByRole('button', { name: '打开' }).click()
  const coming = visit.waitForEvent('download')
  await visit.getByRole('button', { name: '下载', exact: true }).click()
  expect((await coming).suggestedFilename()).toBe('说明.txt')

  await page.goto('/firm/userDisk?v.show=links')
  const row = inFront(page).getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('有效')
  await row.getByRole('button', { name: '撤销' }).click()
  await agree(page, `撤销“${name}”的链接`)
  await expect(row).toContainText('已撤销')
  await visit.reload()
  await expect(visit.getByRole('heading', { name: '链接无效或已失效' })).toBeVisible()
  await stranger.close()
})

test('a client sends a document without signing in, gets it back with a reason, sends it again', async ({
  page,
  browser,
}) => {
  await signIn(page, 'zxs')
  const place = await projectPlace(page, newClient(`资料客户${Math.floor(Math.random() * 1e6)}`))
  await page.goto(`/material-request/index?${place}`)
  await inFront(page).getByRole('button', { name: '新建清单' }).first().click()
  const form = page.getByRole('dialog', { name: '新建清单' })
  await form.getByLabel('清单名称').fill('汇算清缴资料')
  await form.getByRole('button', { name: '建立并生成链接' }).click()
  await expect(form).toBeHidden()
  const item = '全年科目余额表'
  const row = inFront(page).getByRole('row').filter({ hasText: item })
  await expect(row).toContainText('待提供')
  const projectId = place.get('projectId') ?? ''
  const list = (await ask(page, { method: 'GET', path: `/sc-llm/docRequest/list?projectId=${projectId}` })) as {
    records: { id: string }[]
  }
  const { path } = (await ask(page, {
    method: 'GET',
    path: `/sc-llm/docRequest/link?id=${list.records[0]?.id ?? ''}`,
  })) as { path: string }

  const client = await browser.newContext(phone)
  const visit = await client.newPage()
  await visit.goto(path)
  const asked = visit.getByRole('listitem').filter({ hasText: item })
  const send = (text: string) =>
    asked
      .locator('input[type=file]')
      .setInputFiles([{ name: '余额表.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }])
  await send('科目,余额\n1001,1')
  await expect(asked).toContainText('已收到，待验收')

  await page.reload()
  await row.getByRole('button', { name: '退回' }).click()
  const why = page.getByRole('dialog', { name: /退回/ })
  await why.getByRole('textbox').fill('缺少 12 月')
  await why.getByRole('button', { name: '退回' }).click()
  await expect(row).toContainText('已退回')

  await visit.reload()
  await expect(asked).toContainText('退回原因：缺少 12 月')
  await send('科目,余额\n1001,2')
  await expect(asked).toContainText('已收到，待验收')
  await page.reload()
  await row.getByRole('button', { name: '验收' }).click()
  await expect(row).toContainText('已验收')
  await row.getByRole('button', { name: '交给账套导入' }).first().click()
  await expect(row.getByRole('button', { name: '去导入' })).toBeVisible()
  await client.close()
})

test('a page that stood open too long says so, stays out of indexes, and has one thing that stands out', async ({
  page,
  browser,
}) => {
  await signIn(page, 'zxs')
  const place = await projectPlace(page, newClient(`久开客户${Math.floor(Math.random() * 1e6)}`))
  const projectId = place.get('projectId') ?? ''
  const { path } = await callAs(page, docRequest.save, {
    projectId,
    title: '汇算清缴资料',
    items: ['银行对账单', '往来函证', '固定资产清单'].map((name) => ({ name })),
  })
  const stranger = await browser.newContext(phone)
  const visit = await stranger.newPage()
  await visit.clock.install()
  await visit.goto(path)
  await expect(visit.getByRole('heading', { name: '汇算清缴资料' })).toBeVisible()
  await expect(visit.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expect(visit.getByRole('button', { name: '上传', exact: true })).toHaveCount(3)
  await expect(visit.locator('.main-button')).toHaveCount(1)
  await visit.clock.fastForward('12:01:00')
  await expect(visit.getByText('此页面已打开超过 12 小时')).toBeVisible()
  await visit.getByRole('button', { name: '重新打开' }).click()
  await expect(visit.getByText('此页面已打开超过 12 小时')).toHaveCount(0)
  await expect(visit.getByRole('heading', { name: '汇算清缴资料' })).toBeVisible()
  await stranger.close()
})
