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

export async function signIn(page: Page, role: Role): Promise<void> {
  await signInAs(page, accountOf(role))
  await expect(page).toHaveURL(/\/(?:firm|info)\//)
}
