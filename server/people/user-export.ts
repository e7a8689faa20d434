import { user } from '#contract/user.ts'
import { exportOf } from '../list/list-export.ts'
import { userService } from './user-service.ts'
import { sexWords, stateWords, userWords as words } from './user-words.ts'

export const userExport = exportOf(user.list, {
  name: 'user',
  title: { zh: '用户', en: 'Users' },
  rows: userService.list,
  columns: [
    { key: 'realName', title: words.realName },
    { key: 'account', title: words.account, width: 20 },
    { key: 'deptName', title: words.deptId, width: 28 },
    { key: 'roleName', title: words.roleNames, width: 20 },
    { key: 'postName', title: words.postNames, width: 20 },
    { key: 'phone', title: words.phone },
    { key: 'email', title: words.email, width: 28 },
    { key: 'code', title: words.code },
    { key: 'sex', title: words.sex, words: sexWords, width: 8 },
    { key: 'state', title: { zh: '状态', en: 'State' }, words: stateWords },
    { key: 'signInTime', title: { zh: '最近登录', en: 'Last sign-in' }, width: 20 },
    { key: 'createTime', title: { zh: '创建时间', en: 'Created' }, width: 20 },
    { key: 'remark', title: words.remark, width: 40 },
  ],
})
