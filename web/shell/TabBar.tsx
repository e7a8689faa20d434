import { CloseOutlined, ProjectOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { type Scope, type Tab, tabHref, useTabs } from '#web/kernel/tabs.ts'
import { pageAt } from './place.ts'
import { texts } from './texts.ts'

type TabBarProps = {
  scope: Scope
  activeKey: string
  /** Opens the panel at the right, where it has no room of its own. */
  onPanel?: () => void
}

const FIRM_HOME = '/firm/index'

/** The tabs of one scope. The enterprise's begin with the firm home, which leads back and cannot be closed. */
export function TabBar({ scope, activeKey, onPanel }: TabBarProps) {
  const t = useTexts(texts)
  const say = useSay()
  const navigate = useNavigate()
  const { tabs: all, close, closeOthers, refresh } = useTabs()
  const tabs = all.filter((tab) => tab.scope === scope)
  const bar = useRef<HTMLUListElement>(null)
  const count = tabs.length
  useEffect(() => {
    // a tab that has just been opened stands in the list one drawing later
    if (count === 0) return
    const shown = [...(bar.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])]
    shown.find((one) => one.dataset['key'] === activeKey)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [activeKey, count])

  const name = (tab: Tab) => tab.title || say(pageAt(tab.pathname)?.title ?? texts.product)
  const activeName = tabs.filter((tab) => tab.key === activeKey).map(name)[0]
  useEffect(() => {
    if (activeName) document.title = `${activeName} · ${t('product')}`
  }, [activeName, t])

  const shut = (tab: Tab) => {
    const neighbour = close(tab.key)
    if (neighbour && tab.key === activeKey) void navigate(tabHref(neighbour))
  }
  const menu = (tab: Tab) => ({
    items: [
      { key: 'refresh', label: t('refreshTab') },
      { key: 'close', label: t('closeThis'), disabled: tabs.length < 2 },
      { key: 'others', label: t('closeOthers'), disabled: tabs.length < 2 },
    ],
    onClick: ({ key }: { key: string }) => {
      if (key === 'refresh') refresh(tab.key)
      if (key === 'close') shut(tab)
      if (key === 'others') {
        closeOthers(tab.key)
        void navigate(tabHref(tab))
      }
    },
  })

  return (
    <nav className="tab-bar no-print" aria-label={t('tabs')}>
      <ul ref={bar} className="tab-list">
        {scope.startsWith('enterprise:') && (
          <li className="tab">
            <button type="button" className="tab-name plain-button" onClick={() => void navigate(FIRM_HOME)}>
              {t('firmHome')}
            </button>
          </li>
        )}
        {tabs.map((tab) => {
          const active = tab.key === activeKey
          return (
            <Dropdown key={tab.key} menu={menu(tab)} trigger={['contextMenu']}>
              <li className="tab" data-key={tab.key} data-active={active || undefined}>
                {active && (
                  <button
                    type="button"
                    className="tab-icon plain-button"
                    aria-label={t('refreshTab')}
                    title={t('refreshTab')}
                    onClick={() => refresh(tab.key)}
                  >
                    <ReloadOutlined />
                  </button>
                )}
                <button
                  type="button"
                  aria-current={active ? 'page' : undefined}
                  className="tab-name plain-button"
                  onClick={() => void navigate(tabHref(tab))}
                  onAuxClick={(event) => event.button === 1 && shut(tab)}
                >
                  {name(tab)}
                </button>
                {tabs.length > 1 && (
                  <button
                    type="button"
                    className="tab-icon plain-button"
                    aria-label={t('closeTab', { name: name(tab) })}
                    onClick={() => shut(tab)}
                  >
                    <CloseOutlined />
                  </button>
                )}
              </li>
            </Dropdown>
          )
        })}
      </ul>
      {onPanel && (
        <Button className="narrow-only" type="text" icon={<ProjectOutlined />} onClick={onPanel}>
          {t('projects')}
        </Button>
      )}
    </nav>
  )
}
