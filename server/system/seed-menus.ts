import type { Role } from '#contract/grants.ts'
import type { Text } from '#contract/texts.ts'
import { editionSeeds, placeSeeds } from './seed-edition-menus.ts'
import { administrators, firmStaff, type MenuSeed, pageOf, taxFolk } from './menu-seed.ts'

const everyClient: readonly Role[] = ['administrator', 'admin', 'zxs', 'teacher', 'student', 'personal']
const inFirm = pageOf('firm', 'firm')
const inTools = pageOf('tools', 'firm,personal')
const inMine = pageOf('mine', 'firm,personal,edu')

/** A page of the section 系统管理: for whoever administers a tenant. */
const inSystem = (code: string, path: string, { zh, en }: Text, icon: string): MenuSeed => ({
  code, parent: 'system', name: zh, en, path, icon, scope: 'system', roles: administrators,
}) // prettier-ignore
/** A page of the section 平台管理: only for the administrator of the platform. */
const inPlatform = (code: string, path: string, { zh, en }: Text, icon: string): MenuSeed => ({
  code, parent: 'platform', name: zh, en, path, icon, scope: 'system', roles: ['platform'],
}) // prettier-ignore

/**
 * The platform's menus (specification, section 2), in the order they show. The first section is a person's daily work and
 * stays short; what is used now and then stands in sections that fold.
 */
export const menuSeeds: readonly MenuSeed[] = [
  { code: 'firm', name: '我的事务所', en: 'My firm', scope: 'firm', icon: 'BankOutlined' },
  {
    ...inFirm('firm_index', '/firm/index', { zh: '首页', en: 'Home' }, 'HomeOutlined'),
    roles: firmStaff,
    excludeRoles: ['personal'],
  },
  {
    ...inFirm('wel_index', '/wel/index', { zh: '首页', en: 'Home' }, 'HomeOutlined'),
    roles: ['normal', 'user', 'teacher', 'student'],
    excludeRoles: ['administrator', 'admin', 'zxs', 'personal'],
  },
  {
    ...inFirm('firm_enterprise', '/firm/firmEnterprise', { zh: '企业管理', en: 'Enterprises' }, 'BankOutlined'),
    roles: everyClient,
  },
  {
    ...inFirm(
      'enterprise_project',
      '/enterpriseProject/projectList',
      { zh: '企业项目', en: 'Projects' },
      'ProjectOutlined',
    ),
    roles: firmStaff,
  },
  {
    ...inFirm(
      'firm_template',
      '/firm/knowledge/llmKnowledgeSwsDocTemplate',
      { zh: '底稿模板', en: 'Templates' },
      'FileProtectOutlined',
    ),
    roles: ['admin'],
  },
  {
    // who may not keep templates reads what the template centre is
    ...inFirm(
      'firm_template_notice',
      '/firm/knowledge/llmKnowledgeSwsDocTemplateTrailMessage',
      { zh: '底稿模板', en: 'Templates' },
      'FileProtectOutlined',
    ),
    roles: ['administrator', 'zxs'],
    excludeRoles: ['admin', 'teacher', 'student'],
  },
  {
    ...inFirm('firm_rules', '/rule-pack/index', { zh: '税法规则', en: 'Tax rules' }, 'BookOutlined'),
    roles: firmStaff,
  },
  inFirm(
    'firm_disk',
    '/firm/knowledge/llmKnowledgeSwsDisk',
    { zh: '事务所云盘', en: 'Firm disk' },
    'FolderOpenOutlined',
  ),
  {
    ...inFirm('firm_manage', '/firm/firmManage', { zh: '事务所管理', en: 'Firm management' }, 'ApartmentOutlined'),
    roles: firmStaff,
  },
  {
    ...inFirm('firm_user_setting', '/firm/userSetting', { zh: '用户设置', en: 'People of the firm' }, 'TeamOutlined'),
    roles: administrators,
  },
  {
    ...inFirm('firm_trash', '/firm/trash', { zh: '事务所回收站', en: 'Recycle bin' }, 'DeleteOutlined'),
    roles: administrators,
  },
  ...editionSeeds,

  { code: 'tools', name: '知识与工具', en: 'Knowledge and tools', scope: 'firm,personal', icon: 'ToolOutlined' },
  inTools('ai_search', '/aiSearch/index', { zh: 'AI 检索', en: 'AI search' }, 'SearchOutlined'),
  {
    ...inTools('knowledge_doc', '/knowledge/llmKnowledgeDoc', { zh: '知识库', en: 'Knowledge bases' }, 'ReadOutlined'),
    roles: [...everyClient, 'user'],
  },
  {
    ...inTools('firm_tools', '/firm/firmTools', { zh: '工具箱', en: 'Toolbox' }, 'ToolOutlined'),
    roles: taxFolk,
    excludeRoles: ['student'],
  },
  {
    ...inTools('swjc_index', '/swjc/index', { zh: '税务检查', en: 'Tax inspection' }, 'FileSearchOutlined'),
    roles: taxFolk,
  },
  {
    ...inTools('init_data', '/initData', { zh: '企业数据初始化', en: 'Enterprise set-up' }, 'DatabaseOutlined'),
    roles: taxFolk,
  },
  {
    ...inTools('masking', '/masking/index', { zh: '脱敏模板', en: 'Masking templates' }, 'SafetyOutlined'),
    roles: everyClient,
  },
  {
    ...inTools(
      'prompt_template',
      '/promptTemplate/index',
      { zh: '提示词模板', en: 'Prompt templates' },
      'TagsOutlined',
    ),
    roles: everyClient,
  },
  {
    ...inTools('think_chain', '/thinkChain/index', { zh: '思维链', en: 'Think chains' }, 'ForkOutlined'),
    roles: everyClient,
  },
  inTools('content_editor', '/ai-content-editor', { zh: 'AI 内容编辑', en: 'AI content editor' }, 'ProfileOutlined'),
  inTools('word_online', '/wordonline/index', { zh: '在线文档', en: 'Word online' }, 'FileTextOutlined'),
  inTools('excel_to_xlsx', '/aiTools/excelToXlsx', { zh: 'xls 转 xlsx', en: 'xls to xlsx' }, 'FileExcelOutlined'),
  inTools(
    'merge_pdf',
    '/aiTools/batchMergePdf',
    { zh: '票据合并 PDF', en: 'Receipts into PDF' },
    'ReconciliationOutlined',
  ),

  { code: 'mine', name: '我的', en: 'Mine', scope: 'firm,personal,edu', icon: 'UserOutlined' },
  inMine('info_index', '/info/index', { zh: '个人信息', en: 'Personal information' }, 'IdcardOutlined'),
  inMine('wel_dashboard', '/wel/dashboard', { zh: '工作看板', en: 'Dashboard' }, 'DashboardOutlined'),
  inMine('user_disk', '/firm/userDisk', { zh: '我的云盘', en: 'My disk' }, 'CloudOutlined'),
  {
    ...inMine('user_trash', '/firm/userTrash', { zh: '我的回收站', en: 'My recycle bin' }, 'DeleteOutlined'),
    roles: ['zxs'],
  },
  { ...inMine('chat', '/chat', { zh: 'AI 对话', en: 'AI chat' }, 'MessageOutlined'), roles: everyClient },
  inMine('firm_trail', '/firm/trailMessage', { zh: '版本说明', en: 'Your edition' }, 'GiftOutlined'),
  ...placeSeeds,

  { code: 'system', name: '系统管理', en: 'System', scope: 'system', icon: 'SettingOutlined', roles: administrators },
  inSystem('system_user', '/system/user', { zh: '用户管理', en: 'Users' }, 'TeamOutlined'),
  inSystem('system_dept', '/system/dept', { zh: '部门管理', en: 'Departments' }, 'ApartmentOutlined'),
  inSystem('system_post', '/system/post', { zh: '岗位管理', en: 'Posts' }, 'SolutionOutlined'),
  inSystem('system_role', '/system/role', { zh: '角色管理', en: 'Roles' }, 'SafetyOutlined'),
  inSystem('system_menu', '/platform/menu', { zh: '菜单管理', en: 'Menus' }, 'MenuOutlined'),
  {
    ...inSystem('system_dict', '/dict-horizontal/index', { zh: '字典管理', en: 'Dictionaries' }, 'BookOutlined'),
    roles: ['administrator'],
  },
  inSystem('system_usage', '/system/usage', { zh: '资源用量', en: 'Usage' }, 'BarChartOutlined'),
  inSystem('system_model', '/system/model', { zh: '模型', en: 'Models' }, 'ThunderboltOutlined'),
  inSystem('system_sms', '/system/sms', { zh: '短信管理', en: 'Text messages' }, 'MessageOutlined'),
  inSystem('system_social', '/system/social', { zh: '第三方登录', en: 'Social sign-in' }, 'LinkOutlined'),
  inSystem('system_sso', '/system/sso', { zh: '单点登录', en: 'Single sign-on' }, 'ApiOutlined'),
  inSystem('system_param', '/system/param', { zh: '参数设置', en: 'Parameters' }, 'ControlOutlined'),
  inSystem('system_notice', '/system/notice', { zh: '通知公告', en: 'Notices' }, 'NotificationOutlined'),
  inSystem('system_online', '/system/online', { zh: '在线用户', en: 'Online users' }, 'DesktopOutlined'),
  inSystem('system_attachment', '/system/attachment', { zh: '附件管理', en: 'Attachments' }, 'FolderOpenOutlined'),
  inSystem('system_log', '/system/log', { zh: '日志', en: 'Logs' }, 'FileTextOutlined'),
  inSystem('system_audit', '/system/audit', { zh: '审计', en: 'Audit' }, 'AuditOutlined'),

  { code: 'platform', name: '平台管理', en: 'Platform', scope: 'system', icon: 'ClusterOutlined', roles: ['platform'] },
  inPlatform('platform_tenant', '/platform/tenant', { zh: '租户管理', en: 'Tenants' }, 'TeamOutlined'),
  inPlatform('platform_package', '/platform/package', { zh: '租户套餐', en: 'Packages' }, 'GiftOutlined'),
  inPlatform('platform_datasource', '/platform/datasource', { zh: '数据源', en: 'Data sources' }, 'DatabaseOutlined'),
  inPlatform(
    'platform_backedUser',
    '/backedFirm/backedUserSetting',
    { zh: '事务所用户设置', en: 'Firm users' },
    'UsergroupAddOutlined',
  ),
  inPlatform('platform_topMenu', '/platform/topMenu', { zh: '顶部菜单', en: 'Top menus' }, 'LayoutOutlined'),
  inPlatform('platform_region', '/platform/region', { zh: '行政区划', en: 'Regions' }, 'EnvironmentOutlined'),
  inPlatform('platform_client', '/platform/client', { zh: '客户端', en: 'Clients' }, 'KeyOutlined'),
  inPlatform(
    'platform_payload',
    '/platform/payloadCrypto',
    { zh: '报文加密', en: 'Payload encryption' },
    'LockOutlined',
  ),
  inPlatform('platform_storage', '/platform/storage', { zh: '存储设置', en: 'Storage' }, 'CloudOutlined'),
  inPlatform('platform_test', '/test/index', { zh: '测试页', en: 'Test page' }, 'ExperimentOutlined'),
  inPlatform(
    'platform_schedule',
    '/platform/schedule',
    { zh: '定时任务', en: 'Scheduled jobs' },
    'ClockCircleOutlined',
  ),
]
