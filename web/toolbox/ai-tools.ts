import type { Tool } from './tool-row.ts'

/** Pages of other slices that people look for among the tools. */
export const aiTools: readonly Tool[] = [
  {
    code: 'policyAnswer',
    path: '/chat',
    category: 'ai',
    title: { zh: '政策问答', en: 'Questions on tax policy' },
    says: {
      zh: '就税收政策提问，回答逐条附出处，由人复核后使用',
      en: 'Ask about tax policy; answers name their sources and are checked by a person before use',
    },
    icon: 'MessageOutlined',
    words: '法规 问答 税法 依据 对话 policy law answer chat',
    runs: 'elsewhere',
  },
  {
    code: 'contractReview',
    path: '/chat',
    category: 'ai',
    title: { zh: '合同涉税审查', en: 'Tax review of a contract' },
    says: {
      zh: '在 AI 对话里附上合同，选提示词模板“合同涉税条款审查”，逐条列出条款、风险和改法',
      en: 'Attach the contract in the AI chat and take the prompt template “Tax review of a contract”: clauses, risks, wording',
    },
    icon: 'SolutionOutlined',
    words: '合同 条款 审查 印花税 发票 contract clause review',
    runs: 'elsewhere',
  },
  {
    code: 'draftLetter',
    path: '/ai-content-editor',
    category: 'ai',
    title: { zh: '函件、说明起草', en: 'Drafts of letters and notes' },
    says: {
      zh: '由资料和要求起草情况说明、函件、报告段落，数字标明出处，写好后由人定稿',
      en: 'Letters, notes and parts of reports drafted from documents, figures with their source; a person finishes them',
    },
    icon: 'FileTextOutlined',
    words: '起草 写作 说明 函 报告 letter draft write',
    runs: 'elsewhere',
  },
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
