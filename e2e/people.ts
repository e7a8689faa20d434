import { expect, type Page } from '@playwright/test'
import type { Role } from '#contract/grants.ts'

/** What every captcha of the journeys' server reads. */
export const CAPTCHA = 'AB2CD'
/** The firm of the journeys: one account per role, named like the role. */
export const firm = { tenantId: '200001', name: '衡平税务师事务所' } as const
export const names: Readonly<Record<Role, string>> = {
  administrator: '陈立新',
  admin: '刘敏',
  zxs: '李思远',
  teacher: '王海燕',
  student: '赵一鸣',
  personal: '孙晓',
  normal: '周文',
  user: '吴敏',
}

/** The account of a role at the journeys' firm. */
export const accountOf = (role: Role) => ({ tenantId: firm.tenantId, account: role, password: 'Journey-2026' })

/** Runs the platform: tenant 000000. */
export const platform = { tenantId: '000000', account: 'platform', password: 'Journey-2026' } as const
const ofFirm = (account: string, name: string, role: Role) => ({
  tenantId: firm.tenantId,
  account,
  password: 'Journey-2026',
  name,
  role,
})
/** People of the firm who set up the frame to their taste: that stays with a person and would surprise who shares an account. */
export const choosy = ofFirm('choosy', '郑巧', 'administrator')
export const bilingual = ofFirm('bilingual', '韩双', 'zxs')
export const bookkeeper = ofFirm('bookkeeper', '钱账', 'zxs')
export const looker = ofFirm('looker', '顾看', 'zxs')
export const overseer = ofFirm('overseer', '沈巡', 'administrator')
export const locker = ofFirm('locker', '孟锁', 'zxs')
/** Somebody of the firm who has not yet shown that he is human; all others have. */
export const unchecked = ofFirm('unchecked', '冯机', 'zxs')
/** All who are not named like their role. */
export const apart = [bookkeeper, choosy, bilingual, looker, locker, overseer, unchecked]
/** A firm that has a model, so that the others show what there is without one. */
export const modelFirm = { tenantId: '200002', name: '问衡税务师事务所' } as const
const ofModelFirm = (account: string, name: string, role: Role) => ({
  ...ofFirm(account, name, role),
  tenantId: modelFirm.tenantId,
})
export const asker = ofModelFirm('asker', '邓问', 'admin')
export const reader = ofModelFirm('reader', '汪读', 'zxs')
/** What the human check of the journeys' server asks for. */
export const HUMAN_CODE = 'human-2026'
/** Runs it too, in whichever language. */
export const platformLooker = { ...platform, account: 'platform-looker' }
/** Somebody of the firm who will have forgotten his password. */
export const forgetful = { tenantId: firm.tenantId, account: 'forgetful', phone: '13900000001' } as const

type Account = { tenantId: string; account: string; password: string }

/** Signs in through the login page, by account, password and captcha, as a person does. */
export async function signInAs(page: Page, { tenantId, account, password }: Account): Promise<void> {
  await page.goto('/login')
  await page.getByRole('combobox', { name: /^(?:租户|Tenant)$/ }).selectOption(tenantId)
  await page.getByLabel(/^(?:账号|Account)$/).fill(account)
  await page.getByLabel(/^(?:密码|Password)/).fill(password)
  await page.getByLabel(/^(?:验证码|Captcha)$/).fill(CAPTCHA)
  await page.getByRole('button', { name: /^(?:登录|Sign in)$/ }).click()
  await expect(page).not.toHaveURL(/\/login$/)
}

/** Sessions of this worker's earlier sign-ins, by role: the browser's own store of them. */
const sessions = new Map<Role, string>()

/** Signs in by the form; the next time in the session of the time before. Who will sign out or be put out takes signInAs. */
export async function signIn(page: Page, role: Role): Promise<void> {
  const known = sessions.get(role)
  if (known) {
    await page.goto('/seal.svg')
    await page.evaluate((session) => localStorage.setItem('digao.session', session), known)
    await page.goto('/')
  } else await signInAs(page, accountOf(role))
  await expect(page.locator('.frame')).toBeVisible()
  sessions.set(role, await page.evaluate(() => localStorage.getItem('digao.session') ?? ''))
}

/** The first time somebody new comes in, the deployment's code is asked for. */
export async function passHumanCheck(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '人机识别' })
  await dialog.getByLabel('验证码').fill(HUMAN_CODE)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
}
