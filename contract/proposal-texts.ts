/** What proposals may say. */
export const proposalTexts = {
  proposalEmpty: { zh: '请填写内容', en: 'Please write something' },
  proposalDecided: {
    zh: '该建议已由 {name} 处理，请刷新',
    en: '{name} has already decided this proposal; please refresh',
  },
  proposalOutdated: {
    zh: '底稿已变化，该建议不再有效，请重新生成建议',
    en: 'The papers have changed and this proposal no longer holds; please propose anew',
  },
  proposalNoPaper: { zh: '请先打开一张底稿', en: 'Please open a paper first' },
  proposalNoCell: { zh: '请先选择要解释的单元格', en: 'Please choose the cell to explain first' },
  proposalNoBooks: { zh: '项目还没有账套，请先导入账套', en: 'The project has no ledger; please import one first' },
  proposalNoRoom: {
    zh: '这张底稿没有可以写入说明的位置，请把内容复制到其他位置',
    en: 'This paper has no place to write a note; please copy the text elsewhere',
  },
  proposalManyLines: {
    zh: '内容超过 {limit} 行，请合并后再写入',
    en: 'The text has more than {limit} lines; please join some of them',
  },
} as const
