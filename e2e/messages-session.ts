import { expect, type Page } from '@playwright/test'
import type { Meetings } from './meetings.ts'
import { locker, signIn, signInAs, unchecked } from './people.ts'

const said = async (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()
const STREAM = '**/sc-system/self-check/stream*'
const stream = (page: Page) => page.getByRole('row', { name: /^流式读取/ })

/** The lock screen, the human check, and a stream that breaks. */
export const aboutSession: Meetings = {
  人机识别: async (page) => {
    await signInAs(page, unchecked)
    await expect(page.getByRole('dialog', { name: '人机识别' })).toBeVisible()
  },
  验证码不能为空: async (page) => {
    await page.getByRole('dialog', { name: '人机识别' }).getByRole('button', { name: '确定' }).click()
    await said(page, '验证码不能为空')
  },
  验证码不正确: async (page) => {
    const dialog = page.getByRole('dialog', { name: '人机识别' })
    await dialog.getByLabel('验证码').fill('wrong')
    await dialog.getByRole('button', { name: '确定' }).click()
    await said(page, '验证码不正确')
  },
  锁屏密码不能为空: async (page) => {
    await signInAs(page, locker)
    await page.getByRole('button', { name: /^更多/ }).click()
    await page.getByRole('menuitem', { name: '锁屏' }).click()
    await page.getByRole('button', { name: '保存并锁屏' }).click()
    await said(page, '锁屏密码不能为空')
  },
  请输入锁屏密码: async (page) => {
    await page.getByPlaceholder('请输入锁屏密码').fill('lock-2026')
    await page.getByRole('button', { name: '保存并锁屏' }).click()
    await expect(page).toHaveURL(/\/lock$/)
    await page.getByPlaceholder('请输入锁屏密码').fill('lock-2026')
    await page.getByRole('button', { name: '解锁' }).click()
    await expect(page).toHaveURL(/\/firm\/index$/)
  },
  '多次重连失败，无法获取数据流': async (page) => {
    await signIn(page, 'administrator')
    await page.clock.install()
    await page.route(STREAM, (route) => route.abort())
    await page.goto('/test/index')
    await expect(async () => {
      await page.clock.fastForward(5_000)
      await expect(stream(page)).toContainText('多次重连失败，无法获取数据流', { timeout: 500 })
    }).toPass({ timeout: 15_000 })
    await page.unrouteAll()
  },
  '请求超时，请稍后重试': async (page) => {
    let asked = false
    // neither answered nor refused
    await page.route(STREAM, () => {
      asked = true
    })
    await page.reload()
    await expect.poll(() => asked).toBe(true)
    await page.clock.fastForward(121_000)
    await expect(stream(page)).toContainText('请求超时，请稍后重试')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  '输入的数据不合法!': async (page) => {
    await page.reload()
    await page.getByRole('button', { name: '保存结果' }).click()
    const dialog = page.getByRole('dialog', { name: '保存检查结果' })
    await dialog.getByLabel('文件名称').fill('a/b')
    await dialog.getByRole('button', { name: '确定' }).click()
    await said(page, '输入的数据不合法!')
  },
}
