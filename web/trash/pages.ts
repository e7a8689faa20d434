import { only, page, type PageRoute } from '../shell/page-route.ts'

/** The recycle bins: the firm's for who administers it, one's own. */
export const trashPages: readonly PageRoute[] = [
  only(
    ['administrator', 'admin'],
    page(
      '/firm/trash',
      { zh: '事务所回收站', en: 'Firm recycle bin' },
      'byRole',
      async () => (await import('./TrashPage.tsx')).FirmTrashPage,
    ),
  ),
  only(
    ['zxs'],
    page(
      '/firm/userTrash',
      { zh: '我的回收站', en: 'My recycle bin' },
      'byRole',
      async () => (await import('./TrashPage.tsx')).OwnTrashPage,
    ),
  ),
]
