import type { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe calls serious or critical, and how far the page is wider than its window. */
export async function faultsOf(page: Page, axe: AxeBuilder): Promise<string[]> {
  // the list of tabs of the library, which on a narrow screen holds the button for those that do not fit, cannot be changed here
  const { violations } = await axe.exclude('.ant-tabs-nav').analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return [
    ...grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
    ...(wider > 0 ? [`${wider} px wider than the window`] : []),
  ]
}
