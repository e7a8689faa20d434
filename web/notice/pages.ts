import type { Role } from '#contract/grants.ts'
import { except, only, page, type PageRoute } from '../shell/page-route.ts'
import { texts } from './texts.ts'

const staff: readonly Role[] = ['administrator', 'admin', 'zxs']

/** What people are told of their edition and of the template centre. */
export const noticePages: readonly PageRoute[] = [
  page(
    '/firm/trailMessage',
    texts.edition,
    'byRole',
    async () => (await import('./TrailMessagePage.tsx')).TrailMessagePage,
  ),
  except(
    ['teacher', 'student'],
    only(
      staff,
      page(
        '/firm/knowledge/llmKnowledgeSwsDocTemplateTrailMessage',
        texts.template,
        'byRole',
        async () => (await import('./TemplateNoticePage.tsx')).TemplateNoticePage,
      ),
    ),
  ),
]
