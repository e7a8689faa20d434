import type { Text } from '#contract/texts.ts'
import { granted, page, type PageRoute } from '../shell/page-route.ts'

const titles = {
  log: { zh: '日志', en: 'Logs' },
  audit: { zh: '审计', en: 'Audit' },
  online: { zh: '在线用户', en: 'Online users' },
  notice: { zh: '通知公告', en: 'Notices' },
  attachment: { zh: '附件管理', en: 'Attachments' },
  storage: { zh: '存储设置', en: 'Storage' },
  schedule: { zh: '定时任务', en: 'Scheduled jobs' },
} as const satisfies Record<string, Text>

/** What is watched: logs, audit, who is there, what is told, what is stored, what comes round. */
export const watchPages: readonly PageRoute[] = [
  granted(
    'log.view',
    page('/system/log', titles.log, 'byRole', async () => (await import('./LogPage.tsx')).LogPage),
  ),
  granted(
    'audit.view',
    page('/system/audit', titles.audit, 'byRole', async () => (await import('./AuditPage.tsx')).AuditPage),
  ),
  granted(
    'online.view',
    page('/system/online', titles.online, 'byRole', async () => (await import('./OnlinePage.tsx')).OnlinePage),
  ),
  granted(
    'notice.edit',
    page('/system/notice', titles.notice, 'byRole', async () => (await import('./NoticePage.tsx')).NoticePage),
  ),
  granted(
    'attachment.view',
    page(
      '/system/attachment',
      titles.attachment,
      'byRole',
      async () => (await import('./AttachmentPage.tsx')).AttachmentPage,
    ),
  ),
  granted(
    'storage.manage',
    page('/platform/storage', titles.storage, 'byRole', async () => (await import('./StoragePage.tsx')).StoragePage),
  ),
  granted(
    'schedule.manage',
    page(
      '/platform/schedule',
      titles.schedule,
      'byRole',
      async () => (await import('./SchedulePage.tsx')).SchedulePage,
    ),
  ),
]
