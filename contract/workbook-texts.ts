/** What deciding, typing and commenting in papers may say. */
export const workbookTexts = {
  overrideNoCell: {
    zh: '单元格 {cell} 不是取数单元格，不能改数',
    en: 'Cell {cell} has no formula whose figure could be overridden',
  },
  overrideBadValue: {
    zh: '“{label}”的值“{value}”不正确，应为{wanted}',
    en: '"{value}" is not right for "{label}"; it should be {wanted}',
  },
  overrideNoReason: { zh: '请写明改数的理由', en: 'Please give the reason' },
  overrideNoEvidence: { zh: '请写明依据或上传依据文件', en: 'Please give the evidence, in words or as a file' },
  overrideNoFile: { zh: '依据文件不存在，请重新上传', en: 'The evidence file is not there; please upload it again' },
  overrideNone: { zh: '该单元格没有改数', en: 'This cell is not overridden' },
  workbookStale: {
    zh: '他人已保存了改动，请比较后再保存',
    en: 'Somebody else saved changes; compare them before saving yours',
  },
  workbookLeased: {
    zh: '{name}正在编辑此底稿，您的改动还没有保存',
    en: '{name} is editing this paper; your changes are not saved yet',
  },
  workbookNotFree: {
    zh: '单元格 {cell} 由公式算出，或是表头、法规依据，不能直接填写',
    en: 'Cell {cell} is computed, or holds a heading or the law, and cannot be typed into',
  },
  workbookTooMuch: {
    zh: '一张底稿最多填写 {most} 个单元格',
    en: 'At most {most} cells can be typed into one paper',
  },
  commentEmpty: { zh: '请输入批注内容', en: 'Please write the comment' },
  commentNotMember: { zh: '被提到的人不是项目成员', en: 'Somebody named with @ is not on the project' },
  commentNames: { zh: '{name}在底稿{paper}的批注里提到了您', en: '{name} named you in a comment on paper {paper}' },
  commentSays: { zh: '{project}：{body}', en: '{project}: {body}' },
} as const
