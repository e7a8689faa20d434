/** What one's own settings, the lock screen and the human check may say. */
export const preferenceTexts = {
  settingsTooMany: {
    zh: '个人设置超过 {limit} KB，没有保存',
    en: 'The settings are over {limit} kB and were not saved',
  },
  lockEmpty: { zh: '锁屏密码不能为空', en: 'The lock password cannot be empty' },
  lockWrong: { zh: '锁屏密码不正确', en: 'The lock password is not right' },
  lockOldWrong: { zh: '原锁屏密码不正确', en: 'The lock password so far is not right' },
  lockAccountWrong: { zh: '账号密码不正确', en: 'The password of the account is not right' },
  lockNone: { zh: '还没有设置锁屏密码', en: 'No lock password has been set' },
  lockTries: { zh: '尝试次数过多，请稍后再试', en: 'Too many tries; please try again later' },
  humanEmpty: { zh: '验证码不能为空', en: 'The code cannot be empty' },
  humanWrong: { zh: '验证码不正确', en: 'The code is not right' },
} as const
