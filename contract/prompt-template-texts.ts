/** What prompt templates may say. */
export const promptTemplateTexts = {
  promptName: { zh: '请填写模板名称', en: 'Please name the template' },
  promptBody: { zh: '请填写提示词正文', en: 'Please write the text of the prompt' },
  promptNameTaken: { zh: '已有同名模板，请换一个名称', en: 'There is a template of this name; please choose another' },
  promptVariableName: {
    zh: '变量名以文字或下划线开头，只含文字、数字和下划线，最多 32 个字',
    en: 'A variable begins with a letter or an underscore and has letters, digits and underscores only, 32 at most',
  },
  promptVariableTwice: { zh: '变量 {name} 定义了两次', en: 'The variable {name} is defined twice' },
  promptVariableUnknown: {
    zh: '正文用了变量 {name}，请在变量表中定义它',
    en: 'The text uses {name}; please define it among the variables',
  },
  promptVariableUnused: {
    zh: '变量 {name} 没有出现在正文中，请写入 {place} 或删除该变量',
    en: 'The variable {name} does not stand in the text; write {place} there or delete it',
  },
  promptChoices: { zh: '变量 {name} 至少要有一个选项', en: 'The variable {name} needs at least one choice' },
  promptInitial: {
    zh: '变量 {name} 的默认值不符合它的类型，请修改',
    en: 'What {name} begins with does not fit its kind; please change it',
  },
  promptFirmOnly: {
    zh: '事务所模板由管理员维护；可复制为个人模板后修改',
    en: 'Templates of the firm are kept by its administrators; copy it to change a version of your own',
  },
  promptSystemOnly: {
    zh: '系统模板由平台维护；可复制为个人模板后修改',
    en: 'Templates of the product are kept by the platform; copy it to change a version of your own',
  },
  promptOneTenant: {
    zh: '平台只维护系统模板，请把范围选为系统',
    en: 'The platform keeps templates of the product only; please choose that scope',
  },
  promptOwnFile: { zh: '只能使用自己上传的文件', en: 'Only files of your own can be put into a prompt' },
  promptNotPublished: {
    zh: '模板还没有发布，请先发布',
    en: 'The template is not published yet; please publish it first',
  },
  promptNothingToPublish: { zh: '草稿与已发布的版本相同', en: 'The draft is the same as what is published' },
  promptValueMissing: { zh: '请填写“{name}”', en: 'Please fill in “{name}”' },
  promptValueKind: {
    zh: '“{name}”的内容不符合类型，请改正',
    en: 'What is filled in for “{name}” does not fit its kind',
  },
  promptValueLong: { zh: '内容超过 20000 字，请缩短', en: 'The text exceeds 20,000 characters; please shorten it' },
  promptValueUnknown: {
    zh: '模板没有变量“{name}”，请刷新后重填',
    en: 'The template has no variable “{name}”; please refresh',
  },
  promptTooLong: {
    zh: '填好后的提示词超过 {limit} 字，请减少内容',
    en: 'The filled prompt exceeds {limit} characters; please put in less',
  },
} as const
