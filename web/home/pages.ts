import type { Role } from '#contract/grants.ts'
import { except, only, page, type PageRoute } from '../shell/page-route.ts'
import { texts } from './texts.ts'

const staff: readonly Role[] = ['administrator', 'admin', 'zxs']

/** The pages people begin with. */
export const homePages: readonly PageRoute[] = [
  except(
    ['personal'],
    only(
      staff,
      page('/firm/index', texts.firmHome, 'byRole', async () => (await import('./FirmHomePage.tsx')).FirmHomePage),
    ),
  ),
  page('/wel/dashboard', texts.dashboard, 'byRole', async () => (await import('./DashboardPage.tsx')).DashboardPage),
  page('/wel/index', texts.welcome, 'byRole', async () => (await import('./WelcomePage.tsx')).WelcomePage),
  only(
    ['personal'],
    page(
      '/personal/index',
      texts.personalHome,
      'personal',
      async () => (await import('./PersonalHomePage.tsx')).PersonalHomePage,
    ),
  ),
]
