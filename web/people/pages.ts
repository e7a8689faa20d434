import { granted, only, page, type PageRoute } from '#web/shell/page-route.ts'
import { texts as roleTexts } from './role-texts.ts'
import { texts } from './texts.ts'

/** Users, departments, posts and roles. */
export const peoplePages: readonly PageRoute[] = [
  granted(
    'user.view',
    page('/system/user', texts.users, 'firm', async () => (await import('./UserListPage.tsx')).UserPage),
  ),
  granted(
    'dept.edit',
    page('/system/dept', texts.depts, 'firm', async () => (await import('./DeptPage.tsx')).DeptPage),
  ),
  granted(
    'post.view',
    page('/system/post', texts.posts, 'firm', async () => (await import('./PostPage.tsx')).PostPage),
  ),
  granted(
    'role.view',
    page('/system/role', roleTexts.roles, 'firm', async () => (await import('./RoleListPage.tsx')).RolePage),
  ),
  only(
    ['admin', 'administrator'],
    page('/firm/userSetting', texts.firmUsers, 'firm', async () => (await import('./UserListPage.tsx')).FirmUserPage),
  ),
  only(
    ['administrator'],
    page('/backedFirm/backedUserSetting', texts.backedUsers, 'firm', async () => {
      return (await import('./UserListPage.tsx')).BackedUserPage
    }),
  ),
]
