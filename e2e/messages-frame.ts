import { expect, type Page } from '@playwright/test'
import { projectPlace } from './ask.ts'
import { agree, newClient } from './journey.ts'
import type { Meetings } from './meetings.ts'
import { signIn } from './people.ts'

const said = async (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

const clearCache = async (page: Page) => {
  await page.getByRole('button', { name: '标签页操作' }).click()
  await page.getByRole('menuitem', { name: '清除缓存' }).click()
}

/** What the tab bars ask and say. */
export const aboutTabs: Meetings = {
  '是否需要清除缓存?': async (page) => {
    await signIn(page, 'admin')
    await clearCache(page)
    await said(page, '是否需要清除缓存?')
  },
  清除完毕: async (page) => {
    await agree(page, '是否需要清除缓存?')
    await said(page, '清除完毕')
  },
  '是否需要清除缓存1?': async (page) => {
    const place = await projectPlace(page, newClient(`缓存测试${Date.now()}有限公司`))
    await page.goto(`/aiApp/index?enterpriseId=${place.get('enterpriseId')}`)
    await clearCache(page)
    await said(page, '是否需要清除缓存1?')
    await agree(page, '是否需要清除缓存1?')
  },
}

const logs = async (page: Page) => {
  await page.getByRole('button', { name: /^更多/ }).click()
  await page.getByRole('menuitem', { name: /本地日志/ }).click()
  return page.getByRole('dialog', { name: '本地日志' })
}
/** Something goes wrong in the browser, once the frame stands that listens. */
async function fail(page: Page) {
  await expect(page.getByRole('button', { name: /^更多/ })).toBeAttached()
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('a fault for the log')
    })
  })
}

/** What the local log asks and says, and a layout that does not come. */
export const aboutLogs: Meetings = {
  '确定上传本地日志到服务器?': async (page) => {
    await signIn(page, 'zxs')
    await fail(page)
    const dialog = await logs(page)
    await expect(dialog.getByText('a fault for the log').first()).toBeVisible()
    await dialog.getByRole('button', { name: '上传到服务器' }).click()
    await said(page, '确定上传本地日志到服务器?')
  },
  '发送成功!': async (page) => {
    await agree(page, '确定上传本地日志到服务器?')
    await said(page, '发送成功!')
    await expect(page.getByText('这台电脑上没有错误记录')).toBeVisible()
  },
  '确定清空本地日志记录?': async (page) => {
    await fail(page)
    const dialog = page.getByRole('dialog', { name: '本地日志' })
    await dialog.getByRole('button', { name: '清空本地日志' }).click()
    await said(page, '确定清空本地日志记录?')
  },
  '清空成功!': async (page) => {
    await agree(page, '确定清空本地日志记录?')
    await said(page, '清空成功!')
  },
  'Layout Error': async (page) => {
    await page.route('**/assets/enterprise-layout*', (route) => route.abort())
    await page.goto('/aiApp/index?enterpriseId=none')
    await expect(page.getByRole('alert').getByText('Layout Error').first()).toBeVisible()
    await page.unrouteAll()
  },
}
