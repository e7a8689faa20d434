import type { Role } from '#contract/grants.ts'
import { peoplePages } from '#web/people/pages.ts'
import { only, page, type PageRoute } from './page-route.ts'
import { identityPages } from '../identity/pages.ts'
import { chatPages } from '../chat/pages.ts'
import { personPages } from '../person/pages.ts'
import { smsPages } from '../sms/pages.ts'
import { texts } from './texts.ts'
import { aiSearchPages } from '../ai-search/pages.ts'
import { clientPages } from '../client/pages.ts'
import { fileMappingPages } from '../file-mapping/pages.ts'
import { firmPages } from '../firm/pages.ts'
import { initDataPages } from '../init-data/pages.ts'
import { homePages } from '../home/pages.ts'
import { indicatorPages } from '../indicator/pages.ts'
import { projectPages } from '../project/pages.ts'
import { laterPages } from '../later/pages.ts'
import { framePages } from '../menu/pages.ts'
import { modelPages } from '../model/pages.ts'
import { knowledgePages } from '../knowledge/pages.ts'
import { promptTemplatePages } from '../prompt-template/pages.ts'
import { maskingPages } from '../masking/pages.ts'
import { toolboxPages } from '../toolbox/pages.ts'
import { noticePages } from '../notice/pages.ts'
import { datasourcePages } from '../datasource/pages.ts'
import { docRequestPages } from '../doc-request/pages.ts'
import { diskPages } from '../disk/pages.ts'
import { sessionPages } from '../session/pages.ts'
import { sheetPages } from '../sheet/pages.ts'
import { systemPages } from '../system/pages.ts'
import { templatePages } from '../template/pages.ts'
import { taxlawPages } from '../taxlaw/pages.ts'
import { thinkChainPages } from '../think-chain/pages.ts'
import { tenantPages } from '../tenant/pages.ts'
import { viewerPages } from '../viewer/pages.ts'
import { voucherCheckPages } from '../voucher-check/pages.ts'
import { trashPages } from '../trash/pages.ts'
import { watchPages } from '../watch/pages.ts'
import { writingPages } from '../writing/pages.ts'

const firmStaff: readonly Role[] = ['administrator', 'admin', 'zxs']

/** Every page in the frame; each is a chunk of its own. */
export const pages: readonly PageRoute[] = [
  ...homePages,
  ...clientPages,
  only(
    firmStaff,
    page(
      '/enterpriseProject/projectList',
      texts.projects,
      'byRole',
      async () => (await import('../project/ProjectListPage.tsx')).ProjectListPage,
    ),
  ),
  ...personPages,
  ...identityPages,
  page(
    '/aiApp/index',
    texts.enterpriseHome,
    'enterprise',
    async () => (await import('../home/EnterpriseWelcomePage.tsx')).EnterpriseWelcomePage,
  ),
  page(
    '/projectApp/index',
    texts.projectHome,
    'project',
    async () => (await import('../project/ProjectHomePage.tsx')).ProjectHomePage,
  ),
  page(
    '/firmProject/financialInfo',
    texts.financialInfo,
    'project',
    async () => (await import('../ledger/FinancialInfoPage.tsx')).FinancialInfoPage,
  ),
  page(
    '/firmProject/runprepare',
    texts.runprepare,
    'project',
    async () => (await import('../ledger/RunPreparePage.tsx')).RunPreparePage,
  ),
  page(
    '/firmProject/buildrelationbill',
    texts.buildrelationbill,
    'project',
    async () => (await import('../relation/RelationPage.tsx')).RelationPage,
  ),
  page(
    '/firmProject/genbillvalue',
    texts.genbillvalue,
    'project',
    async () => (await import('../paper/GeneratePage.tsx')).GeneratePage,
  ),
  page('/wps/index', texts.wps, 'project', async () => (await import('../paper/WorkbookPage.tsx')).WorkbookPage),
  page('/table-info/index', texts.tableInfo, 'project', async () => (await import('../trace/TracePage.tsx')).TracePage),
  ...watchPages,
  ...trashPages,
  ...taxlawPages,
  ...voucherCheckPages,
  ...docRequestPages,
  ...writingPages,
  ...fileMappingPages,
  ...initDataPages,
  ...indicatorPages,
  ...knowledgePages,
  ...aiSearchPages,
  ...chatPages,
  ...thinkChainPages,
  ...maskingPages,
  ...toolboxPages,
  ...promptTemplatePages,
  ...firmPages,
  ...projectPages,
  ...datasourcePages,
  ...diskPages,
  ...systemPages,
  ...sessionPages,
  ...sheetPages,
  ...viewerPages,
  ...tenantPages,
  ...peoplePages,
  ...smsPages,
  ...modelPages,
  ...framePages,
  ...noticePages,
  ...templatePages,
  ...laterPages,
]
