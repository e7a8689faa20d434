import type { DropdownProps, MenuProps } from 'antd'
import { useTexts } from '#web/kernel/language.ts'
import type { Tab } from '#web/kernel/tabs.ts'
import type { TabActions } from './tab-actions.ts'
import { texts } from './texts.ts'

type Items = NonNullable<MenuProps['items']>

/** Both menus of the bar: the keyboard is in them as soon as they open, and closed ones are gone. */
export const asMenu = { autoFocus: true, destroyOnHidden: true } as const satisfies DropdownProps

/** The menu of one tab: what a right click on it offers, and the button at the end of the bar for the one in front. */
export function useTabMenu(actions: TabActions, count: number) {
  const t = useTexts(texts)
  const items: Items = [
    { key: 'refresh', label: t('refresh') },
    { key: 'close', label: t('close'), disabled: count < 2 },
    { key: 'others', label: t('closeOthers'), disabled: count < 2 },
    { key: 'all', label: t('closeAll') },
    { type: 'divider' },
    { key: 'cache', label: t('clearCache') },
  ]
  const run = (key: string, tab: Tab) => {
    if (key === 'refresh') actions.refresh(tab.key)
    if (key === 'close') actions.close(tab.key)
    if (key === 'others') actions.closeOthers(tab)
    if (key === 'all') actions.closeAll()
    if (key === 'cache') actions.clearCache()
  }
  return { items, run }
}
