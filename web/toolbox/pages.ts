import type { Role } from '#contract/grants.ts'
import { except, only, page, type PageRoute } from '../shell/page-route.ts'
import { calculatorPages } from '../calculator/tool-pages.ts'
import { filePages } from './file-pages.ts'
import { toolboxTitle } from './title.ts'

const taxFolk: readonly Role[] = ['administrator', 'admin', 'zxs', 'personal']

/** The toolbox, and a page for each tool of its own. */
export const toolboxPages: readonly PageRoute[] = [
  except(
    ['student'],
    only(
      taxFolk,
      page('/firm/firmTools', toolboxTitle, 'byRole', async () => (await import('./ToolboxPage.tsx')).ToolboxPage),
    ),
  ),
  ...[...Object.values(filePages), ...Object.values(calculatorPages)].map(({ path, title, load }) =>
    page(path, title, 'byRole', load),
  ),
]
