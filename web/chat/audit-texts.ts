import type { Text } from '#contract/texts.ts'

/** The words of the list of everybody's answers. */
export const auditTexts = {
  audit: { zh: '回答审阅', en: 'Answers of all' },
  says: {
    zh: '事务所全部回答及其来源，包括已删除的对话；外发内容见“脱敏模板”的外发记录。',
    en: 'All answers of the firm with their sources, deleted conversations included; what left the house stands in the masking log.',
  },
  none: { zh: '还没有回答', en: 'No answers yet' },
  back: { zh: '返回对话', en: 'Back to the conversations' },
  createTime: { zh: '时间', en: 'When' },
  userName: { zh: '提问人', en: 'Asked by' },
  projectName: { zh: '项目', en: 'Project' },
  question: { zh: '问题', en: 'Question' },
  withheld: { zh: '依据你无权查看的数据', en: 'Rests on what you may not see' },
  withheldSays: {
    zh: '这条回答依据你无权查看的项目或知识库，问题和回答不显示。',
    en: 'This answer rests on a project or base you may not see; question and answer are not shown.',
  },
  answer: { zh: '回答', en: 'Answer' },
  mode: { zh: '方式', en: 'How' },
  mode_model: { zh: '模型', en: 'Model' },
  mode_extract: { zh: '原文摘录', en: 'Excerpts' },
  model: { zh: '模型', en: 'Model' },
  tokens: { zh: '词元（入/出）', en: 'Tokens in/out' },
  doubts: { zh: '未核实', en: 'Doubts' },
  feedback: { zh: '评价', en: 'Feedback' },
  feedback_up: { zh: '有用', en: 'Useful' },
  feedback_down: { zh: '没用', en: 'Not useful' },
  left: { zh: '外发', en: 'Left the house' },
  leftCount: { zh: '{count} 次', en: '{count} times' },
  sources: { zh: '来源', en: 'Sources' },
} as const satisfies Record<string, Text>
