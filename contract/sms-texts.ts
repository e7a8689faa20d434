import { phoneTexts } from './phone-texts.ts'

/** What sending codes and registering may refuse. */
export const smsTexts = {
  ...phoneTexts,
  smsCodeEmpty: { zh: '验证码不能为空', en: 'Please enter the code' },
  smsCodeWrong: {
    zh: '验证码不正确或已过期，请核对或重新获取',
    en: 'The code is not right or no longer good; check it or ask for another',
  },
  smsTooSoon: { zh: '验证码已发送，请{seconds}秒后再获取', en: 'A code was sent; ask again in {seconds} s' },
  smsTooMany: {
    zh: '该手机号获取验证码次数过多，请稍后再试',
    en: 'Too many codes were asked for this number; please try later',
  },
  smsAddressTooMany: {
    zh: '当前网络获取验证码次数过多，请稍后再试',
    en: 'Too many codes were asked from this network; please try later',
  },
  smsCaptchaNeeded: { zh: '请先填写图片验证码', en: 'Please enter the captcha first' },
  smsChannelInUse: {
    zh: '渠道“{name}”下还有模板，请先删除模板',
    en: 'Channel "{name}" still has templates; delete them first',
  },
  smsSecretMissing: { zh: '请填写访问密钥', en: 'Please enter the access secret' },
  smsChannelIncomplete: { zh: '请填写{field}', en: 'Please fill in: {field}' },
  smsEndpointUnknown: {
    zh: '服务地址不是该服务商的域名',
    en: 'The service address is not one of this provider',
  },
  smsTemplateTaken: {
    zh: '该渠道已有这个场景的模板',
    en: 'The channel already has a template for this scene',
  },
  smsTemplateNoLink: { zh: '模板内容必须包含上传地址变量', en: 'The words must contain the address, {link}' },
  smsTemplateNoCode: { zh: '模板内容必须包含验证码变量', en: 'The words must contain the code' },
  resetNoticeTitle: { zh: '密码已重置', en: 'Your password was reset' },
  resetNoticeBody: {
    zh: '您的密码已通过短信验证码重置，来自网络地址 {address}。如非本人操作，请立即联系管理员。',
    en: 'Your password was reset by a code sent to your phone, from network address {address}. If it was not you, tell your administrator at once.',
  },
  guestNoticeTitle: { zh: '有人申请账号：{name}', en: 'Somebody asks for an account: {name}' },
  guestNoticeBody: {
    zh: '{name}（账号 {account}）申请加入，启用后方可登录。',
    en: '{name} (account {account}) asks to join; he can sign in once you enable him.',
  },
  registerClosed: { zh: '当前未开放该类注册', en: 'This kind of registration is closed' },
  registerTooMany: {
    zh: '当前网络今日注册次数过多，请明天再试',
    en: 'Too many registrations from this network today; please try tomorrow',
  },
  registerConsent: {
    zh: '请阅读并同意服务协议和隐私政策',
    en: 'Please read and accept the service agreement and the privacy notice',
  },
  registerUnnamed: { zh: '请填写名称', en: 'Please enter the name' },
  registerAccount: {
    zh: '账号为2到50位字母、数字、汉字或 _ . @ -，以字母、数字或汉字开头',
    en: 'An account has 2 to 50 letters, digits or _ . @ - and begins with a letter or a digit',
  },
  registerPassword: { zh: '请设置密码', en: 'Please set a password' },
  registerPasswordCommon: {
    zh: '密码过于常见，请换一个',
    en: 'This password is too common; please choose another',
  },
  registerFirmTaken: {
    zh: '该统一社会信用代码已注册，请联系贵所管理员开通账号',
    en: 'This credit code is registered already; ask the administrator of your firm for an account',
  },
  registerAccountTaken: { zh: '当前账号已被使用!', en: 'This account is in use already' },
  registerPhoneTaken: { zh: '该手机号已被其他账号使用', en: 'Another account uses this mobile number' },
} as const
