import type { GrantName } from '#contract/grants.ts'
import type { Text } from '#contract/texts.ts'

/** The buttons of a page, by its path: code → what it says and the grant it stands for. */
type ButtonSeeds = Record<string, readonly (readonly [code: string, says: Text, grant: GrantName])[]>

const add = { zh: '新增', en: 'Add' }
const edit = { zh: '编辑', en: 'Edit' }
const remove = { zh: '删除', en: 'Delete' }
const view = { zh: '查看', en: 'View' }
const enter = { zh: '进入', en: 'Enter' }

/** Adding, changing and deleting, all under one grant. */
const keeping = (prefix: string, grant: GrantName) =>
  [
    [`${prefix}_add`, add, grant],
    [`${prefix}_edit`, edit, grant],
    [`${prefix}_delete`, remove, grant],
  ] as const

/** Every page's actions as permissions: clients take the codes from `buttons`, the server decides by the grant. */
export const buttonSeeds: ButtonSeeds = {
  '/firm/firmEnterprise': [
    ['enterprise_view', view, 'enterprise.view'],
    ['enterprise_enter', enter, 'enterprise.enter'],
    ['enterprise_add', add, 'enterprise.add'],
    ['enterprise_edit', edit, 'enterprise.edit'],
    ['enterprise_delete', remove, 'enterprise.delete'],
  ],
  '/personal/personalEnterprise': [
    ['personalEnterprise_view', view, 'enterprise.view'],
    ['personalEnterprise_enter', enter, 'enterprise.enter'],
    ['personalEnterprise_add', add, 'enterprise.add'],
    ['personalEnterprise_edit', edit, 'enterprise.edit'],
    ['personalEnterprise_delete', remove, 'enterprise.delete'],
  ],
  '/personal/personalEnterpriseProject': [
    ['personalProject_view', view, 'project.view'],
    ['personalProject_add', add, 'project.add'],
    ['personalProject_edit', edit, 'project.edit'],
    ['personalProject_delete', remove, 'project.delete'],
  ],
  '/enterpriseProject/projectList': [
    ['project_view', view, 'project.view'],
    ['project_add', add, 'project.add'],
    ['project_edit', edit, 'project.edit'],
    ['project_delete', remove, 'project.delete'],
  ],
  '/system/user': keeping('user', 'user.edit'),
  '/system/dept': keeping('dept', 'dept.edit'),
  '/system/post': keeping('post', 'post.edit'),
  '/system/role': keeping('role', 'role.edit'),
  '/system/notice': keeping('notice', 'notice.edit'),
  '/system/param': keeping('param', 'param.edit'),
  '/system/online': [['online_kick', { zh: '强制下线', en: 'Sign out' }, 'online.kick']],
  '/system/attachment': [['attachment_delete', remove, 'attachment.delete']],
  '/system/sms': keeping('sms', 'sms.manage'),
  '/system/model': keeping('model', 'model.manage'),
  '/dict-horizontal/index': keeping('dict', 'dict.edit'),
  '/platform/menu': keeping('menu', 'menu.edit'),
  '/platform/topMenu': keeping('topMenu', 'menu.edit'),
  '/platform/region': keeping('region', 'region.edit'),
  '/platform/client': keeping('client', 'client.manage'),
  '/platform/tenant': keeping('tenant', 'tenant.manage'),
  '/platform/package': keeping('package', 'package.manage'),
  '/platform/datasource': keeping('datasource', 'datasource.manage'),
  '/platform/storage': keeping('storage', 'storage.manage'),
  '/platform/schedule': keeping('schedule', 'schedule.manage'),
}
