import { CloseOutlined, FullscreenExitOutlined, FullscreenOutlined, MinusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { barOf, type Scope, tabKey, useTabs } from '#web/kernel/tabs.ts'
import { useTabActions } from '../../tabs/tab-actions.ts'
import type { PageRoute } from '../page-route.ts'
import { texts } from './mac-texts.ts'
import { useMacWindow } from './mac-window.ts'

type LightProps = { says: string; icon: ReactNode; onClick: () => void; disabled?: boolean }
const Light = ({ says, icon, onClick, disabled = false }: LightProps) => (
  <Button type="text" aria-label={says} title={says} icon={icon} disabled={disabled} onClick={onClick} />
)

/** The window with its title bar: closes the tab, leads back to the first page, fills the desktop. */
export function MacTitle({ route, scope }: { route: PageRoute; scope: Scope }) {
  const t = useTexts(texts)
  const say = useSay()
  const { pathname, search } = useLocation()
  const { filled, fill } = useMacWindow()
  const key = tabKey(pathname, search)
  const { close, leave, home } = useTabActions(scope, key)
  const tabs = useTabs((state) => state.tabs)
  const bar = barOf(tabs, scope)
  const tab = bar.find((one) => one.key === key)
  return (
    <>
      <div className="mac-window" data-filled={filled || undefined} />
      <section className="mac-title no-print" aria-label={t('window')}>
        <span className="mac-lights">
          <Light
            says={t('closeTab')}
            icon={<CloseOutlined />}
            // a page without a tab leads back to where one came from
            onClick={() => (tab ? void close(key) : leave())}
            disabled={tab !== undefined && bar.length < 2}
          />
          <Light says={t('home')} icon={<MinusOutlined />} onClick={home} />
          <Light
            says={filled ? t('unfill') : t('fill')}
            icon={filled ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
            onClick={() => fill(!filled)}
          />
        </span>
        <span className="mac-name">{tab?.title || say(route.title)}</span>
      </section>
    </>
  )
}
