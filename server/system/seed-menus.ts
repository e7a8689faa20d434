import type { Role } from '#contract/grants.ts'
import type { Text } from '#contract/texts.ts'

/** `platform` is whoever administers tenant 000000, at home there. */
type SeedRole = Role | 'platform'

/** A menu as it is seeded; `parent` is the code of another, before it in the list. Pages exist in web/shell/pages.ts. */
export type MenuSeed = {
  code: string
  parent?: string
  name: string
  en: string
  path?: string
  icon?: string
  /** The editions it is in, see effective-menus.ts. */
  scope: 'firm' | 'firm,personal' | 'project' | 'ai' | 'system'
  roles?: readonly SeedRole[]
  excludeRoles?: readonly Role[]
}

const staff: readonly Role[] = ['administrator', 'admin', 'zxs']
const clientFolk: readonly Role[] = ['administrator', 'admin', 'zxs', 'teacher', 'student', 'personal']
const administrators: readonly Role[] = ['administrator', 'admin']

/** A page of the section 系统管理: for whoever administers a tenant. */
const inSystem = (code: string, path: string, { zh, en }: Text, icon: string): MenuSeed => ({
  code, parent: 'system', name: zh, en, path, icon, scope: 'system', roles: administrators,
}) // prettier-ignore
/** A page of the section 平台管理: only for the administrator of the platform. */
const inPlatform = (code: string, path: string, { zh, en }: Text, icon: string): MenuSeed => ({
  code, parent: 'platform', name: zh, en, path, icon, scope: 'system', roles: ['platform'],
}) // prettier-ignore

/** The platform's menus (specification, section 2), in the order they show. A step of the main job is a page of scope `project`. */
export const menuSeeds: readonly MenuSeed[] = [
  { code: 'firm', name: '我的事务所', en: 'My firm', scope: 'firm,personal', icon: 'BankOutlined' },
  {
    code: 'firm_index',
    parent: 'firm',
    name: '首页',
    en: 'Home',
    path: '/firm/index',
    icon: 'HomeOutlined',
    scope: 'firm',
    roles: staff,
    excludeRoles: ['personal'],
  },
  {
    code: 'firm_manage',
    parent: 'firm',
    name: '事务所管理',
    en: 'Firm management',
    path: '/firm/firmManage',
    icon: 'ApartmentOutlined',
    scope: 'firm',
    roles: staff,
  },
  {
    code: 'firm_enterprise',
    parent: 'firm',
    name: '企业管理',
    en: 'Enterprises',
    path: '/firm/firmEnterprise',
    icon: 'BankOutlined',
    scope: 'firm,personal',
    roles: clientFolk,
  },
  {
    code: 'enterprise_project',
    parent: 'firm',
    name: '企业项目',
    en: 'Projects',
    path: '/enterpriseProject/projectList',
    icon: 'ProjectOutlined',
    scope: 'firm',
    roles: staff,
  },
  {
    code: 'firm_user_setting',
    parent: 'firm',
    name: '用户设置',
    en: 'People of the firm',
    path: '/firm/userSetting',
    icon: 'UsergroupAddOutlined',
    scope: 'firm',
    roles: administrators,
  },
  { code: 'mine', name: '我的', en: 'Mine', scope: 'firm,personal', icon: 'UserOutlined' },
  {
    code: 'info_index',
    parent: 'mine',
    name: '个人信息',
    en: 'Personal information',
    path: '/info/index',
    icon: 'IdcardOutlined',
    scope: 'firm,personal',
  },
  { code: 'ai_index', name: '企业概况', en: 'Overview', path: '/aiApp/index', icon: 'AppstoreOutlined', scope: 'ai' },
  {
    code: 'project_index',
    name: '项目首页',
    en: 'Project',
    path: '/projectApp/index',
    icon: 'HomeOutlined',
    scope: 'project',
  },
  {
    code: 'project_financial_info',
    name: '财务信息',
    en: 'Financial information',
    path: '/firmProject/financialInfo',
    icon: 'UploadOutlined',
    scope: 'project',
  },
  {
    code: 'project_run_prepare',
    name: '运行准备',
    en: 'Run preparation',
    path: '/firmProject/runprepare',
    icon: 'FileSearchOutlined',
    scope: 'project',
  },
  {
    code: 'project_relation',
    name: '建立关系单',
    en: 'Account mapping',
    path: '/firmProject/buildrelationbill',
    icon: 'ApartmentOutlined',
    scope: 'project',
  },
  {
    code: 'project_generate',
    name: '生成底稿',
    en: 'Generate papers',
    path: '/firmProject/genbillvalue',
    icon: 'ThunderboltOutlined',
    scope: 'project',
  },
  {
    code: 'project_papers',
    name: '税审底稿',
    en: 'Working papers',
    path: '/wps/index',
    icon: 'FileExcelOutlined',
    scope: 'project',
  },
  {
    code: 'project_trace',
    name: '账表链透视',
    en: 'Ledger chain',
    path: '/table-info/index',
    icon: 'NodeIndexOutlined',
    scope: 'project',
  },

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
  inPlatform(
    'platform_schedule',
    '/platform/schedule',
    { zh: '定时任务', en: 'Scheduled jobs' },
    'ClockCircleOutlined',
  ),
]
