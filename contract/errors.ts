import { bindingTexts } from './binding-texts.ts'
import { chatTexts } from './chat-texts.ts'
import { identityTexts } from './identity-texts.ts'
import { diskTexts } from './disk-texts.ts'
import { docRequestTexts } from './doc-request-texts.ts'
import { shareTexts } from './share-texts.ts'
import { datasourceTexts } from './datasource-texts.ts'
import { entryTexts } from './entry-texts.ts'
import { enterpriseTexts } from './enterprise-texts.ts'
import { firmTexts } from './firm-texts.ts'
import { indicatorTexts } from './indicator-texts.ts'
import { ledgerImportTexts } from './ledger-import-texts.ts'
import { ledgerTexts } from './ledger-texts.ts'
import { ledgerVersionTexts } from './ledger-version-texts.ts'
import { knowledgeTexts } from './knowledge-texts.ts'
import { listTexts } from './list-texts.ts'
import { maskingTexts } from './masking-texts.ts'
import { modelTexts } from './model-texts.ts'
import { docFilesTexts } from './doc-files-texts.ts'
import { documentTexts } from './document-texts.ts'
import { paperTemplateTexts } from './paper-template-texts.ts'
import { paperTexts } from './paper-texts.ts'
import { preferenceTexts } from './preference-texts.ts'
import { peopleTexts } from './people-texts.ts'
import { proposalTexts } from './proposal-texts.ts'
import { promptTemplateTexts } from './prompt-template-texts.ts'
import { projectTexts } from './project-texts.ts'
import { relationTexts } from './relation-texts.ts'
import { systemTexts } from './system-texts.ts'
import { taxReturnTexts } from './tax-return-texts.ts'
import { tenantTexts } from './tenant-texts.ts'
import { toolTexts } from './tool-texts.ts'
import { davTexts } from './dav-texts.ts'
import { trashTexts } from './trash-texts.ts'
import { toolBankTexts } from './tool-bank-texts.ts'
import { toolRunTexts } from './tool-run-texts.ts'
import { sheetFileTexts } from './sheet-file-texts.ts'
import { smsTexts } from './sms-texts.ts'
import { storageTexts } from './storage-texts.ts'
import { voucherAttachmentTexts } from './voucher-attachment-texts.ts'
import { viewerTexts } from './viewer-texts.ts'
import { voucherCheckTexts } from './voucher-check-texts.ts'
import { watchTexts } from './watch-texts.ts'
import { workbookTexts } from './workbook-texts.ts'
import { writingTexts } from './writing-texts.ts'
import { fill, type Language, type Params, type Text } from './texts.ts'

/** Every message the server may answer with (specification, section 8; wire.md). Exact Chinese texts come from there. */
export const texts = {
  ok: { zh: '操作成功', en: 'Done' },
  nothing: { zh: '暂无承载数据', en: 'No data' },
  failed: { zh: '操作失败', en: 'The operation failed' },
  unauthorized: { zh: '请求未授权', en: 'Please sign in' },
  forbidden: { zh: '请求被拒绝', en: 'You may not do this' },
  notFound: { zh: '数据不存在', en: 'No such record' },
  conflict: { zh: '数据已被他人修改，请刷新', en: 'Somebody else changed this; please refresh' },
  overLimit: { zh: '资源数量超过限制，请购买更多资源', en: 'Over the limit of your package; please buy more' },
  tooMany: { zh: '请求过于频繁，请{seconds}秒后再试', en: 'Too many requests; try again in {seconds} s' },
  serverFault: { zh: '服务器异常（追踪号 {trace}）', en: 'Server error (trace {trace})' },
  pageTooDeep: {
    zh: '只能翻到前 {most} 条，请用筛选条件缩小范围',
    en: 'Only the first {most} rows can be paged through; narrow the list by a filter',
  },
  storeDown: { zh: '数据库暂时无法连接，请稍后重试', en: 'The database cannot be reached; please try again shortly' },
  storeFull: { zh: '存储空间不足，请联系管理员', en: 'The storage is full; please tell your administrator' },
  invalid: { zh: '参数 {field} 不正确：{why}', en: 'Field {field} is not right: {why}' },
  whyMissing: { zh: '缺少', en: 'it is missing' },
  whyFormat: { zh: '格式不正确', en: 'its format is not right' },
  whyType: { zh: '类型不正确', en: 'its type is not right' },
  whyTooBig: { zh: '超过上限 {limit}', en: 'it is over the limit of {limit}' },
  whyTooSmall: { zh: '低于下限 {limit}', en: 'it is under the limit of {limit}' },
  whyChoice: { zh: '不在可选范围内', en: 'it is none of the choices' },
  invalidBody: { zh: '请求内容无法读取', en: 'The request cannot be read' },
  invalidValue: { zh: '参数值不正确', en: 'A value is not right' },
  givenTwice: { zh: '参数 {field} 重复', en: 'Field {field} is given twice' },
  unsupportedType: { zh: '不支持的内容类型', en: 'Unsupported content type' },
  tooLarge: { zh: '内容超过大小限制', en: 'The content is over the size limit' },
  keyReused: { zh: '幂等键已用于不同的请求', en: 'The idempotency key was used for a different request' },
  keyRunning: { zh: '相同的请求正在处理', en: 'The same request is still running' },
  keyTooLong: { zh: '幂等键不能超过255个字符', en: 'The idempotency key is longer than 255 characters' },
  wrongPassword: { zh: '用户名或密码错误', en: 'Wrong account or password' },
  wrongCaptcha: { zh: '验证码不正确', en: 'The captcha is not right' },
  locked: { zh: '用户登录失败次数过多', en: 'Too many failed sign-ins' },
  loginFailed: { zh: '登录失败', en: 'Sign-in failed' },
  badClient: { zh: '客户端认证失败', en: 'Unknown client' },
  unknownGrant: { zh: '不支持的登录方式', en: 'Unsupported way of signing in' },
  jobDied: {
    zh: '服务在处理过程中停止，任务没有完成，请重新发起',
    en: 'The server stopped while this was running; it is not done, please start it again',
  },
  jobEnded: { zh: '任务已经结束', en: 'The job has already ended' },
  purposeUnknown: { zh: '不支持的文件用途', en: 'Unknown purpose of the file' },
  uploadBroken: { zh: '文件没有完整上传，请重新上传', en: 'The file did not arrive whole; please upload it again' },
  fileEmpty: { zh: '文件是空的', en: 'The file is empty' },
  rangeNotSatisfiable: { zh: '请求的范围不存在', en: 'There is no such range' },
  projectName: { zh: '请输入项目名称', en: 'Please enter the project name' },
  year: { zh: '请输入年度', en: 'Please enter the year' },
  category: { zh: '请选择服务类型', en: 'Please choose the service type' },
  template: { zh: '请选择模板', en: 'Please choose a template' },
  enterpriseMissing: {
    zh: '企业信息不完整，请刷新页面重试',
    en: 'The enterprise is incomplete; please refresh the page',
  },
  enterpriseName: { zh: '请输入企业名称', en: 'Please enter the enterprise name' },
  creditCode: {
    zh: '统一社会信用代码不正确，请核对18位代码',
    en: 'The unified social credit code is not right; check its 18 characters',
  },
  creditCodeTaken: {
    zh: '该统一社会信用代码的企业已存在：{name}',
    en: 'An enterprise with this credit code exists: {name}',
  },
  creditCodeOfColleague: {
    zh: '该统一社会信用代码的企业已由同事建立，请联系管理员把您加入该企业',
    en: 'A colleague has already added the enterprise with this credit code; ask your administrator to make you a member',
  },
  enterpriseInUse: { zh: '企业下还有项目，请先删除项目', en: 'The enterprise still has projects; delete them first' },
  projectNameTaken: { zh: '该企业下已有同名项目', en: 'The enterprise already has a project of this name' },
  yearHasLedger: {
    zh: '项目已有{year}年度的账套，不能改为其他年度；请另建项目',
    en: 'The project already has a ledger of {year}; its year cannot change. Please add another project',
  },
  ...bindingTexts,
  ...chatTexts,
  ...datasourceTexts,
  ...diskTexts,
  ...docRequestTexts,
  ...shareTexts,
  ...enterpriseTexts,
  ...entryTexts,
  ...firmTexts,
  ...ledgerTexts,
  ...ledgerVersionTexts,
  ...tenantTexts,
  ...toolTexts,
  ...toolBankTexts,
  ...toolRunTexts,
  ...peopleTexts,
  ...projectTexts,
  ...promptTemplateTexts,
  ...proposalTexts,
  ...relationTexts,
  ...systemTexts,
  ...taxReturnTexts,
  ...viewerTexts,
  ...voucherCheckTexts,
  ...indicatorTexts,
  ...knowledgeTexts,
  ...maskingTexts,
  ...modelTexts,
  ...paperTexts,
  ...paperTemplateTexts,
  ...docFilesTexts,
  ...documentTexts,
  ...preferenceTexts,
  ...ledgerImportTexts,
  ...listTexts,
  ...identityTexts,
  ...sheetFileTexts,
  ...smsTexts,
  ...storageTexts,
  ...trashTexts,
  ...davTexts,
  ...voucherAttachmentTexts,
  ...watchTexts,
  ...workbookTexts,
  ...writingTexts,
} as const satisfies Record<string, Text>
export type TextKey = keyof typeof texts

export const say = (key: TextKey, language: Language, params?: Params) =>
  fill(texts[key][language === 'en' ? 'en' : 'zh'], params)

/** Codes a client branches on; it never branches on text. */
export const codes = {
  ok: 200,
  bad: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  keyReused: 422,
  tooMany: 429,
  fault: 500,
  down: 503,
  full: 507,
  overLimit: 60002,
} as const

/** The code an answer carries for a refusal; anything not named here is a 400. */
export const codeOf: Partial<Record<TextKey, number>> = {
  unauthorized: codes.unauthorized,
  forbidden: codes.forbidden,
  viewerTicketOver: codes.unauthorized,
  notFound: codes.notFound,
  diskNameTaken: codes.conflict,
  diskMayNot: codes.forbidden,
  diskClosedInside: codes.forbidden,
  diskPurgeShared: codes.forbidden,
  diskPlaceGone: codes.notFound,
  diskSpaceFull: codes.overLimit,
  trashSomeGone: codes.notFound,
  trashFirm: codes.forbidden,
  guestGone: codes.notFound,
  conflict: codes.conflict,
  sheetStale: codes.conflict,
  overLimit: codes.overLimit,
  tooMany: codes.tooMany,
  lockTries: codes.tooMany,
  smsTooSoon: codes.tooMany,
  smsTooMany: codes.tooMany,
  smsAddressTooMany: codes.tooMany,
  registerTooMany: codes.tooMany,
  keyReused: codes.keyReused,
  keyRunning: codes.conflict,
  workbookStale: codes.conflict,
  workbookLeased: codes.conflict,
  writingStale: codes.conflict,
  writingLeased: codes.conflict,
  tokenDead: codes.unauthorized,
  tokenScope: codes.forbidden,
  tokenOff: codes.forbidden,
  serverFault: codes.fault,
  mustChangePassword: codes.forbidden,
  storeDown: codes.down,
  tenantMoving: codes.down,
  storeFull: codes.full,
  scannerAway: codes.down,
  storeGone: codes.down,
  storeAway: codes.down,
  unsupportedType: 415,
  tooLarge: 413,
  rangeNotSatisfiable: 416,
}
