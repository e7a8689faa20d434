import { expect, type Page, test } from '@playwright/test'
import { messageRows } from '#facts/testing/checklist.ts'
import type { Meetings } from './meetings.ts'
import { aboutLogs, aboutTabs } from './messages-frame.ts'
import { aboutProjects } from './messages-project.ts'
import { aboutSession } from './messages-session.ts'
import { accountOf, signIn } from './people.ts'

const shows = (text: string) => async (page: Page) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible()

const atLogin: Meetings = {
  'AI 智慧赋能平台': async (page) => {
    await page.goto('/login')
    await shows('AI 智慧赋能平台')(page)
  },
  手机号码不能为空: async (page) => {
    await page.getByRole('combobox', { name: '租户' }).selectOption(accountOf('user').tenantId)
    await page.getByRole('tab', { name: '验证码', exact: true }).click()
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('手机号码不能为空')
  },
  手机号码长度不为11位: async (page) => {
    await page.getByLabel('手机号').fill('139')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('手机号码长度不为11位')
  },
  手机号码格式不正确: async (page) => {
    await page.getByLabel('手机号').fill('02161234567')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('手机号码格式不正确')
  },
  登录失败: async (page) => {
    await page.route('**/sc-system/user/smsValidate/sendLoginValidate*', (route) =>
      route.fulfill({ json: { code: 200, success: true, data: { smsId: '1' }, msg: '' } }),
    )
    await page.route('**/sc-auth/oauth/token*', (route) => route.fulfill({ json: { user_id: '1' } }))
    await page.getByLabel('手机号').fill('13900000009')
    await page.getByRole('button', { name: '发送验证码' }).click()
    await page.getByLabel('短信验证码').fill('123456')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('登录失败')
    await page.unrouteAll()
  },
  AI企业税审平台: async (page) => {
    await page.goto('/reset-password')
    await expect(page).toHaveTitle('AI企业税审平台')
    await expect(page.getByRole('heading', { name: 'AI企业税审平台' })).toBeVisible()
  },
}

/** What each role is called on the card of who is signed in. */
const roleLabel = (role: Parameters<typeof signIn>[1], text: string) => async (page: Page) => {
  await signIn(page, role)
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await expect(page.locator('.user-card').getByText(text)).toBeVisible()
}
const ofRoles: Meetings = {
  管理员: roleLabel('administrator', '管理员'),
  咨询师: roleLabel('zxs', '咨询师'),
  学生: roleLabel('student', '学生'),
  老师: roleLabel('teacher', '老师'),
  个人版: roleLabel('personal', '个人版'),
  普通用户: roleLabel('normal', '普通用户'),
}

const ofSchool: Meetings = {
  AI智能实训平台: async (page) => {
    await signIn(page, 'administrator')
    await page.goto('/edu/index')
    await expect(page.getByRole('navigation').getByText('AI智能实训平台')).toBeVisible()
    await expect(page).toHaveTitle(/AI智能实训平台|教育首页/)
  },
  学校: async (page) => expect(page.locator('.top-bar').getByText('学校', { exact: true })).toBeVisible(),
  教育门户: async (page) => {
    await page.goto('/edu/home')
    await expect(page.getByRole('heading', { name: '教育门户' })).toBeVisible()
  },
}

const ofFirm: Meetings = {
  我的事务所: async (page) => {
    await signIn(page, 'zxs')
    await expect(page.getByRole('heading', { name: '我的事务所' })).toBeVisible()
  },
  我的: async (page) => expect(page.getByRole('heading', { name: '我的', exact: true })).toBeVisible(),
  退出账号: async (page) => expect(page.getByRole('complementary').getByText('退出账号')).toBeVisible(),
  '20250523114543': shows('20250523114543'),
  事务所主页: async (page) => expect(page).toHaveTitle(/事务所主页/),
  个人中心: async (page) => {
    await page.getByRole('button', { name: /^用户菜单/ }).hover()
    await expect(page.getByText('个人中心', { exact: true }).first()).toBeVisible()
  },
  '获取事务所信息失败，请重新登录': async (page) => {
    await page.route('**/sc-llm/firm/detailByTenantId*', (route) =>
      route.fulfill({ json: { code: 500, success: false, data: {}, msg: '' } }),
    )
    await page.reload()
    const alert = page.getByRole('dialog', { name: '提示' })
    await expect(alert).toContainText('获取事务所信息失败，请重新登录')
    await alert.getByRole('button', { name: '确定' }).click()
    await expect(page).toHaveURL(/\/portal\.html$/)
    await page.unrouteAll()
  },
}

const groups: Record<string, Meetings> = {
  'at the login and beside it': atLogin,
  'for each role': ofRoles,
  'in the school edition': ofSchool,
  'in the firm': ofFirm,
  'about tabs': aboutTabs,
  'about logs and a broken frame': aboutLogs,
  'about projects': aboutProjects,
  'about the session and the connection': aboutSession,
}

test('every text of the specification has a place where it is met', () => {
  const met = Object.values(groups).flatMap((group) => Object.keys(group))
  expect(met.toSorted()).toEqual(messageRows.map(({ text }) => text).toSorted())
})

for (const [where, meetings] of Object.entries(groups)) {
  test(`the texts ${where} appear as the specification has them`, async ({ page }) => {
    for (const [text, meet] of Object.entries(meetings)) await test.step(text, () => meet(page))
  })
}
