/** What tools, AI search, personal tokens and the calls from outside may answer. */
export const toolTexts = {
  toolUnknown: { zh: '没有名为 {name} 的工具', en: 'There is no tool called {name}' },
  toolBadInput: {
    zh: '工具的输入无法读取，请按说明给出 JSON',
    en: 'The tool’s input cannot be read; give JSON as described',
  },
  toolOtherProject: {
    zh: '这个对话只涉及一个项目，不能查看其他项目；请另开对话',
    en: 'This conversation is about one project; open another conversation for a different one',
  },
  toolWhichProject: { zh: '请指明项目（projectId）', en: 'Please name the project (projectId)' },
  toolNoBooks: {
    zh: '项目“{project}”还没有账套，请先导入',
    en: 'Project “{project}” has no ledger yet; import one first',
  },
  toolNoAccount: { zh: '没有科目“{account}”', en: 'There is no account “{account}”' },
  toolManyAccounts: {
    zh: '“{account}”对应多个科目，请用科目编码：{codes}',
    en: '“{account}” means several accounts; use a code: {codes}',
  },
  toolBadExpression: { zh: '算式在第 {at} 个字符处无法读取', en: 'The expression cannot be read at character {at}' },
  toolDividesByZero: { zh: '算式除以零', en: 'The expression divides by zero' },
  toolNumberTooLong: { zh: '算式的结果位数过多', en: 'The result has too many digits' },
  toolNoRate: {
    zh: '{year} 年没有持有税率或标准：{names}',
    en: 'No rate or standard is held for {year}: {names}',
  },
  aiSearchWords: { zh: '请输入要查找的内容', en: 'Please say what to look for' },
  aiSearchNothing: { zh: '没有可以概括的结果', en: 'There is nothing to sum up' },
  tokenName: { zh: '请填写用途，便于以后辨认', en: 'Please say what it is for, to tell it by' },
  tokenScopes: { zh: '请选择可以用于什么', en: 'Please choose what it may be used for' },
  tokenDays: { zh: '请选择有效期', en: 'Please choose how long it stands' },
  tokenMany: { zh: '最多 {most} 个令牌，请先撤销不用的', en: 'At most {most} tokens; revoke one that is not used' },
  tokenDead: {
    zh: '访问令牌不存在、已撤销或已过期，请在“个人信息 > 安全中心”中新建',
    en: 'The access token is unknown, revoked or expired; make a new one under Personal information, Security',
  },
  tokenOff: {
    zh: '本单位没有启用访问令牌，请联系管理员',
    en: 'Access tokens are not in use here; ask your administrator',
  },
  tokenScope: {
    zh: '该令牌不能用于这里，请新建包含“{scope}”的令牌',
    en: 'The token is not for this; make one that includes “{scope}”',
  },
  openApiModel: {
    zh: '没有模型 {model}；可用：digao，或 digao/<项目编号>',
    en: 'There is no model {model}; use digao, or digao/<projectId>',
  },
  openApiQuestion: {
    zh: '最后一条消息必须是提问（role 为 user）',
    en: 'The last message must be a question (role user)',
  },
  openApiRoles: {
    zh: '消息的 role 只能是 system、user、assistant',
    en: 'A message’s role is system, user or assistant',
  },
  openApiTextOnly: { zh: '消息只能是文字', en: 'Messages can only be text' },
  openApiOwnTools: {
    zh: '不支持自带工具（tools），底稿使用自己的工具',
    en: 'Tools of your own are not supported; Digao runs its own',
  },
  openApiOneChoice: { zh: '每次只生成一个回答（n 只能为 1）', en: 'One answer at a time (n must be 1)' },
} as const
