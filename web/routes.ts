import type { ComponentType } from 'react'

/** Loads the frame with everything behind the sign-in; the login page fetches it after its own first paint. */
export const loadShell = () => import('./shell/Shell.tsx')

const refusal = (name: 'Forbidden' | 'NotFound' | 'Broken' | 'ForcedExit') => async () =>
  (await import('./portal/RefusalPage.tsx'))[`${name}Page`]
const login = async () => (await import('./portal/LoginPage.tsx')).LoginPage
const document = (name: 'Agreement' | 'Privacy') => async () =>
  (await import('./portal/DocumentPage.tsx'))[`${name}Page`]
const portal = async () => (await import('./portal/PortalPage.tsx')).PortalPage

const plainPages: Readonly<Record<string, () => Promise<ComponentType>>> = {
  '/login': login,
  '/firm/login': login,
  '/bind': async () => (await import('./portal/BindPage.tsx')).BindPage,
  '/firm/regist': async () => (await import('./portal/RegisterPage.tsx')).RegisterPage,
  '/reset-password': async () => (await import('./portal/ResetPasswordPage.tsx')).ResetPasswordPage,
  '/portal/agreement': document('Agreement'),
  '/portal/privacy': document('Privacy'),
  '/portal': portal,
  '/portal/home': portal,
  '/portal/buy': async () => (await import('./portal/PortalPage.tsx')).BuyPage,
  '/portal.html': refusal('ForcedExit'),
  '/403': refusal('Forbidden'),
  '/404': refusal('NotFound'),
  '/500': refusal('Broken'),
}

/** Pages for people without an account; a token stands where the star does. */
const guestPages: Readonly<Record<string, () => Promise<ComponentType>>> = {
  '/s/*': async () => (await import('./share/SharePage.tsx')).SharePage,
  '/request/*': async () => (await import('./doc-request/RequestPage.tsx')).RequestPage,
}
const guestPage = (pathname: string) => guestPages[pathname.replace(/^(\/[a-z]+\/)[\w-]+$/, '$1*')]

/** Whether an address is one of the pages without a frame. */
export const isPlain = (pathname: string) => Object.hasOwn(plainPages, pathname) || guestPage(pathname) !== undefined

/**
 * The page an address opens: one without a frame, which must stay light and knows no router, or the frame, whose router knows
 * the rest (shell/pages.ts). From one world to the other goes a full load, except into the frame after the sign-in.
 */
export const loadPage = async (pathname: string): Promise<ComponentType> =>
  plainPages[pathname]?.() ?? guestPage(pathname)?.() ?? (await loadShell()).Shell

/** Into the frame without a full load. */
export function enterFrame() {
  history.replaceState(null, '', '/')
  dispatchEvent(new PopStateEvent('popstate'))
}
