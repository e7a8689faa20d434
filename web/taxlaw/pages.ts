import type { Text } from '#contract/texts.ts'
import { granted, page, type PageRoute } from '../shell/page-route.ts'

const taxReturn: Text = { zh: '申报表', en: 'Tax return' }
const rulePack: Text = { zh: '税法规则', en: 'Tax rules' }

/** The return of a project, and the law it stands on. */
export const taxlawPages: readonly PageRoute[] = [
  granted(
    'paper.view',
    page('/tax-return/index', taxReturn, 'project', async () => (await import('./TaxReturnPage.tsx')).TaxReturnPage),
  ),
  granted(
    'paper.view',
    page('/rule-pack/index', rulePack, 'firm', async () => (await import('./RulePackPage.tsx')).RulePackPage),
  ),
]
