import { granted, only, page, type PageRoute } from '../shell/page-route.ts'
import { texts } from './texts.ts'

/** Menus, dictionaries, parameters, regions and clients. */
export const systemPages: readonly PageRoute[] = [
  granted(
    'menu.view',
    page('/platform/menu', texts.menus, 'firm', async () => (await import('./MenuPage.tsx')).MenuPage),
  ),
  granted(
    'menu.edit',
    page('/platform/topMenu', texts.topMenus, 'firm', async () => (await import('./TopMenuPage.tsx')).TopMenuPage),
  ),
  only(
    ['administrator'],
    page(
      '/dict-horizontal/index',
      texts.dicts,
      'firm',
      async () => (await import('./DictBoard.tsx')).DictHorizontalPage,
    ),
  ),
  only(
    ['administrator'],
    page('/dict-vertical/index', texts.dicts, 'firm', async () => (await import('./DictBoard.tsx')).DictVerticalPage),
  ),
  granted(
    'param.view',
    page('/system/param', texts.params, 'firm', async () => (await import('./ParamPage.tsx')).ParamPage),
  ),
  granted(
    'region.edit',
    page('/platform/region', texts.regions, 'firm', async () => (await import('./RegionPage.tsx')).RegionPage),
  ),
  granted(
    'client.manage',
    page('/platform/client', texts.clients, 'firm', async () => (await import('./ClientPage.tsx')).ClientPage),
  ),
]
