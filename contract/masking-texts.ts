/** What masking templates, and masking itself, may say. */
export const maskingTexts = {
  maskName: { zh: '请填写模板名称', en: 'Please name the template' },
  maskNameTaken: { zh: '已有同名模板', en: 'There is a template of this name' },
  maskAction: { zh: '{kind} 不能用 {action} 处理', en: '{action} cannot be applied to {kind}' },
  maskPattern: {
    zh: '号码样式 {pattern} 至少三个字符，并含 #（数字）、@（字母）或 *（任意字）',
    en: 'Pattern {pattern} needs at least three signs, among them # (digit), @ (letter) or * (any)',
  },
  maskWord: { zh: '词语 {word} 太短，会误伤正文', en: 'The word {word} is too short and would hide ordinary text' },
  maskFirmOnly: { zh: '事务所模板由管理员维护', en: 'Templates of the firm are kept by its administrators' },
  maskResidual: {
    zh: '脱敏后仍有 {count} 处可识别信息（{kinds}），内容未发出',
    en: '{count} identities ({kinds}) were still found after masking; nothing was sent',
  },
  maskTooLong: { zh: '内容超过 {limit} 字，请分段', en: 'The text exceeds {limit} characters; please divide it' },
  maskClientName: { zh: '输入的名称与客户名称“{name}”不一致', en: 'What was typed is not the client’s name, “{name}”' },
  maskFileReading: { zh: '正在读取 {file}', en: 'Reading {file}' },
  maskFileLeftOut: {
    zh: '以下内容不在脱敏副本中，请核对原文：',
    en: 'What follows is not in the masked copy; please check the original:',
  },
  maskFileMasking: { zh: '正在脱敏 {file}', en: 'Masking {file}' },
} as const
