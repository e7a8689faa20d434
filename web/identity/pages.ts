import { granted, page, type PageRoute } from '../shell/page-route.ts'

// not from texts.ts: the frame would load all of it
const titles = {
  social: { zh: '第三方登录', en: 'Social sign-in' },
  sso: { zh: '单点登录', en: 'Single sign-on' },
  crypto: { zh: '报文加密', en: 'Payload encryption' },
} as const

/** Ways to sign in through others, and what clients encrypt with. */
export const identityPages: readonly PageRoute[] = [
  granted(
    'social.manage',
    page(
      '/system/social',
      titles.social,
      'byRole',
      async () => (await import('./SocialClientPage.tsx')).SocialClientPage,
    ),
  ),
  granted(
    'sso.manage',
    page('/system/sso', titles.sso, 'byRole', async () => (await import('./SsoProviderPage.tsx')).SsoProviderPage),
  ),
  granted(
    'client.manage',
    page(
      '/platform/payloadCrypto',
      titles.crypto,
      'byRole',
      async () => (await import('./PayloadPage.tsx')).PayloadPage,
    ),
  ),
]
