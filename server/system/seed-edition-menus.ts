import type { Role } from '#contract/grants.ts'
import type { Text } from '#contract/texts.ts'
import { administrators, type MenuSeed, pageOf, taxFolk } from './menu-seed.ts'

const teachers: readonly Role[] = ['administrator', 'admin', 'teacher']
const inPersonal = (code: string, path: string, says: Text, icon: string): MenuSeed => ({
  ...pageOf('personal', 'personal')(code, path, says, icon),
  roles: ['personal'],
})
const inEdu = (roles: readonly Role[], row: MenuSeed): MenuSeed => ({ ...row, roles })
const eduPage = pageOf('edu', 'edu')

/** The menus of the personal and the education edition. */
export const editionSeeds: readonly MenuSeed[] = [
  {
    code: 'personal',
    name: '我的工作台',
    en: 'My desk',
    scope: 'personal',
    icon: 'SolutionOutlined',
    roles: ['personal'],
  },
  inPersonal('personal_index', '/personal/index', { zh: '首页', en: 'Home' }, 'HomeOutlined'),
  inPersonal(
    'personal_enterprise',
    '/personal/personalEnterprise',
    { zh: '我的客户', en: 'My clients' },
    'BankOutlined',
  ),
  inPersonal(
    'personal_project',
    '/personal/personalEnterpriseProject',
    { zh: '企业项目', en: 'Projects' },
    'ProjectOutlined',
  ),

  { code: 'edu', name: '教学', en: 'Teaching', scope: 'edu', icon: 'ReadOutlined' },
  // the head of the layout leads there
  inEdu(administrators, {
    ...eduPage('edu_index', '/edu/index', { zh: '教育首页', en: 'Education home' }, 'HomeOutlined'),
    hidden: true,
  }),
  inEdu(
    ['student'],
    eduPage('edu_my_courses', '/newmain/my-courses', { zh: '我的课程', en: 'My courses' }, 'BookOutlined'),
  ),
  inEdu(teachers, eduPage('edu_course', '/edu/courseManage', { zh: '课程管理', en: 'Courses' }, 'BookOutlined')),
  inEdu(
    teachers,
    eduPage('edu_exam', '/edu/examManage', { zh: '作业考试管理', en: 'Homework and exams' }, 'FileDoneOutlined'),
  ),
  inEdu(teachers, eduPage('edu_class', '/edu/classManage', { zh: '班级管理', en: 'Classes' }, 'TeamOutlined')),
  inEdu(
    teachers,
    eduPage('edu_question', '/questionsetting', { zh: '题目设置', en: 'Questions' }, 'CheckSquareOutlined'),
  ),
  inEdu(
    ['administrator', 'admin', 'teacher', 'student'],
    eduPage('edu_enterprise', '/firm/firmEnterprise', { zh: '实训企业', en: 'Training companies' }, 'BankOutlined'),
  ),
  eduPage('edu_welcome', '/studyApi', { zh: '平台导览', en: 'Welcome tour' }, 'StarOutlined'),
  {
    code: 'edu_school',
    name: '学校',
    en: 'School',
    scope: 'edu',
    icon: 'BankOutlined',
    roles: administrators,
  },
  ...(
    [
      ['edu_school_init', '/edu/schoolInit', { zh: '学校初始化', en: 'School set-up' }, 'SettingOutlined'],
      ['edu_student', '/edu/studentManage', { zh: '学生管理', en: 'Students' }, 'UsergroupAddOutlined'],
      ['edu_home', '/edu/home', { zh: '教育门户', en: 'Education portal' }, 'GlobalOutlined'],
    ] as const
  ).map(([code, path, says, icon]) => inEdu(administrators, pageOf('edu_school', 'edu')(code, path, says, icon))),
]

const ofEnterprise = (code: string, path: string, { zh, en }: Text, icon: string): MenuSeed => ({
  code, name: zh, en, path, icon, scope: 'ai',
}) // prettier-ignore
/** A step of the main job, in its order. */
const ofProject = (code: string, path: string, { zh, en }: Text, icon: string): MenuSeed => ({
  code, name: zh, en, path, icon, scope: 'project',
}) // prettier-ignore

/** The menus within one enterprise and within one project. */
export const placeSeeds: readonly MenuSeed[] = [
  ofEnterprise('ai_index', '/aiApp/index', { zh: '企业概况', en: 'Overview' }, 'AppstoreOutlined'),
  ofEnterprise('ai_projects', '/aiApp/projectList', { zh: '企业项目', en: 'Projects' }, 'ProjectOutlined'),
  ofEnterprise('ai_related', '/aiApp/sonPage', { zh: '子公司与关联方', en: 'Related companies' }, 'ClusterOutlined'),

  ofProject('project_index', '/projectApp/index', { zh: '项目首页', en: 'Project' }, 'HomeOutlined'),
  ofProject(
    'project_financial_info',
    '/firmProject/financialInfo',
    { zh: '财务信息', en: 'Financial information' },
    'UploadOutlined',
  ),
  ofProject(
    'project_run_prepare',
    '/firmProject/runprepare',
    { zh: '运行准备', en: 'Run preparation' },
    'FileSearchOutlined',
  ),
  ofProject(
    'project_relation',
    '/firmProject/buildrelationbill',
    { zh: '建立关系单', en: 'Account mapping' },
    'ApartmentOutlined',
  ),
  ofProject(
    'project_generate',
    '/firmProject/genbillvalue',
    { zh: '生成底稿', en: 'Generate papers' },
    'ThunderboltOutlined',
  ),
  ofProject('project_papers', '/wps/index', { zh: '税审底稿', en: 'Working papers' }, 'FileExcelOutlined'),
  {
    ...ofProject('project_return', '/tax-return/index', { zh: '申报表', en: 'Tax return' }, 'FileDoneOutlined'),
    // who may read papers (paper.view)
    roles: [...taxFolk, 'teacher', 'student'],
  },
  ofProject('project_trace', '/table-info/index', { zh: '账表链透视', en: 'Ledger chain' }, 'NodeIndexOutlined'),
  {
    ...ofProject('project_files', '/file-mapping/index', { zh: '文件映射', en: 'File mapping' }, 'LinkOutlined'),
    roles: taxFolk,
  },
  {
    ...ofProject(
      'project_requests',
      '/material-request/index',
      { zh: '资料清单', en: 'Document requests' },
      'InboxOutlined',
    ),
    roles: taxFolk,
  },
  {
    ...ofProject('project_vouchers', '/voucher-check/index', { zh: '凭证检查', en: 'Voucher check' }, 'AuditOutlined'),
    roles: taxFolk,
  },
]
