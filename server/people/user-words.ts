import type { Text } from '#contract/texts.ts'

/** What the fields of a person are called in workbooks; the keys are those of the columns on screen. */
export const userWords = {
  realName: { zh: '姓名', en: 'Name' },
  account: { zh: '账号', en: 'Account' },
  code: { zh: '工号', en: 'Staff no.' },
  phone: { zh: '手机', en: 'Mobile' },
  email: { zh: '邮箱', en: 'E-mail' },
  sex: { zh: '性别', en: 'Sex' },
  deptId: { zh: '部门', en: 'Department' },
  roleNames: { zh: '角色', en: 'Roles' },
  postNames: { zh: '岗位', en: 'Posts' },
  remark: { zh: '备注', en: 'Remark' },
} as const satisfies Record<string, Text>

export const sexWords = {
  '0': { zh: '未填', en: 'Not given' },
  '1': { zh: '男', en: 'Male' },
  '2': { zh: '女', en: 'Female' },
} as const satisfies Record<string, Text>

export const stateWords = {
  pending: { zh: '未登录过', en: 'Not yet signed in' },
  active: { zh: '正常', en: 'Active' },
  locked: { zh: '已锁定', en: 'Locked' },
  left: { zh: '已离职', en: 'Left' },
} as const satisfies Record<string, Text>
