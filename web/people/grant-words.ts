import type { GrantName } from '#contract/grants.ts'
import type { Text } from '#contract/texts.ts'

/** What a grant is about: the part of its name before the dot. */
const areas: Record<string, Text> = {
  firm: { zh: '事务所', en: 'Firm' },
  toolbox: { zh: '工具箱', en: 'Toolbox' },
  aiTool: { zh: 'AI 工具', en: 'AI tools' },
  enterprise: { zh: '企业', en: 'Client enterprises' },
  project: { zh: '项目', en: 'Projects' },
  docFile: { zh: '知识库文件', en: 'Knowledge files' },
  ledger: { zh: '账套', en: 'Ledgers' },
  relation: { zh: '取数关系', en: 'Account mapping' },
  paper: { zh: '底稿', en: 'Working papers' },
  rulePack: { zh: '税法规则', en: 'Tax rules' },
  indicator: { zh: '指标预警值', en: 'Warning values' },
  chat: { zh: 'AI 对话', en: 'AI chat' },
  thinkChain: { zh: '思维链', en: 'Chains of thought' },
  writing: { zh: '文档', en: 'Documents' },
  mask: { zh: '脱敏', en: 'Masking' },
  prompt: { zh: '提示词模板', en: 'Prompt templates' },
  model: { zh: '模型', en: 'Models' },
  share: { zh: '分享与收集', en: 'Shared and collect links' },
  user: { zh: '用户', en: 'Users' },
  dept: { zh: '部门', en: 'Departments' },
  post: { zh: '岗位', en: 'Posts' },
  role: { zh: '角色', en: 'Roles' },
  menu: { zh: '菜单', en: 'Menus' },
  dict: { zh: '字典', en: 'Dictionaries' },
  param: { zh: '参数', en: 'Parameters' },
  tenant: { zh: '租户', en: 'Tenants' },
  package: { zh: '套餐', en: 'Packages' },
  datasource: { zh: '数据源', en: 'Data sources' },
  client: { zh: '客户端', en: 'Clients' },
  region: { zh: '行政区划', en: 'Regions' },
  storage: { zh: '存储', en: 'Storage' },
  schedule: { zh: '定时任务', en: 'Scheduled jobs' },
  usage: { zh: '资源用量', en: 'Usage' },
  attachment: { zh: '附件', en: 'Attachments' },
  notice: { zh: '通知公告', en: 'Notices' },
  log: { zh: '日志', en: 'Logs' },
  online: { zh: '在线用户', en: 'Users online' },
  sms: { zh: '短信', en: 'SMS' },
  social: { zh: '第三方登录', en: 'Social sign-in' },
  sso: { zh: '单点登录', en: 'Single sign-on' },
  audit: { zh: '审计', en: 'Audit' },
  trash: { zh: '回收站', en: 'Recycle bin' },
  disk: { zh: '云盘', en: 'Cloud disk' },
}
/** What may be done: the part after the dot. */
const acts: Record<string, Text> = {
  audit: { zh: '查阅全部回答', en: 'See all answers' },
  view: { zh: '查看', en: 'View' },
  select: { zh: '选择', en: 'Choose' },
  enter: { zh: '进入', en: 'Enter' },
  add: { zh: '新增', en: 'Add' },
  edit: { zh: '编辑', en: 'Change' },
  delete: { zh: '删除', en: 'Delete' },
  use: { zh: '使用', en: 'Use' },
  assist: { zh: 'AI 写作', en: 'Write with AI' },
  manage: { zh: '管理', en: 'Administer' },
  import: { zh: '导入', en: 'Import' },
  generate: { zh: '生成', en: 'Generate' },
  coverUpload: { zh: '覆盖上传', en: 'Upload over' },
  batch: { zh: '批量处理', en: 'Work on many' },
  kick: { zh: '强制下线', en: 'Sign out' },
  sign: { zh: '签发', en: 'Sign' },
  log: { zh: '查看记录', en: 'Read the record' },
  offer: { zh: '提供给租户', en: 'Offer to tenants' },
  firm: { zh: '查看全所', en: 'See the firm’s' },
  hold: { zh: '依法保留', en: 'Legal hold' },
}

const parts = (grant: GrantName) => {
  const [area = '', act = ''] = grant.split('.')
  return { area, act }
}
export const areaOf = (grant: GrantName) => parts(grant).area

/** The area and the act of a grant in words; the names themselves where there are none. */
export function grantWords(grant: GrantName): { area: Text; act: Text } {
  const { area, act } = parts(grant)
  return { area: areas[area] ?? { zh: area, en: area }, act: acts[act] ?? { zh: act, en: act } }
}
