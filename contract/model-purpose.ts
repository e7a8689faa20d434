import type { Text } from './texts.ts'

/** On what errands models are asked, by the name in logs. */
export const modelPurposes: Readonly<Record<string, Text>> = {
  chat: { zh: 'AI 对话', en: 'AI chat' },
  'chat.title': { zh: '对话标题', en: 'Title of a conversation' },
  'chat.suggest': { zh: '建议的问题', en: 'Suggested questions' },
  'chat.image': { zh: '识别图片', en: 'Reading a picture' },
  'aiSearch.summary': { zh: '检索概括', en: 'Summary of a search' },
  'thinkChain.try': { zh: '试运行思维链', en: 'Trial of a chain of thought' },
  'prompt.try': { zh: '试用提示词模板', en: 'Trial of a prompt template' },
  'mask.file': { zh: '脱敏副本', en: 'Masked copy of a file' },
  openai: { zh: '外部程序', en: 'Another program' },
  'program.mcp': { zh: '给外部程序（MCP）', en: 'To a program (MCP)' },
  'program.api': { zh: '给外部程序（API）', en: 'To a program (API)' },
  'relation.advise': { zh: '科目对应建议', en: 'Advice on mapping' },
  'knowledge.search': { zh: '知识检索', en: 'Search in knowledge' },
  'knowledge.vectors': { zh: '建立向量', en: 'Vectors of knowledge' },
  'proposal.explain': { zh: '解释数字', en: 'Explaining a figure' },
  'proposal.note': { zh: '起草说明', en: 'Drafting a note' },
  'proposal.review': { zh: '复核意见', en: 'Review points' },
  'writing.write': { zh: '撰写', en: 'Writing' },
  'writing.rewrite': { zh: '改写', en: 'Rewriting' },
  'writing.shorten': { zh: '缩写', en: 'Shortening' },
  'writing.expand': { zh: '扩写', en: 'Expanding' },
  'writing.translate': { zh: '翻译', en: 'Translating' },
  'writing.continue': { zh: '续写', en: 'Going on' },
  'writing.check': { zh: '检查文字', en: 'Checking a text' },
}
