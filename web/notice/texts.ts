import type { Text } from '#contract/texts.ts'

/** The words of the notices on editions and templates. */
export const texts = {
  edition: { zh: '版本说明', en: 'Your edition' },
  none: { zh: '未设套餐', en: 'No package' },
  trial: { zh: '试用中', en: 'Trial' },
  active: { zh: '正式使用', en: 'In use' },
  expired: { zh: '已到期', en: 'Expired' },
  disabled: { zh: '已停用', en: 'Disabled' },
  trialHead: { zh: '您正在试用，还有 {days} 天', en: 'You are on trial, {days} more days' },
  trialLast: { zh: '试用今天结束', en: 'The trial ends today' },
  trialText: {
    zh: '试用期内功能完整，数量有上限。到期后不能再登录，数据保留；购买后接着用，不必重新建账。',
    en: 'During the trial every function is there, in limited numbers. When it ends nobody can sign in, the data stays; after buying you go on where you were.',
  },
  paidHead: { zh: '套餐有效至 {date}', en: 'Your package runs until {date}' },
  openHead: { zh: '套餐没有到期日', en: 'Your package does not end' },
  noneHead: { zh: '没有设置套餐，数量不限', en: 'No package, and no limits' },
  noneText: {
    zh: '没有到期日，也不计上限；下面是已经用到的数量。',
    en: 'Nothing ends and nothing is limited; below is what you have used so far.',
  },
  paidText: {
    zh: '下面是套餐包含的数量和已用的数量。用满时系统会说明缺什么，随时可以增购。',
    en: 'Below is what the package includes and what is used. At a limit you are told what is missing; you can buy more at any time.',
  },
  buy: { zh: '购买或升级', en: 'Buy or upgrade' },
  details: { zh: '查看用量明细', en: 'See the usage' },
  included: { zh: '包含与剩余', en: 'Included and left' },
  works: { zh: '功能', en: 'What you can do' },
  work1: { zh: '导入账套，逐分勾稽', en: 'Import ledgers and tie them out to the fen' },
  work2: { zh: '建立关系单，生成全部底稿', en: 'Map accounts and generate all papers' },
  work3: { zh: '每个数字可追溯到凭证和法规', en: 'Trace every figure to its vouchers and law' },
  work4: { zh: '下载带公式的底稿工作簿', en: 'Download the workbook with its formulas' },

  template: { zh: '底稿模板', en: 'Working-paper templates' },
  templateHead: { zh: '模板中心由管理员维护', en: 'Templates are kept by the administrator' },
  templateText: {
    zh: '事务所自己的底稿模板在模板中心：上传表样、绑定取数公式、发布版本，之后新建的项目就可以选用。',
    en: 'The firm’s own working papers live in the template centre: upload sheets, bind their formulas, publish a version; new projects can then choose them.',
  },
  templateNeed: { zh: '打开模板中心需要', en: 'To open it you need' },
  needRole: { zh: '管理员角色（admin）', en: 'The role administrator (admin)' },
  needRoleText: {
    zh: '请本所管理员在“用户管理”里为您加上，或由管理员代为维护。',
    en: 'Ask your firm’s administrator to give it to you under Users, or to keep the templates for you.',
  },
  needEdition: { zh: '正式版套餐', en: 'A full edition' },
  needEditionText: {
    zh: '试用版可以使用系统模板；维护本所模板请升级。',
    en: 'The trial works with the product’s own templates; to keep the firm’s own, upgrade.',
  },
  have: { zh: '已具备', en: 'You have it' },
  missing: { zh: '还没有', en: 'Missing' },
  meanwhile: {
    zh: '没有模板中心也能工作：新建项目时选用系统模板，按现行法规配齐全部底稿。',
    en: 'Work goes on without it: a new project takes the product’s templates, complete under current law.',
  },
  toCentre: { zh: '打开模板中心', en: 'Open the template centre' },
  toProjects: { zh: '查看企业项目', en: 'See the projects' },
} as const satisfies Record<string, Text>
