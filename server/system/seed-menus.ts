import type { Role } from '#contract/grants.ts'

/** A menu as it is seeded; `parent` is the code of another. Pages exist in web/routes.tsx. */
export type MenuSeed = {
  code: string
  parent?: string
  name: string
  en: string
  path?: string
  icon?: string
  scope: 'firm' | 'project' | 'ai'
  roles?: readonly Role[]
  excludeRoles?: readonly Role[]
}

const staff: readonly Role[] = ['administrator', 'admin', 'zxs']
const clientFolk: readonly Role[] = ['administrator', 'admin', 'zxs', 'teacher', 'student', 'personal']

/** The platform's menus (specification, section 2), in the order they show. A step of the main job is a page of scope `project`. */
export const menuSeeds: readonly MenuSeed[] = [
  { code: 'firm', name: '我的事务所', en: 'My firm', scope: 'firm', icon: 'BankOutlined' },
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
    code: 'firm_enterprise',
    parent: 'firm',
    name: '企业管理',
    en: 'Enterprises',
    path: '/firm/firmEnterprise',
    icon: 'ShopOutlined',
    scope: 'firm',
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
  { code: 'mine', name: '我的', en: 'Mine', scope: 'firm', icon: 'UserOutlined' },
  {
    code: 'info_index',
    parent: 'mine',
    name: '个人信息',
    en: 'Personal information',
    path: '/info/index',
    icon: 'IdcardOutlined',
    scope: 'firm',
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
]
