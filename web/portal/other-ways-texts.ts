import type { Text } from '#contract/texts.ts'

/** The words of signing in otherwise than by a password. */
export const otherWaysTexts = {
  otherWays: { zh: '其他登录方式', en: 'Other ways to sign in' },
  passkey: { zh: '面容/指纹登录', en: 'Passkey' },
  passkeyStopped: { zh: '没有完成面容/指纹验证', en: 'The passkey was not used' },
  through: { zh: '使用{name}登录', en: 'Sign in with {name}' },
  returning: { zh: '正在登录', en: 'Signing in' },
  notBegunHere: {
    zh: '这次登录不是在本窗口发起的，请重新登录',
    en: 'This sign-in was not begun in this window; please sign in again',
  },
  givenUp: { zh: '登录已取消，请重新选择登录方式', en: 'The sign-in was given up; choose a way to sign in' },
  unbound: {
    zh: '第三方账号“{name}”还没有绑定。登录已有账号即完成绑定。',
    en: '“{name}” is not linked yet. Sign in to your account to link it.',
  },
  thatAccount: { zh: '未命名', en: 'without a name' },
  askAccount: { zh: '没有账号，注册一个', en: 'No account yet? Register one' },
  haveAccount: { zh: '返回登录页', en: 'Back to the sign-in' },
  bindAccount: { zh: '绑定第三方账号', en: 'Link an account' },
  bindTitle: { zh: '注册新账号', en: 'Register an account' },
  bindText: {
    zh: '账号由管理员启用后，即可用第三方账号“{name}”登录。',
    en: 'Once an administrator has let you in, “{name}” signs you in.',
  },
  nothingToBind: {
    zh: '没有等待绑定的第三方账号，请从登录页选择第三方登录。',
    en: 'No account waits to be linked. Begin at the login page.',
  },
  toLogin: { zh: '去登录', en: 'To the sign-in' },
  realName: { zh: '姓名', en: 'Name' },
  account: { zh: '账号', en: 'Account' },
  accountHint: {
    zh: '字母开头，4 至 32 位字母、数字、点、横线',
    en: 'A letter first; 4 to 32 letters, digits, dots, hyphens',
  },
  password: { zh: '密码', en: 'Password' },
  missing: { zh: '请填写{field}', en: 'Please fill in: {field}' },
  captcha: { zh: '验证码', en: 'Captcha' },
  submit: { zh: '提交申请', en: 'Send' },
  sending: { zh: '正在提交', en: 'Sending' },
  asked: { zh: '申请已提交', en: 'It is sent' },
  askedText: {
    zh: '账号 {account} 等待 {tenant} 的管理员启用，之后即可登录。',
    en: 'Account {account} waits for an administrator of {tenant} to let it in.',
  },
  notNow: { zh: '暂不绑定', en: 'Not now' },
} as const satisfies Record<string, Text>
