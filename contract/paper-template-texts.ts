/** What firm templates may say. */
export const paperTemplateTexts = {
  templateName: { zh: '请输入模板名称', en: 'Please name the template' },
  templateNameTaken: { zh: '已有同名的底稿模板', en: 'There is a template of this name' },
  templateFile: { zh: '请选择一个表格文件', en: 'Please choose one spreadsheet' },
  templatePaperId: {
    zh: '索引号应为 X 或 Y 加两位数字，如 X01',
    en: 'The index is X or Y and two digits, like X01',
  },
  templatePaperTwice: { zh: '索引号 {paper} 用了两次', en: 'The index {paper} is used twice' },
  templateSheetUnknown: { zh: '模板中没有这张工作表', en: 'The template has no such sheet' },
  templatePaperBound: {
    zh: '底稿 {paper} 还有 {count} 个取数单元格，请先解除取数',
    en: 'Paper {paper} still has {count} bound cells; unbind them first',
  },
  templateKey: {
    zh: '单元格名应以字母开头，由字母、数字和下划线组成，最多 40 个字符',
    en: 'A cell is named by letters, digits and underscores, beginning with a letter, at most 40 characters',
  },
  templateKeyTaken: {
    zh: '单元格名 {key} 已用于同一张底稿的另一个单元格',
    en: 'The name {key} belongs to another cell of this paper',
  },
  templateExpression: { zh: '请输入取数公式', en: 'Please enter the formula' },
  templateTooManyCells: {
    zh: '一个模板最多 {limit} 个取数单元格',
    en: 'A template holds at most {limit} bound cells',
  },
  templateTooManyPapers: { zh: '一个模板最多 {limit} 张底稿', en: 'A template holds at most {limit} papers' },
  templateNoDraft: {
    zh: '这个版本已发布，不能修改；请先建立新版本的草稿',
    en: 'This version is published and does not change; begin a draft of the next one first',
  },
  templateHasDraft: {
    zh: '第 {version} 版还是草稿，请先发布或放弃',
    en: 'Version {version} is still a draft; publish it or give it up first',
  },
  templateOnlyDraft: {
    zh: '模板还没有发布过，草稿是它的全部内容；不再需要时请删除模板',
    en: 'The template was never published, the draft is all it has; delete the template instead',
  },
  templateProblems: {
    zh: '有 {count} 处问题，不能发布。第一处：{first}',
    en: 'There are {count} problems; it cannot be published. The first: {first}',
  },
  templateBindsNothing: {
    zh: '没有一个单元格绑定取数公式，发布后底稿不会取到任何数',
    en: 'No cell is bound to a formula; its papers would show no figure',
  },
  templateFeedUnknown: {
    zh: '申报表没有 {line} 这一栏',
    en: 'The return has no cell {line}',
  },
  templateRuleUnknown: { zh: '规则库中没有 {rule}', en: 'The rule pack has no {rule}' },
  templateSystemPaper: { zh: '系统模板没有底稿 {paper}', en: 'The system template has no paper {paper}' },
  templateInUse: {
    zh: '有 {count} 个项目正在使用“{name}”，不能删除；可以停用，新项目便不再选到它',
    en: '{count} projects use “{name}”; it cannot be deleted. Retire it, and new projects no longer choose it',
  },
  templateNotPublished: { zh: '模板还没有发布的版本', en: 'The template has no published version' },
  templateNotOfFirm: {
    zh: '项目使用的是系统模板，没有版本可换',
    en: 'The project works on the system template, which has no versions to move to',
  },
  templateTrial: {
    zh: '试用版使用系统模板；要维护事务所自己的模板，请升级',
    en: 'The trial works with the product’s own templates; to keep the firm’s own, upgrade',
  },
} as const
