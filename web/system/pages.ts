import { granted, only, page, type PageRoute } from '../shell/page-route.ts'
import { texts } from './texts.ts'

/** Menus, dictionaries, parameters, regions and clients. */
export const systemPages: readonly PageRoute[] = [
  granted(
    'menu.view',
    page('/platform/menu', texts.menus, 'byRole', async () => (await import('./MenuPage.tsx')).MenuPage),
  ),
  granted(
    'menu.edit',
    page('/platform/topMenu', texts.topMenus, 'byRole', async () => (await import('./TopMenuPage.tsx')).TopMenuPage),
  ),
  only(
    ['administrator'],
    page(
      '/dict-horizontal/index',
      texts.dicts,
      'byRole',
      async () => (await import('./DictBoard.tsx')).DictHorizontalPage,
    ),
  ),
  only(
    ['administrator'],
    page('/dict-vertical/index', texts.dicts, 'byRole', async () => (await import('./DictBoard.tsx')).DictVerticalPage),
  ),
  granted(
    'param.view',
    page('/system/param', texts.params, 'byRole', async () => (await import('./ParamPage.tsx')).ParamPage),
  ),
  granted(
    'region.edit',
    page('/platform/region', texts.regions, 'byRole', async () => (await import('./RegionPage.tsx')).RegionPage),
  ),
  granted(
    'client.manage',
    page('/platform/client', texts.clients, 'byRole', async () => (await import('./ClientPage.tsx')).ClientPage),
  ),
]
