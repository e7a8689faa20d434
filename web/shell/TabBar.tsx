import { LeftOutlined, MenuOutlined, ProjectOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { barOf, type Scope, type Tab, useTabs } from '#web/kernel/tabs.ts'
import { useOwnTabs, usePerson } from '../tabs/own-tabs.ts'
import { useTabActions } from '../tabs/tab-actions.ts'
import { shiftOf, useTabDrag } from '../tabs/tab-drag.ts'
import { TabItem } from '../tabs/TabItem.tsx'
import { useTabMenu } from '../tabs/tab-menu.ts'
import { useTabPresses } from '../tabs/tab-presses.ts'
import { useTabsInSight } from '../tabs/tabs-in-sight.ts'
import { TabTools } from '../tabs/TabTools.tsx'
import { texts } from '../tabs/texts.ts'
import { landing, opensFor, pageAt } from './place.ts'
import { texts as shellTexts } from './texts.ts'
import '../tabs/tabs.css'

type TabBarProps = {
  scope: Scope
  activeKey: string
  /** Opens the panel at the right, where it has no room of its own. */
  onPanel?: () => void
  /** Opens the left menu of a layout without a head, where it has no room of its own. */
  onMenu?: () => void
}

const FIRM_HOME = '/firm/index'

/** The tabs of one scope. The enterprise's begin with the home one came from, which leads out and cannot be closed. */
export function TabBar({ scope, activeKey, onPanel, onMenu }: TabBarProps) {
  const t = useTexts(texts)
  const shellText = useTexts(shellTexts)
  const say = useSay()
  const tabs = barOf(useOwnTabs(), scope)
  const actions = useTabActions(scope, activeKey)
  const { items, run } = useTabMenu(actions, tabs.length)
  const move = useTabs((state) => state.move)
  const bar = useRef<HTMLUListElement>(null)
  const drag = useTabDrag(bar, move)
  const active = tabs.find((tab) => tab.key === activeKey)
  const nameOf = (tab: Tab) => tab.title || say(pageAt(tab.pathname)?.title ?? texts.product)
  const more = useTabsInSight(bar, activeKey, tabs.map(nameOf).join('\n'))
  useTabPresses(bar, actions)

  return (
    <nav className="tab-bar no-print" aria-label={t('tabs')}>
      {onMenu && (
        <Button
          className="narrow-only"
          type="text"
          icon={<MenuOutlined />}
          aria-label={shellText('openMenu')}
          onClick={onMenu}
        />
      )}
      <ul ref={bar} className="tab-list" data-more={more || undefined} data-drawing={drag !== undefined || undefined}>
        {scope.startsWith('enterprise:') && <LeadOut />}
        {tabs.map((tab, index) => (
          <TabItem
            key={tab.key}
            tab={tab}
            name={nameOf(tab)}
            active={tab.key === activeKey}
            reached={active ? tab === active : index === 0}
            closable={tabs.length > 1}
            actions={actions}
            menu={{ className: 'tab-menu', items, onClick: ({ key }) => run(key, tab) }}
            shift={drag && shiftOf(index, drag)}
            drawn={drag?.key === tab.key}
          />
        ))}
        {tabs.length === 0 && (
          <li className="tab">
            <span className="tab-icon" />
            <button type="button" className="tab-name plain-button" onClick={actions.home}>
              {say(pageAt(actions.first.split('?')[0] ?? '')?.title ?? texts.product)}
            </button>
            <span className="tab-icon" />
          </li>
        )}
      </ul>
      <TabTools tabs={tabs} active={active} nameOf={nameOf} actions={actions} />
      {onPanel && (
        <Button className="narrow-only" type="text" icon={<ProjectOutlined />} onClick={onPanel}>
          {t('projects')}
        </Button>
      )}
    </nav>
  )
}

/** The first tab of an enterprise: the firm's home, or one's own for who has no firm. */
function LeadOut() {
  const say = useSay()
  const navigate = useNavigate()
  const person = usePerson()
  const firm = pageAt(FIRM_HOME)
  const home = firm && opensFor(firm, person) ? FIRM_HOME : landing(person)
  return (
    <li className="tab">
      <span className="tab-icon">
        <LeftOutlined />
      </span>
      <button type="button" tabIndex={-1} className="tab-name plain-button" onClick={() => void navigate(home)}>
        {say(pageAt(home)?.title ?? texts.product)}
      </button>
      <span className="tab-icon" />
    </li>
  )
}
