import type { FastifyInstance } from 'fastify'
import { audit } from '#contract/audit.ts'
import { auth } from '#contract/auth.ts'
import { binding } from '#contract/binding.ts'
import { clientKey } from '#contract/client-key.ts'
import { client } from '#contract/client.ts'
import { dict } from '#contract/dict.ts'
import { datasource } from '#contract/datasource.ts'
import { clientProfile } from '#contract/client-profile.ts'
import { accessToken } from '#contract/access-token.ts'
import { adjustment } from '#contract/adjustment.ts'
import { enterprise } from '#contract/enterprise.ts'
import { entry } from '#contract/entry.ts'
import { enterpriseRelation } from '#contract/enterprise-relation.ts'
import { ownPhone, passkey, payloadCrypto, session, social, sso } from '#contract/identity.ts'
import { socialClient, ssoProvider } from '#contract/identity-provider.ts'
import { firm } from '#contract/firm.ts'
import { initData } from '#contract/init-data.ts'
import { ledger } from '#contract/ledger.ts'
import { fileMapping, ledgerVersion } from '#contract/ledger-version.ts'
import { log } from '#contract/log.ts'
import { menu, topMenu } from '#contract/menu.ts'
import { message, notice } from '#contract/notice.ts'
import { online } from '#contract/online.ts'
import { paper } from '#contract/paper.ts'
import { trace } from '#contract/trace.ts'
import { voucherAttachment } from '#contract/voucher-attachment.ts'
import { voucherCheck } from '#contract/voucher-check.ts'
import { workbook } from '#contract/workbook.ts'
import { param } from '#contract/param.ts'
import { humanCheck, lock, preference } from '#contract/preference.ts'
import { dept } from '#contract/dept.ts'
import { post } from '#contract/post.ts'
import { docFile } from '#contract/doc-files.ts'
import { paperTemplate } from '#contract/paper-template.ts'
import { project } from '#contract/project.ts'
import { region } from '#contract/region.ts'
import { relation } from '#contract/relation.ts'
import { schedule } from '#contract/schedule.ts'
import { attachment, storage } from '#contract/storage.ts'
import { storageCare, store } from '#contract/storage-care.ts'
import { role } from '#contract/role.ts'
import { indicator } from '#contract/indicator.ts'
import { rulePack } from '#contract/rule-pack.ts'
import { selfCheck } from '#contract/self-check.ts'
import { user } from '#contract/user.ts'
import { allowance, usage } from '#contract/entitlement.ts'
import { register } from '#contract/register.ts'
import { sms, smsCode } from '#contract/sms.ts'
import { tenantPackage } from '#contract/package.ts'
import { platform } from '#contract/platform.ts'
import { taxReturn } from '#contract/tax-return.ts'
import { tenant } from '#contract/tenant.ts'
import { job, push } from '#contract/system.ts'
import { accessTokenService } from './access-token/service.ts'
import { bindingService } from './binding/service.ts'
import { authService } from './auth/auth-service.ts'
import { registerMove } from './datasource/move.ts'
import { datasourceService } from './datasource/service.ts'
import { enterpriseExport } from './enterprise/enterprise-export.ts'
import { enterpriseImport } from './enterprise/enterprise-import.ts'
import { clientProfileService } from './enterprise/profile-service.ts'
import { enterpriseRelationService } from './enterprise/relation-service.ts'
import { enterpriseService } from './enterprise/service.ts'
import { adjustmentService } from './entry/adjustment-service.ts'
import { entryService } from './entry/service.ts'
import { firmService } from './firm/service.ts'
import { ownPhoneService, payloadCryptoService, ssoService } from './identity/identity-service.ts'
import { passkeyService } from './identity/passkey-service.ts'
import { sessionService } from './identity/session-service.ts'
import { socialClientService } from './identity/social-client-service.ts'
import { socialService } from './identity/social-service.ts'
import { ssoProviderService } from './identity/sso-provider-service.ts'
import type { Kernel } from './kernel/kernel.ts'
import { openWeb } from './kernel/open-web.ts'
import { serve } from './kernel/serve.ts'
import { registerFinancialFiles } from './ledger/financial-upload.ts'
import { overrideExport } from './workbook/override-export.ts'
import { registerOverrideFiles } from './workbook/override-file.ts'
import { workbookService } from './workbook/service.ts'
import { registerProposals } from './relation/propose-job.ts'
import { registerVoucherChecks } from './voucher-check/check-job.ts'
import { hitExport } from './voucher-check/hit-export.ts'
import { voucherCheckService } from './voucher-check/service.ts'
import { pathExport, traceService } from './paper/trace-service.ts'
import { voucherAttachmentService } from './voucher-attachment/service.ts'
import { registerVoucherFiles } from './voucher-attachment/voucher-file.ts'
import { bookExports } from './ledger/book-exports.ts'
import { registerImport } from './ledger/import-job.ts'
import { registerCompare } from './ledger/diff-job.ts'
import { ledgerService } from './ledger/service.ts'
import { ledgerVersionService } from './ledger/version-service.ts'
import { fileMappingService } from './file-mapping/service.ts'
import { registerInitFiles } from './init-data/init-file.ts'
import { registerReading } from './init-data/read-job.ts'
import { initDataService } from './init-data/service.ts'
import { openLists } from './list/lists.ts'
import { clientKeyService } from './masking/client-keys.ts'
import { modelUsageExport } from './model/usage-export.ts'
import { registerGenerate } from './paper/generate-job.ts'
import { paperService } from './paper/service.ts'
import { projectExport } from './project/project-export.ts'
import { deptService } from './people/dept-service.ts'
import { registerFirstPasswords } from './people/first-passwords.ts'
import { postService } from './people/post-service.ts'
import { roleService } from './people/role-service.ts'
import { userExport } from './people/user-export.ts'
import { userImport } from './people/user-import.ts'
import { userService } from './people/user-service.ts'
import { registerService } from './register/register-service.ts'
import { openSms } from './sms/open-sms.ts'
import { smsCodeService } from './sms/sms-code-service.ts'
import { smsService } from './sms/sms-service.ts'
import { projectService } from './project/service.ts'
import { docFileService, registerDocFiles } from './template/doc-file-service.ts'
import { paperTemplateService } from './template/template-service.ts'
import { humanCheckService } from './preference/human-check-service.ts'
import { lockService } from './preference/lock-service.ts'
import { preferenceService } from './preference/preference-service.ts'
import { selfCheckService } from './self-check/service.ts'
import { relationService } from './relation/service.ts'
import { registerStorageCare } from './storage/care-jobs.ts'
import { storageCareService } from './storage/care-service.ts'
import { storeService } from './storage/store-service.ts'
import { attachmentService } from './watch/attachment-service.ts'
import { auditService } from './watch/audit-service.ts'
import { registerBuiltInSchedules } from './watch/built-in-schedules.ts'
import { watchCalls } from './watch/call-log.ts'
import { logService } from './watch/log-service.ts'
import { messageService } from './watch/message-service.ts'
import { noticeService } from './watch/notice-service.ts'
import { onlineService } from './watch/online-service.ts'
import { scheduleService } from './watch/schedule-service.ts'
import { runSchedules } from './watch/schedules.ts'
import { registerStorageJobs } from './watch/storage-jobs.ts'
import { storageService } from './watch/storage-service.ts'
import { watchExports } from './watch/watch-exports.ts'
import { taxReturnService } from './taxlaw/return-service.ts'
import { indicatorService } from './indicator/service.ts'
import { thresholdExport } from './indicator/threshold-export.ts'
import { thresholdImport } from './indicator/threshold-import.ts'
import { rulePackService } from './taxlaw/rule-pack-service.ts'
import { registerScenarios } from './taxlaw/scenario-job.ts'
import { clientService } from './system/client-service.ts'
import { dictService } from './system/dict-service.ts'
import { jobService } from './system/job-service.ts'
import { menuService } from './system/menu-service.ts'
import { paramService } from './system/param-service.ts'
import { pushService } from './system/push-service.ts'
import { regionExport, regionImport } from './system/region-file.ts'
import { regionService } from './system/region-service.ts'
import { topMenuService } from './system/top-menu-service.ts'
import { allowanceService, usageService } from './tenant/usage-service.ts'
import { overviewService } from './tenant/overview-service.ts'
import { packageService } from './tenant/package-service.ts'
import { registerTenantSchedules } from './tenant/schedules.ts'
import { tenantService } from './tenant/service.ts'
import { tenantExport } from './tenant/tenant-export.ts'
import { serveAi } from './ai-app.ts'
import { serveFiles } from './file-app.ts'
import { docRequestExport } from './doc-request/item-page.ts'

/** The table of contents: every slice is one line. A slice that runs jobs or owns files registers them in a second. */
export async function buildApp(kernel: Kernel): Promise<FastifyInstance> {
  const app = await openWeb(kernel)
  watchCalls(app, kernel)
  serve(app, kernel, auth, authService)
  serve(app, kernel, session, sessionService)
  serve(app, kernel, social, socialService)
  serve(app, kernel, sso, ssoService)
  serve(app, kernel, passkey, passkeyService)
  serve(app, kernel, accessToken, accessTokenService)
  serve(app, kernel, ownPhone, ownPhoneService)
  serve(app, kernel, socialClient, socialClientService)
  serve(app, kernel, ssoProvider, ssoProviderService)
  serve(app, kernel, payloadCrypto, payloadCryptoService)
  serve(app, kernel, preference, preferenceService)
  serve(app, kernel, lock, lockService)
  serve(app, kernel, humanCheck, humanCheckService)
  serve(app, kernel, selfCheck, selfCheckService)
  serve(app, kernel, menu, menuService)
  serve(app, kernel, topMenu, topMenuService)
  serve(app, kernel, dict, dictService)
  serve(app, kernel, param, paramService)
  serve(app, kernel, region, regionService)
  serve(app, kernel, client, clientService)
  serve(app, kernel, tenant, tenantService)
  serve(app, kernel, tenantPackage, packageService)
  serve(app, kernel, platform, overviewService)
  serve(app, kernel, usage, usageService)
  serve(app, kernel, allowance, allowanceService)
  serve(app, kernel, job, jobService)
  serve(app, kernel, audit, auditService)
  serve(app, kernel, log, logService)
  serve(app, kernel, online, onlineService)
  serve(app, kernel, notice, noticeService)
  serve(app, kernel, message, messageService)
  serve(app, kernel, attachment, attachmentService)
  serve(app, kernel, storage, storageService)
  serve(app, kernel, store, storeService)
  serve(app, kernel, storageCare, storageCareService)
  serve(app, kernel, schedule, scheduleService)
  serve(app, kernel, push, pushService)
  serve(app, kernel, user, userService)
  serve(app, kernel, dept, deptService)
  serve(app, kernel, post, postService)
  serve(app, kernel, role, roleService(app.endpoints))
  serve(app, kernel, smsCode, smsCodeService)
  serve(app, kernel, sms, smsService)
  serve(app, kernel, register, registerService)
  serve(app, kernel, datasource, datasourceService)
  serve(app, kernel, firm, firmService)
  serve(app, kernel, enterprise, enterpriseService)
  serve(app, kernel, clientProfile, clientProfileService)
  serve(app, kernel, enterpriseRelation, enterpriseRelationService)
  serve(app, kernel, project, projectService)
  serve(app, kernel, docFile, docFileService)
  serve(app, kernel, paperTemplate, paperTemplateService)
  serve(app, kernel, ledger, ledgerService)
  serve(app, kernel, ledgerVersion, ledgerVersionService)
  serve(app, kernel, fileMapping, fileMappingService)
  serve(app, kernel, initData, initDataService)
  serve(app, kernel, relation, relationService)
  serve(app, kernel, paper, paperService)
  serve(app, kernel, binding, bindingService)
  serve(app, kernel, entry, entryService)
  serve(app, kernel, adjustment, adjustmentService)
  serve(app, kernel, taxReturn, taxReturnService)
  serve(app, kernel, rulePack, rulePackService)
  serve(app, kernel, indicator, indicatorService)
  serve(app, kernel, clientKey, clientKeyService)
  serveAi(app, kernel)
  await serveFiles(app, kernel)
  serve(app, kernel, workbook, workbookService)
  serve(app, kernel, voucherCheck, voucherCheckService)
  registerVoucherChecks(kernel.jobs)
  registerProposals(kernel.jobs)
  serve(app, kernel, trace, traceService)
  serve(app, kernel, voucherAttachment, voucherAttachmentService)
  openSms(app, kernel)
  registerTenantSchedules(kernel)
  registerMove(kernel.jobs)
  registerFinancialFiles(kernel.files)
  registerDocFiles(kernel)
  registerOverrideFiles(kernel.files)
  registerInitFiles(kernel.files)
  registerVoucherFiles(kernel.files)
  registerImport(kernel.jobs)
  registerCompare(kernel.jobs)
  registerReading(kernel.jobs)
  registerGenerate(kernel.jobs)
  registerScenarios(kernel.jobs)
  registerStorageJobs(kernel)
  registerStorageCare(kernel)
  registerBuiltInSchedules(kernel)
  runSchedules(app, kernel)
  const lists = openLists(app, kernel)
  lists.registerExport(enterpriseExport)
  lists.registerImport(enterpriseImport)
  lists.registerExport(projectExport)
  lists.registerExport(overrideExport)
  lists.registerExport(hitExport)
  lists.registerExport(docRequestExport)
  lists.registerExport(pathExport)
  lists.registerExport(thresholdExport)
  lists.registerImport(thresholdImport)
  lists.registerExport(tenantExport)
  lists.registerExport(modelUsageExport)
  lists.registerExport(userExport)
  lists.registerImport(userImport)
  registerFirstPasswords(kernel.jobs)
  lists.registerExport(regionExport)
  lists.registerImport(regionImport)
  for (const one of [...watchExports, ...bookExports]) lists.registerExport(one)
  return app
}
