import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { z } from 'zod'
import type { Session as SessionSchema } from '#contract/auth.ts'
import { extentOf, type Grant, type Held } from '#contract/grants.ts'

/** What the token endpoint answers. */
export type SessionAnswer = z.output<typeof SessionSchema>

export type SessionState = {
  accessToken: string
  refreshToken: string
  /** When the token came, ms since 1970 by this browser's clock; 0 when signed out. */
  issuedAt: number
  tenantId: string
  /** Whose user this is: another tenant while the platform's administrator has entered one. */
  homeTenantId: string
  tenantName: string
  /** firm, school, person or platform. */
  tenantType: string
  /** Where the tenant's people come in; empty: here. */
  tenantDomain: string
  /** password, captcha, sms, social, sso or passkey. */
  signedInBy: string
  firmName: string
  userId: string
  account: string
  realName: string
  /** Comma-separated role aliases. */
  roleName: string
  deptId: string
  roleId: string
  avatar: string
  /** How far this person may go, by grant, as the server said at sign-in. */
  held: Held
  /** Nothing opens before this person has changed his password. */
  mustChangePassword: boolean
}

const signedOut: SessionState = {
  accessToken: '',
  refreshToken: '',
  issuedAt: 0,
  tenantId: '',
  homeTenantId: '',
  tenantName: '',
  tenantType: '',
  tenantDomain: '',
  signedInBy: '',
  firmName: '',
  userId: '',
  account: '',
  realName: '',
  roleName: '',
  deptId: '',
  roleId: '',
  avatar: '',
  held: {},
  mustChangePassword: false,
}
const KEY = 'digao.session'

/** Who is signed in here: one session for all windows of this browser. */
export const useSession = create<SessionState>()(persist(() => signedOut, { name: KEY }))

/** Takes over what the token endpoint answered, at sign-in and at every renewal. */
export const signInHere = (answer: SessionAnswer) =>
  useSession.setState({
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    issuedAt: Date.now(),
    tenantId: answer.tenant_id,
    homeTenantId: answer.detail.homeTenantId,
    tenantName: answer.detail.tenantName,
    tenantType: answer.detail.tenantType,
    tenantDomain: answer.detail.tenantDomain,
    signedInBy: answer.detail.signedInBy,
    firmName: answer.detail.firmName,
    userId: answer.user_id,
    account: answer.account,
    realName: answer.real_name || answer.nick_name || answer.user_name || answer.account,
    roleName: answer.role_name,
    deptId: answer.dept_id,
    roleId: answer.role_id,
    avatar: answer.avatar,
    held: answer.detail.held,
    mustChangePassword: answer.detail.mustChangePassword,
  })

/** Forgets the session, the tabs and what was chosen per enterprise; the server is not told. The tenant stays for the login page. */
export function signOutHere() {
  const { tenantId, homeTenantId } = useSession.getState()
  useSession.setState({ ...signedOut, tenantId: homeTenantId || tenantId })
  sessionStorage.clear()
}

/**
 * Another window signed in, renewed or signed out: follow it. What this window keeps, in memory and for its reload, is of who
 * was here: it goes with him, and the next person begins anew. Once, at the start.
 */
export function followOtherWindows() {
  addEventListener('storage', ({ key }) => {
    if (key === KEY) void useSession.persist.rehydrate()
  })
  // a page that comes back from the browser's memory has heard nothing meanwhile
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void useSession.persist.rehydrate()
  })
  useSession.subscribe((now, before) => {
    const stays = now.accessToken !== '' && now.userId === before.userId && now.tenantId === before.tenantId
    if (before.accessToken === '' || stays) return
    sessionStorage.clear()
    if (now.accessToken) location.replace('/')
  })
}

/**
 * `may(grant, row?)`: what the server would allow; it hides, the server decides. Under 'self' a row must be one's own, unless
 * the row's owner is not known here.
 */
export function useMay() {
  const { held, userId } = useSession()
  return (grant: Grant, row?: { createUser: string }) => {
    const extent = extentOf(held, grant)
    // whose department a row's maker is in, only the server knows
    return extent === true || typeof extent === 'object' || (extent === 'self' && (!row || row.createUser === userId))
  }
}
