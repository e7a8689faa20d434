import type { Text } from '#contract/texts.ts'
import { only, page, type PageRoute } from '../shell/page-route.ts'

const projects: Text = { zh: '企业项目', en: 'Projects' }
const relations: Text = { zh: '子公司与关联方', en: 'Related companies' }
const ofProject: Text = { zh: '项目所属企业', en: 'Enterprise of the project' }

/** Lists of projects, and the enterprises around an enterprise. */
export const projectPages: readonly PageRoute[] = [
  only(
    ['personal'],
    page(
      '/personal/personalEnterpriseProject',
      projects,
      'personal',
      async () => (await import('./ProjectListPage.tsx')).ProjectListPage,
    ),
  ),
  page(
    '/aiApp/projectList',
    projects,
    'enterprise',
    async () => (await import('./EnterpriseProjectListPage.tsx')).EnterpriseProjectListPage,
  ),
  page(
    '/aiApp/sonPage',
    relations,
    'enterprise',
    async () => (await import('./EnterpriseRelationsPage.tsx')).EnterpriseRelationsPage,
  ),
  page(
    '/projectfirmEnterprise/index',
    ofProject,
    'firm',
    async () => (await import('./ProjectEnterprisePage.tsx')).ProjectEnterprisePage,
  ),
]
