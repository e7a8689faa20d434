import { CloseOutlined, ReloadOutlined } from '@ant-design/icons'
import { Dropdown, type MenuProps } from 'antd'
import { useTexts } from '#web/kernel/language.ts'
import type { Tab } from '#web/kernel/tabs.ts'
import type { TabActions } from './tab-actions.ts'
import { focusAfterMenu } from './focus-tabs.ts'
import { useMenuOpen } from './menu-open.ts'
import { asMenu } from './tab-menu.ts'
import { texts } from './texts.ts'

type TabItemProps = {
  tab: Tab
  name: string
  active: boolean
  /** The one of the bar that the Tab key reaches; arrows go on from there. */
  reached: boolean
  closable: boolean
  actions: TabActions
  menu: MenuProps
  /** How far it is moved while a tab is drawn along the bar; undefined when none is. */
  shift: number | undefined
  drawn: boolean
}

/** One tab: its name, the refresh of the one in front, its cross, its menu. */
export function TabItem({ tab, name, active, reached, closable, actions, menu, shift, drawn }: TabItemProps) {
  const t = useTexts(texts)
  const [open, setOpen] = useMenuOpen()
  const turn = (next: boolean) => {
    setOpen(next)
    if (!next) focusAfterMenu(tab.key)
  }
  const refreshing = tab.refresh !== ''
  return (
    <Dropdown menu={menu} trigger={['contextMenu']} open={open} onOpenChange={turn} {...asMenu}>
      <li
        className="tab"
        data-key={tab.key}
        data-active={active || undefined}
        data-drawn={drawn || undefined}
        style={shift === undefined ? undefined : { translate: `${shift}px` }}
      >
        {active || refreshing ? (
          <button
            type="button"
            tabIndex={active ? 0 : -1}
            className="tab-icon plain-button"
            data-turning={refreshing || undefined}
            aria-label={t('refresh')}
            title={t('refresh')}
            onClick={() => actions.refresh(tab.key)}
          >
            <ReloadOutlined />
          </button>
        ) : (
          <span className="tab-icon" />
        )}
        <button
          type="button"
          tabIndex={reached ? 0 : -1}
          aria-current={active ? 'page' : undefined}
          className="tab-name plain-button"
          title={name}
          onClick={() => actions.go(tab)}
        >
          {name}
        </button>
        {closable ? (
          <button
            type="button"
            tabIndex={active ? 0 : -1}
            className="tab-icon tab-close plain-button"
            aria-label={t('closeTab', { name })}
            onClick={() => actions.close(tab.key)}
          >
            <CloseOutlined />
          </button>
        ) : (
          <span className="tab-icon" />
        )}
      </li>
    </Dropdown>
  )
}
