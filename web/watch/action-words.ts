import { useCallback } from 'react'
import type { Text } from '#contract/texts.ts'
import { useLanguage } from '#web/kernel/language.ts'

/** What is done, by the last part of an action's name. */
const verbs: Readonly<Record<string, Text>> = {
  save: { zh: '新增', en: 'Add' },
  add: { zh: '新增', en: 'Add' },
  create: { zh: '新增', en: 'Add' },
  submit: { zh: '保存', en: 'Save' },
  update: { zh: '修改', en: 'Change' },
  remove: { zh: '删除', en: 'Delete' },
  delete: { zh: '删除', en: 'Delete' },
  import: { zh: '导入', en: 'Import' },
  export: { zh: '导出', en: 'Export' },
  download: { zh: '下载', en: 'Download' },
  release: { zh: '发布', en: 'Release' },
  withdraw: { zh: '撤回', en: 'Withdraw' },
  kick: { zh: '强制下线', en: 'End' },
  lock: { zh: '锁定', en: 'Lock' },
  unlock: { zh: '解锁', en: 'Unlock' },
  enable: { zh: '启用', en: 'Enable' },
  disable: { zh: '停用', en: 'Disable' },
  reset: { zh: '重置', en: 'Reset' },
  resetPassword: { zh: '重置密码', en: 'Reset password' },
  updatePassword: { zh: '修改密码', en: 'Change password' },
  grant: { zh: '授权', en: 'Grant' },
  run: { zh: '执行', en: 'Run' },
  verify: { zh: '校验', en: 'Verify' },
  generate: { zh: '生成', en: 'Generate' },
  activate: { zh: '启用', en: 'Activate' },
  decide: { zh: '确认', en: 'Decide' },
  move: { zh: '迁移', en: 'Move' },
  enter: { zh: '进入', en: 'Enter' },
  leave: { zh: '离开', en: 'Leave' },
  setting: { zh: '配置', en: 'Configure' },
  test: { zh: '测试', en: 'Test' },
  scan: { zh: '扫描', en: 'Scan' },
  clean: { zh: '清理', en: 'Clean' },
  bind: { zh: '绑定', en: 'Bind' },
  unbind: { zh: '解绑', en: 'Unbind' },
  provision: { zh: '开通', en: 'Provision' },
  register: { zh: '注册', en: 'Register' },
  give: { zh: '发放', en: 'Give' },
  void: { zh: '作废', en: 'Void' },
  copy: { zh: '复制', en: 'Copy' },
  assign: { zh: '指定负责人：', en: 'Set the owner of' },
  copyFiles: { zh: '复制资料到', en: 'Copy files to' },
  menus: { zh: '设置菜单', en: 'Set menus of' },
  scopes: { zh: '设置权限', en: 'Set rights of' },
  package: { zh: '设置套餐', en: 'Set package of' },
  updateInfo: { zh: '修改资料', en: 'Change profile of' },
}
/** What it is done to. */
const nouns: Readonly<Record<string, Text>> = {
  user: { zh: '用户', en: 'user' },
  dept: { zh: '部门', en: 'department' },
  post: { zh: '岗位', en: 'post' },
  role: { zh: '角色', en: 'role' },
  menu: { zh: '菜单', en: 'menu' },
  topMenu: { zh: '顶部菜单', en: 'top menu' },
  dict: { zh: '字典', en: 'dictionary' },
  param: { zh: '参数', en: 'parameter' },
  region: { zh: '行政区划', en: 'region' },
  client: { zh: '客户端', en: 'client' },
  tenant: { zh: '租户', en: 'tenant' },
  package: { zh: '套餐', en: 'package' },
  datasource: { zh: '数据源', en: 'data source' },
  firm: { zh: '事务所', en: 'firm' },
  enterprise: { zh: '企业', en: 'enterprise' },
  project: { zh: '项目', en: 'project' },
  enterpriseRelation: { zh: '企业关系', en: 'link between enterprises' },
  ledger: { zh: '账套', en: 'ledger' },
  dataset: { zh: '账套', en: 'ledger' },
  relation: { zh: '关系单', en: 'account mapping' },
  paper: { zh: '底稿', en: 'papers' },
  generation: { zh: '底稿', en: 'papers' },
  notice: { zh: '公告', en: 'notice' },
  session: { zh: '登录', en: 'session' },
  attachment: { zh: '附件', en: 'attachment' },
  file: { zh: '文件', en: 'file' },
  storage: { zh: '存储', en: 'storage' },
  schedule: { zh: '定时任务', en: 'scheduled job' },
  audit: { zh: '审计链', en: 'audit chain' },
  endpoint: { zh: '接口', en: 'call' },
  list: { zh: '列表', en: 'list' },
  view: { zh: '视图', en: 'view' },
  sms: { zh: '短信', en: 'SMS' },
  social: { zh: '第三方登录', en: 'social sign-in' },
  sso: { zh: '单点登录', en: 'single sign-on' },
  passkey: { zh: '通行密钥', en: 'passkey' },
  allowance: { zh: '额度', en: 'allowance' },
  ssoProvider: { zh: '单点登录', en: 'single sign-on' },
  socialClient: { zh: '第三方登录', en: 'social sign-in' },
  smsChannel: { zh: '短信通道', en: 'SMS channel' },
  smsTemplate: { zh: '短信模板', en: 'SMS template' },
}
/** What is a word by itself. */
const whole: Readonly<Record<string, Text>> = {
  signIn: { zh: '登录', en: 'Sign in' },
  signInFailed: { zh: '登录失败', en: 'Failed sign-in' },
  signOut: { zh: '退出登录', en: 'Sign out' },
  denied: { zh: '越权被拒绝', en: 'Denied' },
  'lock.set': { zh: '设置锁屏密码', en: 'Set the lock password' },
  'lock.setFailed': { zh: '修改锁屏密码失败', en: 'Failed change of the lock password' },
  'lock.open': { zh: '解锁屏幕', en: 'Unlock the screen' },
  'lock.openFailed': { zh: '解锁屏幕失败', en: 'Failed unlocking' },
  'lock.remove': { zh: '移除锁屏密码', en: 'Remove the lock password' },
  'lock.removeFailed': { zh: '移除锁屏密码失败', en: 'Failed removal of the lock password' },
  'humanCheck.pass': { zh: '通过人机识别', en: 'Pass the human check' },
  'humanCheck.failed': { zh: '人机识别失败', en: 'Failed human check' },
  'user.leave': { zh: '离职交接', en: 'Hand over a leaver' },
  'storage.test': { zh: '测试存储', en: 'Test the storage' },
  'storage.scan': { zh: '扫描存储', en: 'Scan the storage' },
  'storage.clean': { zh: '清理存储', en: 'Clean the storage' },
  'trash.restore': { zh: '从回收站恢复', en: 'Restore from the recycle bin' },
  'trash.purge': { zh: '彻底删除', en: 'Remove for good' },
  'trash.hold': { zh: '设为依法保留', en: 'Put under legal hold' },
  'trash.release': { zh: '解除依法保留', en: 'Lift a legal hold' },
  'davPassword.create': { zh: '新建应用密码', en: 'Make an app password' },
  'davPassword.revoke': { zh: '撤销应用密码', en: 'Revoke an app password' },
  'storage.scrub': { zh: '校验存储的文件', en: 'Check stored files' },
  'storage.settle': { zh: '迁移存储的文件', en: 'Move stored files' },
  'storage.rescan': { zh: '扫描病毒', en: 'Scan for viruses' },
  'storage.rotate': { zh: '更换文件密钥', en: 'New keys for files' },
  'store.add': { zh: '新增存储', en: 'Add a store' },
  'store.update': { zh: '编辑存储', en: 'Edit a store' },
  'store.remove': { zh: '移除存储', en: 'Remove a store' },
  'store.choose': { zh: '选择存储', en: 'Choose a store' },
  'file.refused': { zh: '拒绝有害文件', en: 'Refuse a harmful file' },
}

const find = (words: Readonly<Record<string, Text>>, name: string) =>
  Object.hasOwn(words, name) ? words[name] : undefined

/** An action (`user.update`) or a kind of record (`user`) in words; what has none is shown by its name. */
export function actionWord(name: string, language: string): string {
  const say = (text: Text) => (language === 'en' ? text.en : text.zh)
  const alone = find(whole, name) ?? find(nouns, name) ?? find(verbs, name)
  if (alone) return say(alone)
  const [noun = '', verb = '', ...more] = name.split('.')
  const [thing, deed] = [find(nouns, noun), find(verbs, verb)]
  if (!thing || !deed || more.length) return name
  return language === 'en' ? `${deed.en} ${thing.en}` : `${deed.zh}${thing.zh}`
}

export function useActionWords() {
  const language = useLanguage((state) => state.language)
  return useCallback((name: string) => actionWord(name, language), [language])
}
