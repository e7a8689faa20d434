import type { FastifyInstance } from 'fastify'
import { auth } from '#contract/auth.ts'
import { enterprise } from '#contract/enterprise.ts'
import { file } from '#contract/file.ts'
import { firm } from '#contract/firm.ts'
import { ledger } from '#contract/ledger.ts'
import { paper } from '#contract/paper.ts'
import { docFile, project } from '#contract/project.ts'
import { relation } from '#contract/relation.ts'
import { audit, dict, job, menu, push, tenant } from '#contract/system.ts'
import { authService } from './auth/auth-service.ts'
import { enterpriseService } from './enterprise/service.ts'
import { firmService } from './firm/service.ts'
import type { Kernel } from './kernel/kernel.ts'
import { openWeb } from './kernel/open-web.ts'
import { serve } from './kernel/serve.ts'
import { registerFinancialFiles } from './ledger/financial-upload.ts'
import { registerImport } from './ledger/import-job.ts'
import { ledgerService } from './ledger/service.ts'
import { registerGenerate } from './paper/generate-job.ts'
import { paperService } from './paper/service.ts'
import { docFileService, projectService } from './project/service.ts'
import { relationService } from './relation/service.ts'
import { auditService } from './system/audit-service.ts'
import { dictService } from './system/dict-service.ts'
import { fileService } from './system/file-service.ts'
import { jobService } from './system/job-service.ts'
import { menuService } from './system/menu-service.ts'
import { pushService } from './system/push-service.ts'
import { tenantService } from './system/tenant-service.ts'

/** The table of contents: every slice is one line. A slice that runs jobs or owns files registers them in a second. */
export async function buildApp(kernel: Kernel): Promise<FastifyInstance> {
  const app = await openWeb(kernel)
  serve(app, kernel, auth, authService)
  serve(app, kernel, menu, menuService)
  serve(app, kernel, dict, dictService)
  serve(app, kernel, tenant, tenantService)
  serve(app, kernel, job, jobService)
  serve(app, kernel, audit, auditService)
  serve(app, kernel, push, pushService)
  serve(app, kernel, file, fileService)
  serve(app, kernel, firm, firmService)
  serve(app, kernel, enterprise, enterpriseService)
  serve(app, kernel, project, projectService)
  serve(app, kernel, docFile, docFileService)
  serve(app, kernel, ledger, ledgerService)
  serve(app, kernel, relation, relationService)
  serve(app, kernel, paper, paperService)
  registerFinancialFiles(kernel.files)
  registerImport(kernel.jobs)
  registerGenerate(kernel.jobs)
  return app
}
