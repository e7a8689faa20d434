/** What lists, their views, exports and imports may say. */
export const listTexts = {
  viewName: { zh: '请输入视图名称', en: 'Please name the view' },
  viewNameTaken: { zh: '已有同名视图，请换一个名称', en: 'There is a view of this name; please choose another' },
  viewTooMany: { zh: '一个视图最多保存40个条件', en: 'A view keeps at most 40 filters' },
  viewsFull: { zh: '每个列表最多保存50个视图，请先删除不用的', en: 'A list keeps at most 50 views; delete some first' },
  viewPage: { zh: '没有说明视图属于哪个列表', en: 'It is not said which list the view belongs to' },
  listUnknown: { zh: '没有名为“{list}”的列表', en: 'There is no list called "{list}"' },
  listNoImport: { zh: '“{list}”不支持导入', en: '"{list}" cannot be imported' },
  exportNoColumns: { zh: '没有可以导出的列，请至少显示一列', en: 'No column to write; show at least one' },
  exportReading: { zh: '正在读取：{done}/{total} 条', en: 'Reading: {done} of {total}' },
  exportWriting: { zh: '正在保存文件', en: 'Saving the file' },
  rightsGone: {
    zh: '账号已停用、已退出该租户或权限已变化，任务没有执行',
    en: 'The account was disabled, has left this tenant or lost the right; nothing was done',
  },
  importNoFile: { zh: '请选择一个文件', en: 'Please choose one file' },
  importFileTooBig: {
    zh: '文件超过 {limit} MB，请拆分后分次导入',
    en: 'The file is over {limit} MB; please split it and import the parts',
  },
  importTooManyRows: {
    zh: '一次最多导入 {limit} 行，请拆分后分次导入',
    en: 'At most {limit} rows at a time; please split the file',
  },
  importMacro: {
    zh: '文件带有宏，为安全起见没有读取。请另存为不含宏的 xlsx 后再导入',
    en: 'The file holds macros and was not read; save it as xlsx without macros and import that',
  },
  importFormula: {
    zh: '第 {row} 行{column}列是公式，无法确认它的值。请复制后“选择性粘贴为数值”再导入',
    en: 'Row {row}, column {column} is a formula; please paste it as a value and import again',
  },
  importHeavy: {
    zh: '文件内容过大，无法读取。请删除图片和空白区域，或拆分后再导入',
    en: 'The file is too heavy to read; remove pictures and empty areas, or split it',
  },
  importNoHeader: {
    zh: '没有找到表头。第一行表头应包含：{columns}；请使用下载的模板',
    en: 'No header was found. It should have: {columns}; please use the template',
  },
  importHeadTwice: {
    zh: '表头“{column}”出现了两次，请只保留一列',
    en: 'The heading "{column}" stands twice; keep one',
  },
  importMissingColumns: {
    zh: '缺少必填列：{columns}；请使用下载的模板',
    en: 'Required columns are missing: {columns}; please use the template',
  },
  importNoRows: { zh: '表头下面没有数据，请填写后再导入', en: 'There are no rows under the header; fill some in' },
  importOpens: { zh: '正在读取文件', en: 'Reading the file' },
  importChecks: { zh: '正在检查：{done}/{total} 行', en: 'Checking: {done} of {total} rows' },
  importApplies: { zh: '正在导入：{done}/{total} 行', en: 'Importing: {done} of {total} rows' },
  importRequired: { zh: '请填写{column}', en: '{column} is required' },
  importOption: { zh: '{column}“{value}”不在可选范围内', en: '{column} "{value}" is not one of the choices' },
  importTooLong: { zh: '{column}超过 {limit} 个字', en: '{column} is longer than {limit} characters' },
  importRowTwice: { zh: '与第 {row} 行重复', en: 'Repeats row {row}' },
  importRowRefused: { zh: '第 {row} 行：{why}。没有导入任何数据', en: 'Row {row}: {why}. Nothing was imported' },
  importHasErrors: {
    zh: '还有 {errors} 行有错误，没有导入任何数据。请改正后重新导入',
    en: '{errors} rows are wrong; nothing was imported. Correct them and import again',
  },
  importNothingRight: { zh: '没有可以导入的行', en: 'There is no row to import' },
  importNotChecked: {
    zh: '文件还没有检查完，或检查没有通过',
    en: 'The file has not been checked yet, or could not be',
  },
  importFileGone: { zh: '文件已过期，请重新上传', en: 'The file is gone; please upload it again' },
  jobNoRetry: { zh: '这个任务不能重试，请重新发起', en: 'This job cannot be tried again; please start it anew' },
} as const
