import type { Text } from '#contract/texts.ts'

/** The words of the search over everything. */
export const texts = {
  title: { zh: 'AI 检索', en: 'AI search' },
  box: { zh: '要查找的内容', en: 'What to look for' },
  hint: { zh: '名称、金额、凭证号或问题', en: 'Name, amount or question' },
  go: { zh: '搜索', en: 'Search' },
  inProject: { zh: '只查一个项目', en: 'In one project only' },
  begin: {
    zh: '输入名称、摘要、凭证号、金额或一个问题，您能看到的客户、项目、底稿、科目、凭证、文件和知识库一次查完。',
    en: 'Type a name, words of a summary, a voucher number, an amount or a question: the clients, projects, papers, accounts, vouchers, files and knowledge you may see are searched at once.',
  },
  facets: { zh: '结果的类别', en: 'Kinds of results' },
  all: { zh: '全部', en: 'All' },
  client: { zh: '客户', en: 'Clients' },
  project: { zh: '项目', en: 'Projects' },
  paper: { zh: '底稿', en: 'Papers' },
  account: { zh: '科目', en: 'Accounts' },
  voucher: { zh: '凭证', en: 'Vouchers' },
  file: { zh: '文件', en: 'Files' },
  knowledge: { zh: '知识库', en: 'Knowledge' },
  nothing: { zh: '没有找到“{text}”', en: 'Nothing was found for “{text}”' },
  nothingHint: {
    zh: '减少几个字，或换一种说法；不在您权限内的内容不会出现。',
    en: 'Try fewer or other words; what you may not see does not appear.',
  },
  showAll: { zh: '查看全部 {count} 条', en: 'Show all {count}' },
  left: {
    zh: '另有 {count} 个较早的项目没有查，选择项目后再查',
    en: '{count} older projects were not searched; choose one above to look there',
  },
  summarise: { zh: 'AI 概括', en: 'Sum up by AI' },
  again: { zh: '重新概括', en: 'Sum up again' },
  summary: { zh: 'AI 概括', en: 'AI summary' },
  summarising: { zh: '正在概括', en: 'Summing up' },
  stop: { zh: '停止', en: 'Stop' },
  mark: { zh: 'AI 生成，未复核', en: 'Written by AI, not reviewed' },
  by: { zh: '模型 {model}', en: 'Model {model}' },
  doubts: {
    zh: '有 {count} 处未能在来源中核对，已标出',
    en: '{count} places could not be verified in the sources; they are marked',
  },
  sourceMissing: { zh: '没有这个来源', en: 'There is no such source' },
  figureUnverified: { zh: '来源中没有这个数字', en: 'No source has this number' },
  quoteUnverified: { zh: '来源中没有这段原文', en: 'No source has these words' },
  noModel: { zh: '未配置模型，只列出检索结果', en: 'No model is set: results only' },
} as const satisfies Record<string, Text>
