import { granted, page, type PageRoute } from '../shell/page-route.ts'

// not from texts.ts: the frame would load all of it
const title = { zh: '短信管理', en: 'Text messages' }

/** Text messages, for whoever administers a tenant. */
export const smsPages: readonly PageRoute[] = [
  granted(
    'sms.manage',
    page('/system/sms', title, 'byRole', async () => (await import('./SmsPage.tsx')).SmsPage),
  ),
]
