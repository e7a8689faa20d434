import { CheckOutlined, DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useTexts } from '#web/kernel/language.ts'
import { useFrameSettings } from '#web/kernel/frame-settings.ts'
import { useMenuSearch } from '#web/kernel/menu-search.ts'
import type { Tab } from '#web/kernel/tabs.ts'
import type { TabActions } from './tab-actions.ts'
import { useMenuOpen } from './menu-open.ts'
import { asMenu, useTabMenu } from './tab-menu.ts'
import { texts } from './texts.ts'

type TabToolsProps = {
  tabs: Tab[]
  active: Tab | undefined
  nameOf: (tab: Tab) => string
  actions: TabActions
}

/** The button at the end of the bar: what the menu of the tab in front offers, the search of the menu, and all tabs by name. */
export function TabTools({ tabs, active, nameOf, actions }: TabToolsProps) {
  const t = useTexts(texts)
  const [open, setOpen] = useMenuOpen()
  const search = useFrameSettings((state) => state.search)
  const { items, run } = useTabMenu(actions, tabs.length)
  const own = active ? items : items.filter((item) => item?.key === 'all' || item?.key === 'cache')
  const menu: MenuProps = {
    className: 'tab-menu',
    items: [
      ...own,
      ...(search ? [{ key: 'search', label: t('search') }] : []),
      { type: 'divider' },
      {
        type: 'group',
        key: 'open',
        label: t('open'),
        children: tabs.map((tab) => ({
          key: `tab ${tab.key}`,
          label: nameOf(tab),
          icon: tab.key === active?.key ? <CheckOutlined /> : <span className="anticon tab-unchecked" />,
        })),
      },
    ],
    onClick: ({ key }) => {
      setOpen(false)
      const tab = tabs.find((one) => `tab ${one.key}` === key)
      if (tab) actions.go(tab)
      else if (key === 'search') useMenuSearch.getState().show()
      else if (key === 'all') actions.closeAll()
      else if (key === 'cache') actions.clearCache()
      else if (active) run(key, active)
    },
  }
  return (
    <Dropdown menu={menu} trigger={['click']} placement="bottomRight" {...asMenu} open={open} onOpenChange={setOpen}>
      <Button className="tab-tools" type="text" size="small" icon={<DownOutlined />} aria-label={t('actions')} />
    </Dropdown>
  )
}
