/** What may be wrong with a mobile number (specification, section 5). */
export const phoneTexts = {
  phoneEmpty: { zh: '手机号码不能为空', en: 'Please enter the mobile number' },
  phoneLength: { zh: '手机号码长度不为11位', en: 'A mobile number has 11 digits' },
  phoneFormat: { zh: '手机号码格式不正确', en: 'This is not a mobile number' },
} as const
