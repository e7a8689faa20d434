import type { Tool } from './tool-row.ts'

/** Pages of other slices that people look for among the tools. */
export const aiTools: readonly Tool[] = [
  {
    code: 'maskFile',
    path: '/masking/index',
    category: 'ai',
    title: { zh: '文件脱敏', en: 'Masked copies of files' },
    says: {
      zh: '把文件里的名称、号码、账号换成代号，外发前使用，能还原',
      en: 'Names, numbers and accounts in a file replaced by tokens before it leaves; can be turned back',
    },
    icon: 'SafetyOutlined',
    words: '隐私 匿名 masking anonymise',
    runs: 'elsewhere',
  },
]
