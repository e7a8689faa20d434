import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { pick } from './journey.ts'
import { accountOf, CAPTCHA, choosy, signIn, signInAs } from './people.ts'

const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
/** A right credit code from its first 17 characters (GB 32100-2015). */
function creditCode(start: string) {
  let weight = 1
  let sum = 0
  for (const character of start) {
    sum += alphabet.indexOf(character) * weight
    weight = (weight * 3) % 31
  }
  return start + alphabet[(31 - (sum % 31)) % 31]
}
const menu = (page: Page, name: string) => page.getByRole('complementary').getByRole('link', { name, exact: true })
const searchName = (page: Page) => page.getByRole('search').getByRole('textbox', { name: '企业名称' })

async function fillEnterprise(page: Page, name: string, code: string) {
  await page.goto('/firm/firmEnterprise')
  await page.getByRole('button', { name: '新增企业' }).first().click()
  const form = page.getByRole('dialog', { name: '新增企业' })
  await form.getByLabel('企业名称').fill(name)
  await form.getByLabel('统一社会信用代码').fill(code)
  await form.getByRole('button', { name: '保存' }).click()
  return form
}

async function addEnterprise(page: Page, name: string, code: string) {
  await expect(await fillEnterprise(page, name, code)).toBeHidden()
}

test('a wrong password is said, and the captcha is new', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByText('AI 智慧赋能平台')).toBeVisible()
  await page.getByLabel('租户').selectOption(accountOf('zxs').tenantId)
  await page.getByLabel('账号').fill(accountOf('zxs').account)
  await page.getByLabel(/^密码/).fill('wrong')
  await page.getByLabel('验证码', { exact: true }).fill(CAPTCHA)
  const image = await page.getByAltText('验证码图片').getAttribute('src')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('用户名或密码错误')
  await expect(page.getByAltText('验证码图片')).not.toHaveAttribute('src', image ?? '')
})

test('without a session every page of the frame leads to the portal', async ({ page }) => {
  await page.goto('/firm/index')
  await page.waitForURL('**/portal/home')
  await expect(page.getByRole('link', { name: '登录' })).toBeVisible()
})

test('an enterprise, its project in a window of its own, and the way back out', async ({ page, context }) => {
  await signIn(page, 'admin')
  await fillEnterprise(page, '杭州恒信贸易有限公司', '91330106MA28ABCD10')
  await expect(page.getByText('统一社会信用代码不正确，请核对18位代码')).toBeVisible()
  await addEnterprise(page, '杭州恒信贸易有限公司', creditCode('91330106MA28ABCD1'))

  await page.getByRole('cell', { name: '杭州恒信贸易有限公司' }).click()
  await page.waitForURL(/\/aiApp\/index\?enterpriseId=/)
  await page.getByRole('button', { name: '新建项目' }).click()
  const dialog = page.getByRole('dialog', { name: '新建项目' })
  await dialog.getByRole('button', { name: '提交' }).click()
  for (const missing of ['请输入项目名称', '请输入年度', '请选择服务类型'])
    await expect(dialog.locator('.ant-form-item-explain-error').getByText(missing, { exact: true })).toBeVisible()
  await dialog.getByLabel('项目名称').fill('2024 年度汇算清缴鉴证')
  await dialog.getByLabel('年度').fill('2024')
  await dialog.getByLabel('年度').press('Enter')
  await pick(dialog.getByLabel('服务类型'), '汇算清缴鉴证')
  await pick(dialog.getByLabel('底稿模板'), '企业所得税汇算清缴鉴证底稿')
  await dialog.getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('项目数据确认提交后无法修改，是否确认提交？')).toBeVisible()
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('新建项目成功')).toBeVisible()

  const opened = context.waitForEvent('page')
  await page
    .getByRole('listitem')
    .getByRole('button', { name: /2024 年度汇算清缴鉴证.*2024 年度/ })
    .click()
  const window = await opened
  await expect(window).toHaveURL(/\/projectApp\/index\?enterpriseId=.+&projectId=.+&projectName=2024/)
  await expect(window.getByRole('link', { name: '财务信息' }).first()).toBeVisible()
  await window.close()

  await page.getByRole('button', { name: '删除 2024 年度汇算清缴鉴证' }).click()
  await expect(page.getByText('此操作将永久删除该项目, 是否继续?')).toBeVisible()
  await page.getByRole('button', { name: '删除', exact: true }).click()
  await expect(page.getByText('删除成功')).toBeVisible()

  await page.goto('/aiApp/index')
  await expect(page.getByText('页面异常，请重新进入')).toBeVisible()
})

test('tabs keep what was typed, also in an open dialog, and close to their neighbour', async ({ page }) => {
  await signIn(page, 'admin')
  await menu(page, '企业管理').click()
  await searchName(page).fill('半句')
  await page.getByRole('button', { name: '新增企业' }).first().click()
  await page.getByRole('dialog').getByLabel('联系人').fill('写到一半')
  // The address leads elsewhere while the form is open.
  await page.goBack()
  await expect(page.getByRole('heading', { name: '事务所主页' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goForward()
  await expect(page.getByRole('dialog').getByLabel('联系人')).toHaveValue('写到一半')
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await expect(searchName(page)).toHaveValue('半句')

  await page.getByRole('button', { name: '关闭 企业管理' }).click()
  await expect(page.getByRole('button', { name: '企业管理', exact: true })).toHaveCount(0)
  await expect(page).toHaveURL(/\/firm\/index$/)
  await expect(page.getByRole('button', { name: '关闭 事务所主页' })).toHaveCount(0)
})

test('the state of a list is in its address', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/firm/firmEnterprise')
  await searchName(page).fill('没有这样的企业')
  await page.keyboard.press('Enter')
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
  await expect(page).toHaveURL(/f\.enterpriseName=/)
  await page.reload()
  await expect(searchName(page)).toHaveValue('没有这样的企业')
  await page.getByRole('button', { name: '去掉条件 企业名称' }).click()
  await expect(page).toHaveURL(/\/firm\/firmEnterprise$/)
})

test('language and darkness change without a reload and last', async ({ page }) => {
  await signInAs(page, choosy)
  await page.getByRole('button', { name: 'Switch to English' }).click()
  await expect(page.getByRole('heading', { name: 'Firm home' })).toBeVisible()
  await expect(menu(page, 'Enterprises')).toBeVisible()
  await page.getByRole('button', { name: 'Dark' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Firm home' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-shade', 'dark')
})

test('signing out asks, then forgets the session in every window', async ({ page, context }) => {
  await signInAs(page, accountOf('admin'))
  const other = await context.newPage()
  await other.goto('/info/index')
  await expect(other.getByRole('heading', { name: '个人信息' })).toBeVisible()
  await page.getByRole('button', { name: '退出账号' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出账号' }).click()
  await expect(page).toHaveURL(/\/portal\/home$/)
  await expect(other).toHaveURL(/\/portal\/home$/)
})

test('a student may not open the firm home', async ({ page }) => {
  await signIn(page, 'student')
  await page.goto('/firm/index')
  await page.waitForURL('**/403')
  await expect(page.getByText('你不能查看这个页面')).toBeVisible()
})

// the long run looks at every route in both widths (routes.spec.ts)
const looks = [
  { width: 1440, paths: ['/firm/index', '/firm/firmEnterprise'] },
  { width: 390, paths: ['/enterpriseProject/projectList', '/info/index'] },
]
for (const { width, paths } of looks) {
  test(`nothing is wider than the window, and axe finds no serious fault, at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/login')
    await check(page)
    await signIn(page, 'admin')
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await check(page)
    }
  })
}

async function check(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(grave.map(({ id, nodes }) => `${page.url()}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wider).toBeLessThanOrEqual(0)
}
