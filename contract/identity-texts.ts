/** What signing in by other ways, sessions and the security centre may refuse. */
export const identityTexts = {
  outsideFailed: {
    zh: '无法访问外部服务 {host}，请稍后重试；仍不成功时请管理员检查地址和网络',
    en: 'The outside service {host} cannot be reached; try again, then have your administrator check address and network',
  },
  tenantDisabled: {
    zh: '该租户已停用，请联系平台管理员',
    en: 'This tenant is disabled; ask the platform’s administrator',
  },
  tenantExpired: {
    zh: '该租户已到期，请联系平台管理员续期',
    en: 'This tenant has expired; ask the platform’s administrator to renew it',
  },
  userDisabled: { zh: '该账号已被锁定，请联系管理员', en: 'This account is locked; ask your administrator' },
  newDeviceTitle: { zh: '新设备登录', en: 'Sign-in from a new device' },
  newDeviceBody: {
    zh: '您的账号刚在一台新设备上登录，网络地址 {address}。如果不是您本人，请修改密码并下线该设备。',
    en: 'Your account was just used on a new device, network address {address}. If it was not you, change your password and sign that device out.',
  },
  phoneOfOther: { zh: '该手机号已被其他用户使用', en: 'Somebody else here uses this number' },
  fieldMissing: { zh: '参数 {field} 不正确：缺少', en: 'Field {field} is not right: it is missing' },
  mustChangePassword: { zh: '请先修改密码', en: 'Please change your password first' },
  socialUnknown: { zh: '没有启用这种登录方式', en: 'This way of signing in is not in use here' },
  socialUnbound: {
    zh: '该第三方账号还没有绑定，请绑定已有账号或注册新账号',
    en: 'This account is not linked yet; link it to yours or register',
  },
  socialTaken: { zh: '该第三方账号已绑定其他用户', en: 'This account is already linked to somebody else' },
  socialRefused: { zh: '第三方登录没有成功，请重新登录', en: 'Signing in there did not succeed; please try again' },
  flowOver: {
    zh: '登录已超时或已被使用，请重新开始',
    en: 'This sign-in is too old or was used already; please start again',
  },
  lastWayIn: {
    zh: '这是您唯一的登录方式，请先设置其他登录方式',
    en: 'This is your only way to sign in; set up another one first',
  },
  ssoNoAccount: {
    zh: '您还没有账号，请联系管理员开通',
    en: 'You have no account here yet; ask your administrator for one',
  },
  ssoDomain: { zh: '您的邮箱不在允许登录的范围内', en: 'Your e-mail address is not among those that may sign in' },
  ssoRole: { zh: '自动开通的角色不能是管理员', en: 'Accounts made automatically cannot be administrators' },
  ssoIssuer: {
    zh: '无法读取该发行方的配置：{why}',
    en: 'The configuration of this issuer cannot be read: {why}',
  },
  redirectRefused: { zh: '返回地址不在允许范围内', en: 'The return address is not allowed' },
  passkeyRefused: { zh: '面容/指纹验证没有通过，请重试', en: 'The passkey could not be verified; please try again' },
  passkeyMany: { zh: '最多可以设置 {most} 个', en: 'At most {most} can be set up' },
  passkeyKnown: { zh: '这台设备已经设置过', en: 'This device has been set up already' },
} as const
