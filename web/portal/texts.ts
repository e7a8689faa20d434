import type { Text } from '#contract/texts.ts'

/** The words of the pages without a frame. */
export const texts = {
  product: { zh: '底稿', en: 'Digao' },
  subtitle: { zh: 'AI 智慧赋能平台', en: 'The AI workbench for tax and audit' },
  signIn: { zh: '登录', en: 'Sign in' },
  signingIn: { zh: '正在登录', en: 'Signing in' },
  tenant: { zh: '租户', en: 'Tenant' },
  tenantHint: { zh: '租户编号，如 000000', en: 'Tenant number, such as 000000' },
  account: { zh: '账号', en: 'Account' },
  password: { zh: '密码', en: 'Password' },
  showPassword: { zh: '显示密码', en: 'Show password' },
  hidePassword: { zh: '隐藏密码', en: 'Hide password' },
  captcha: { zh: '验证码', en: 'Captcha' },
  captchaImage: { zh: '验证码图片', en: 'Captcha image' },
  newCaptcha: { zh: '看不清，换一张', en: 'Another image' },
  missing: { zh: '请填写{field}', en: 'Please fill in: {field}' },
  light: { zh: '浅色', en: 'Light' },
  dark: { zh: '深色', en: 'Dark' },
  otherLanguage: { zh: 'English', en: '简体中文' },
  portalHead: { zh: '让每一个数字，都站得住', en: 'Every figure stands on its evidence' },
  portalText: {
    zh: '从客户账套到可追溯的税审底稿：读账、核对、对应科目、生成底稿，一步一步都有出处。',
    en: 'From a client’s ledger to working papers that trace back to the voucher: read, tie out, map, generate.',
  },
  step1: { zh: '导入账套', en: 'Import the ledger' },
  step1Text: {
    zh: '余额表与序时账，按厂商导出的原样读入，每一行都记得来自哪个文件、哪一行。',
    en: 'Trial balance and journal as the vendor exports them; each row remembers its file and line.',
  },
  step2: { zh: '核对一致', en: 'Tie it out' },
  step2Text: {
    zh: '以分为单位、零容差勾稽；差异逐笔列出，说明原因。',
    en: 'To the fen, with no tolerance; each difference is listed with its reason.',
  },
  step3: { zh: '生成底稿', en: 'Generate the papers' },
  step3Text: {
    zh: '每个数字点开即见公式、依据与凭证。',
    en: 'Click any figure for its formula, its law and its vouchers.',
  },
  toFirm: { zh: '进入工作台', en: 'Open the workbench' },
  buyHead: { zh: '资源与套餐', en: 'Resources and packages' },
  buyText: {
    zh: '需要更多企业、项目或空间时，请联系平台管理员调整套餐；当前数据不受影响。',
    en: 'For more enterprises, projects or space, ask the platform’s administrator; your data stays as it is.',
  },
  back: { zh: '返回', en: 'Back' },
  home: { zh: '返回首页', en: 'Back to the start' },
  forbidden: { zh: '你不能查看这个页面', en: 'You may not see this page' },
  forbiddenText: {
    zh: '你的角色没有这个页面的权限。需要时请联系事务所管理员。',
    en: 'Your role does not include this page. Ask your firm’s administrator if you need it.',
  },
  notFound: { zh: '没有这个页面', en: 'There is no such page' },
  notFoundText: {
    zh: '地址可能已经改变。请从首页重新进入。',
    en: 'The address may have changed. Please start again from the home page.',
  },
  broken: { zh: '页面没能打开', en: 'The page could not be opened' },
  brokenText: {
    zh: '请重新进入；仍不成功时，请告诉管理员刚才的操作。',
    en: 'Please try again; if it keeps failing, tell your administrator what you did.',
  },
  forcedExit: { zh: '需要重新登录', en: 'Please sign in again' },
  forcedExitText: {
    zh: '没有取得事务所信息，已安全退出。',
    en: 'Your firm could not be read, so you have been signed out.',
  },
} as const satisfies Record<string, Text>
