import { fill, type Language, type Params, type Text } from '#contract/texts.ts'

/** What the server itself says in an answer and its steps. */
const words = {
  retrieve: { zh: '检索知识库', en: 'Searching the knowledge bases' },
  asOf: { zh: '{query}（{day} 有效的规定）', en: '{query} (as it stood on {day})' },
  found: { zh: '找到 {count} 段：{titles}', en: '{count} passages: {titles}' },
  foundNone: { zh: '没有找到相关内容', en: 'Nothing was found' },
  model: { zh: '模型回答', en: 'The model answers' },
  check: { zh: '核对引用与数字', en: 'Checking citations and numbers' },
  checkedFine: { zh: '引用 {cited} 处，未发现问题', en: '{cited} sources cited; nothing to mark' },
  checkedDoubts: {
    zh: '引用 {cited} 处，{doubts} 处未能核实',
    en: '{cited} sources cited; {doubts} places not verified',
  },
  attach: { zh: '读取附件', en: 'Reading the attachment' },
  attachRead: { zh: '读出 {pieces} 段', en: '{pieces} pieces read' },
  askInput: { zh: '等待补充', en: 'Waiting for more' },
  linkGone: { zh: '〔链接已移除〕', en: '[link removed]' },
  insufficient: { zh: '依据不足：没有找到可以回答这个问题的资料。', en: 'Not enough to go by: nothing was found that answers this question.' }, // prettier-ignore
  excerpts: { zh: '检索到的原文：', en: 'What was found, as it stands:' },
  toolFound: { zh: '账簿与底稿中的记录：', en: 'From the books and papers:' },
  sourceNumbers: { zh: '以上内容的来源编号', en: 'Numbers of the sources above' },
  needInput: { zh: '请补充：{label}', en: 'Please say: {label}' },
} as const satisfies Record<string, Text>

export const word = (language: Language, key: keyof typeof words, params: Params = {}): string =>
  fill(words[key][language === 'en' ? 'en' : 'zh'], params)
