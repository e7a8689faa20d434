import { HomeOutlined, MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { useFrameSettings } from '#web/kernel/frame-settings.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { useSession } from '#web/kernel/session.ts'
import { texts as barTexts } from '../bar/texts.ts'
import { Seal } from '../portal/Seal.tsx'
import { useMenuless } from '../menu/layout-menu.ts'
import { FrameTools } from './FrameTools.tsx'
import type { PartProps } from './layouts.ts'
import { firstPage, layoutOf } from './place.ts'
import { texts } from './texts.ts'

const TopNav = lazy(async () => ({ default: (await import('../bar/TopNav.tsx')).TopNav }))

type TopBarProps = PartProps & {
  /** What stands before the page's name; the firm, or the tenant, unless said. */
  organisation?: string
  /** Where the home item leads; the first page of the tab bar unless said. */
  home?: string
}

/** The head: where am I, the way home, the menu if it is to be up here, and the tools of the frame. */
export function TopBar({ route, scope, onMenu, organisation, home }: TopBarProps) {
  const t = useTexts(texts)
  const say = useSay()
  const session = useSession()
  const bar = useTexts(barTexts)
  const { search } = useLocation()
  const { navigation } = useFrameSettings()
  const first = home ?? (scope ? firstPage(scope, session, new URLSearchParams(search)) : '/')
  const layout = layoutOf(route, session)
  const menuless = useMenuless(layout, route)
  const across = navigation === 'top' && !menuless
  const before = organisation ?? (session.firmName || session.tenantName)
  return (
    <header className="top-bar no-print" data-across={across || undefined}>
      <Button className="narrow-only" type="text" icon={<MenuOutlined />} aria-label={t('openMenu')} onClick={onMenu} />
      {across || menuless || <Collapse />}
      {across && (
        <div className="top-mark wide-only">
          <Seal size={24} />
          <strong>{t('product')}</strong>
        </div>
      )}
      <div className="top-where">
        <Link className="top-home" to={first} aria-label={bar('home')} title={bar('home')}>
          <HomeOutlined aria-hidden />
        </Link>
        {(organisation !== undefined || !across) && (
          <>
            <span className="second wide-only">{before}</span>
            <span className="third wide-only" aria-hidden>
              /
            </span>
          </>
        )}
        <span className="top-name">{say(route.title)}</span>
      </div>
      {across && (
        <Suspense fallback={<div className="top-nav wide-only" />}>
          <TopNav layout={layout} />
        </Suspense>
      )}
      <FrameTools />
    </header>
  )
}

/** The left menu as icons only, and back. */
export function Collapse() {
  const bar = useTexts(barTexts)
  const { collapse, collapsed } = useFrameSettings()
  if (!collapse) return null
  const label = bar(collapsed ? 'expand' : 'collapse')
  return (
    <Tooltip title={label}>
      <Button
        className="wide-only"
        type="text"
        icon={collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        aria-label={label}
        onClick={() => useFrameSettings.setState({ collapsed: !collapsed })}
      />
    </Tooltip>
  )
}
