import { granted, only, page, type PageRoute } from '#web/shell/page-route.ts'
import { texts as roleTexts } from './role-texts.ts'
import { texts } from './texts.ts'

/** Users, departments, posts and roles. */
export const peoplePages: readonly PageRoute[] = [
  granted(
    'user.view',
    page('/system/user', texts.users, 'byRole', async () => (await import('./UserListPage.tsx')).UserPage),
  ),
  granted(
    'dept.edit',
    page('/system/dept', texts.depts, 'byRole', async () => (await import('./DeptPage.tsx')).DeptPage),
  ),
  granted(
    'post.view',
    page('/system/post', texts.posts, 'byRole', async () => (await import('./PostPage.tsx')).PostPage),
  ),
  granted(
    'role.view',
    page('/system/role', roleTexts.roles, 'byRole', async () => (await import('./RoleListPage.tsx')).RolePage),
  ),
  only(
    ['admin', 'administrator'],
    page('/firm/userSetting', texts.firmUsers, 'byRole', async () => (await import('./UserListPage.tsx')).FirmUserPage),
  ),
  only(
    ['administrator'],
    page('/backedFirm/backedUserSetting', texts.backedUsers, 'byRole', async () => {
      return (await import('./UserListPage.tsx')).BackedUserPage
    }),
  ),
]
