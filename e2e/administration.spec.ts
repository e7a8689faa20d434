import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import * as xlsx from '@e965/xlsx'
import { testCreditCode } from '#server/project/testing-credit-code.ts'
import { inFront } from './journey.ts'
import {
  accountOf,
  CAPTCHA,
  firm,
  forgetful,
  overseer,
  passHumanCheck,
  platform,
  platformLooker,
  signIn,
  signInAs,
} from './people.ts'
import { faultsOf } from './page-faults.ts'

const newPassword = 'Kestrel-41-marsh'
/** Another number for every run against a server that stays. */
const number = () => String(Math.floor(Math.random() * 1e9)).padStart(9, '0')

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const refusal = (page: Page, text: string) =>
  expect(page.getByRole('alert').getByText(text, { exact: true })).toBeVisible()

test('a new colleague gets a password, must change it, and is seen in the logs and in the history', async ({
  page,
  browser,
}) => {
  const account = `zxs${number()}`
  await signIn(page, 'administrator')
  await page.goto('/system/user')
  await page.getByRole('button', { name: '新增用户' }).click()
  const form = page.getByRole('dialog', { name: '新增用户' })
  await form.getByLabel('姓名').fill('苏新')
  await form.getByLabel('账号').fill(account)
  await form.getByLabel('部门').click()
  await page.locator('.ant-select-tree-title').filter({ hasText: firm.name }).click()
  await page.keyboard.press('Escape')
  await form.getByLabel('角色').click()
  await page.locator('.ant-select-item-option').filter({ hasText: '咨询师' }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: '保存' }).click()
  const made = page.getByRole('dialog', { name: '新密码' })
  const password = await made.getByRole('row').filter({ hasText: account }).locator('code').innerText()
  await made.getByRole('button', { name: '我已记下' }).click()
  await expect(made).toBeHidden()

  const other = await browser.newContext()
  const colleague = await other.newPage()
  await signInAs(colleague, { tenantId: firm.tenantId, account, password })
  await expect(colleague.getByRole('heading', { name: '请修改密码' })).toBeVisible()
  await colleague.goto('/firm/firmEnterprise')
  await expect(colleague.getByRole('heading', { name: '请修改密码' }), 'no way around it').toBeVisible()
  await field(colleague, '原密码').fill(password)
  await field(colleague, '新密码').fill(newPassword)
  await field(colleague, '再输一次新密码').fill(newPassword)
  await colleague.getByRole('button', { name: '修改密码' }).click()
  await passHumanCheck(colleague)
  await expect(colleague.getByRole('heading', { name: '企业管理' })).toBeVisible()
  await other.close()

  await inFront(page).getByRole('cell', { name: account }).click()
  const record = page.getByRole('dialog', { name: '苏新' })
  await expect(record.getByText('咨询师')).toBeVisible()
  await record.getByRole('tab', { name: '变更记录' }).click()
  await expect(record.getByText('新增用户')).toBeVisible()
  await expect(record.getByText('本人修改密码')).toBeVisible()
  await page.goto('/system/log')
  await inFront(page).getByRole('tab', { name: '登录' }).click()
  await expect(inFront(page).getByRole('row').filter({ hasText: account }).getByText('成功')).toBeVisible()
})

/** The newest code in the outbox, as an administrator reads it. */
async function sentCode(page: Page, scene: string) {
  await page.goto('/system/sms')
  await inFront(page).getByRole('tab', { name: '发件箱' }).click()
  const newest = inFront(page).getByRole('row').filter({ hasText: scene }).filter({ hasText: '已写入' }).first()
  await expect(newest).toContainText(/\d{6}/)
  return /验证码是(\d{6})/.exec(await newest.innerText())?.[1] ?? ''
}

/** What is said about a mobile number stands in the specification, word by word. */
async function phoneIsAskedFor(page: Page) {
  const cases = [
    ['', '手机号码不能为空'],
    ['1390000', '手机号码长度不为11位'],
    ['01087654321', '手机号码格式不正确'],
  ] as const
  for (const [typed, said] of cases) {
    await field(page, '手机号').fill(typed)
    await page.getByRole('button', { name: '发送验证码' }).click()
    await refusal(page, said)
  }
}

test('a firm registers by a code, and a forgotten password is set anew', async ({ page, browser }) => {
  const office = await browser.newContext()
  const outbox = await office.newPage()
  await signInAs(outbox, platform)
  const [phone, account] = [`13${number()}`, `firm${number()}`]
  await page.goto('/firm/regist')
  await field(page, '事务所名称').fill(`明川${number()}税务师事务所`)
  await field(page, '统一社会信用代码').fill(testCreditCode(Number(number())))
  await field(page, '联系人').fill('周明川')
  await phoneIsAskedFor(page)
  await field(page, '手机号').fill(phone)
  await field(page, '图片验证码').fill(CAPTCHA)
  await page.getByRole('button', { name: '发送验证码' }).click()
  await expect(page.getByRole('button', { name: /^\d+s$/ })).toBeDisabled()
  await page.locator('[name=code]').fill(await sentCode(outbox, '注册'))
  await page.locator('[name=account]').fill(account)
  await page.locator('[name=password]').fill(newPassword)
  await field(page, '再次输入密码').fill(newPassword)
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await refusal(page, '请阅读并同意服务协议和隐私政策')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await expect(page.getByRole('heading', { name: '注册成功' })).toBeVisible()
  const tenantId = /租户编号\s*(\w+)/.exec(await page.locator('main').innerText())?.[1] ?? ''
  await signInAs(page, { tenantId, account, password: newPassword })
  await passHumanCheck(page)
  await expect(page.getByRole('heading', { name: '事务所主页' })).toBeVisible()

  const own = await browser.newContext()
  const forgotten = await own.newPage()
  await forgotten.goto('/reset-password')
  await expect(forgotten.getByRole('heading', { name: 'AI企业税审平台' })).toBeVisible()
  await forgotten.getByRole('combobox', { name: '租户' }).selectOption(forgetful.tenantId)
  await phoneIsAskedFor(forgotten)
  await field(forgotten, '手机号').fill(forgetful.phone)
  await forgotten.getByRole('button', { name: '发送验证码' }).click()
  await expect(forgotten.getByRole('button', { name: /^\d+s$/ })).toBeDisabled()
  await outbox.evaluate(() => localStorage.clear())
  await signInAs(outbox, accountOf('administrator'))
  await forgotten.locator('[name=code]').fill(await sentCode(outbox, '重置密码'))
  await forgotten.getByRole('button', { name: '下一步' }).click()
  await forgotten.locator('[name=password]').fill(newPassword)
  await field(forgotten, '再次输入密码').fill(newPassword)
  await forgotten.getByRole('button', { name: '设置新密码' }).click()
  await expect(forgotten.getByRole('heading', { name: '密码已重置' })).toBeVisible()
  await signInAs(forgotten, { ...forgetful, password: newPassword })
  await expect(forgotten).toHaveURL(/\/wel\/index$/)
  await Promise.all([office.close(), own.close()])
})

test('a view and the columns of a list last, and what it shows goes into a workbook', async ({ page }) => {
  const name = `我的视图${number()}`
  await signIn(page, 'admin')
  await page.goto('/system/user')
  await page.getByRole('search').getByRole('textbox', { name: '账号' }).fill('teacher')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/f\.account=teacher/)
  await page.getByRole('button', { name: /^视图：/ }).click()
  await page.getByRole('menuitem', { name: '保存为视图…' }).click()
  const dialog = page.getByRole('dialog', { name: '保存为视图' })
  await dialog.getByLabel('视图名称').fill(name)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: '列设置' }).click()
  const columns = page.getByRole('dialog', { name: '列设置' })
  await columns.getByRole('checkbox', { name: '显示 手机' }).uncheck()
  await columns.getByRole('checkbox', { name: '显示 邮箱' }).check()
  await columns.getByRole('button', { name: '应用' }).click()
  const heads = inFront(page).getByRole('columnheader')
  await expect(heads.filter({ hasText: '邮箱' })).toBeVisible()

  await page.goto('/system/user')
  await expect(heads.filter({ hasText: '邮箱' }), 'columns are kept').toBeVisible()
  await expect(heads.filter({ hasText: '手机' })).toHaveCount(0)
  await expect(inFront(page).getByRole('cell', { name: 'student' })).toBeVisible()
  await page.getByRole('button', { name: /^视图：/ }).click()
  await page.getByRole('menuitem', { name }).click()
  await expect(inFront(page).getByRole('cell', { name: 'teacher' })).toBeVisible()
  await expect(inFront(page).getByRole('cell', { name: 'student' })).toHaveCount(0)

  await inFront(page).getByRole('button', { name: '导出' }).click()
  const downloads = page.waitForEvent('download')
  await page.getByRole('alert').getByRole('button', { name: '下载' }).click()
  const file = await (await downloads).path()
  const book = xlsx.read(readFileSync(file))
  const text = JSON.stringify(xlsx.utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 }))
  expect(text).toContain('王海燕')
  expect(text).toContain('邮箱')
  expect(text, 'what the view leaves out stays out').not.toContain('赵一鸣')
})

const long = process.env['DIGAO_LONG'] === '1'
const looks = [
  { width: 1440, language: 'zh-CN' },
  { width: 390, language: 'en' },
]
const whoSeesWhat = [
  {
    who: 'a firm',
    account: overseer,
    // these are looked at by house.spec.ts
    seen: /^\/firm\/(?:index|firmEnterprise)$|^\/enterpriseProject|^\/platform/,
    beside: ['/dict-vertical/index', '/firm/user/info'],
    least: 18,
  },
  {
    who: 'the platform',
    account: platformLooker,
    seen: /^\/(?:firm|enterpriseProject|info|system|dict-horizontal)\//,
    beside: ['/firm/regist', '/reset-password', '/bind'],
    least: 11,
  },
]
for (const { who, account, seen, beside, least } of whoSeesWhat) {
  test(`every page of the menu of who administers ${who} bears its name, fits, and axe finds nothing serious`, async ({
    page,
  }) => {
    test.skip(!long, 'minutes: npm run test:long')
    test.slow()
    await signInAs(page, account)
    const faults: string[] = []
    for (const { width, language } of looks) {
      await page.setViewportSize({ width: 1440, height: 844 })
      if (language === 'en') await page.getByRole('button', { name: 'Switch to English' }).click()
      const own = (await menuEntries(page)).filter(({ path }) => !seen.test(path))
      expect(own.length).toBeGreaterThanOrEqual(least)
      await page.setViewportSize({ width, height: 844 })
      for (const { path, label } of [...own, ...beside.map((path) => ({ path, label: '' }))]) {
        await page.goto(path)
        await settled(page)
        if (label) await expect(inFront(page).getByRole('heading', { level: 1 })).toHaveText(label)
        faults.push(
          ...(await faultsOf(page, new AxeBuilder({ page }).setLegacyMode())).map(
            (fault) => `${path} ${width} ${language}: ${fault}`,
          ),
        )
      }
    }
    expect(faults).toEqual([])
  })
}
/** Every entry of the left menu, folded sections opened. */
async function menuEntries(page: Page) {
  const menu = page.getByRole('complementary')
  await expect(menu.getByRole('link').first()).toBeVisible()
  for (const folded of await menu.getByRole('button', { expanded: false }).all()) await folded.click()
  await expect(menu.getByRole('button', { expanded: false })).toHaveCount(0)
  const links = await menu.getByRole('link').all()
  return Promise.all(
    links.map(async (link) => ({ path: (await link.getAttribute('href')) ?? '', label: await link.innerText() })),
  )
}

async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true }).first()).toBeVisible()
  await expect(page.locator('.bone:visible')).toHaveCount(0)
}
