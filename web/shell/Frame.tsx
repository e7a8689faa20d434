import { Drawer } from 'antd'
import { Suspense, use, useLayoutEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useFrameSettings } from '#web/kernel/frame-settings.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { useDesktop } from '#web/kernel/desktop.ts'
import { useMenuSearch } from '#web/kernel/menu-search.ts'
import { useProgress } from '#web/kernel/progress.ts'
import { type Scope, tabKey, useTabs } from '#web/kernel/tabs.ts'
import { Bones } from '#web/kit/StateView.tsx'
import { useMenuless } from '../menu/layout-menu.ts'
import { LayoutBoundary } from './LayoutBoundary.tsx'
import { hasDesktop, loadLayout, type PartProps } from './layouts.ts'
import type { Layout } from './page-route.ts'
import { ShortcutSheet } from './ShortcutSheet.tsx'
import { TabBar } from './TabBar.tsx'
import { TabHost } from './TabHost.tsx'
import { texts } from './texts.ts'
import { UploadTray } from './UploadTray.tsx'
import { BarDialogs } from '../bar/BarDialogs.tsx'
import { MenuSearchHost } from '../bar/MenuSearchHost.tsx'
import { useWindowTitle } from '../tabs/page-title.ts'
import { TabKeeper } from '../tabs/TabKeeper.tsx'
import { DiskTray } from '../disk/DiskTray.tsx'

/** The layouts whose menu a person may have across the head instead of at the left. */
const across: ReadonlySet<Layout> = new Set(['firm', 'personal', 'edu'])

type FrameProps = { route: PartProps['route']; layout: Layout; scope: Scope | undefined }

/**
 * One frame for every layout: the parts around it change, the tab host stays in its place, so that going from layout to layout
 * keeps every page alive. Without the enterprise or project its layout needs, a page is out of order.
 */
export function Frame({ route, layout, scope }: FrameProps) {
  const t = useTexts(texts)
  const { pathname, search } = useLocation()
  const visit = useTabs((state) => state.visit)
  const busy = useProgress((state) => state.running > 0)
  const activeKey = tabKey(pathname, search)
  const passing = route.isTab === false
  // A drawer is open for the place it was opened at: going elsewhere closes it.
  const [opened, setOpened] = useState({ drawer: '', at: '' })
  const isOpen = (drawer: string) => opened.drawer === drawer && opened.at === activeKey
  const open = (drawer: string) => () => setOpened({ drawer, at: activeKey })

  useLayoutEffect(() => {
    if (scope) visit({ pathname, search }, { scope, passing })
  }, [pathname, search, scope, passing, visit])

  const menuless = useMenuless(layout, route)
  const desktop = useDesktop() && hasDesktop(layout) && !menuless
  const settings = useFrameSettings()
  const searching = useMenuSearch((state) => state.open)
  const sideless = menuless || (settings.navigation === 'top' && across.has(layout))
  const parts = { route, scope, layout, desktop, menuless: sideless, onMenu: open('menu') }
  const bare = layout === 'none'
  const panel = layout === 'enterprise' && scope !== undefined
  return (
    <div
      className={desktop ? 'frame desk-ground' : 'frame'}
      data-layout={layout}
      data-desktop={desktop || undefined}
      data-menuless={sideless || undefined}
      data-collapsed={settings.collapsed || undefined}
    >
      <a
        className="skip-link no-print"
        href="#page"
        onClick={(event) => {
          // the address belongs to the router
          event.preventDefault()
          document.querySelector<HTMLElement>('#page')?.focus()
        }}
      >
        {t('skip')}
      </a>
      <div className="progress" data-running={busy || undefined} />
      <LayoutBoundary key={desktop ? `${layout} desktop` : layout}>
        <Suspense fallback={desktop ? null : <div className="top-bar" />}>
          <PartsBefore {...parts} />
        </Suspense>
      </LayoutBoundary>
      {scope && !bare && settings.tabs ? (
        <TabBar
          key="tabs"
          scope={scope}
          activeKey={activeKey}
          {...(panel && { onPanel: open('panel'), onMenu: open('menu') })}
        />
      ) : null}
      {scope && <TabKeeper key="keeper" route={route} scope={scope} activeKey={activeKey} />}
      <main key="main" id="page" tabIndex={-1} className="frame-main" data-searching={searching || undefined}>
        <MenuSearchHost layout={layout} place={activeKey} />
        <TabHost activeKey={scope ? activeKey : ''} />
        {scope ? null : <OutOfOrder route={route} />}
      </main>
      {desktop && (
        <LayoutBoundary key={`${layout} dock`}>
          <Suspense fallback={null}>
            <Part name="Dock" {...parts} />
          </Suspense>
        </LayoutBoundary>
      )}
      {panel && (
        <LayoutBoundary key={`${layout} panel`}>
          <aside className="frame-panel no-print">
            <Suspense fallback={<Bones lines={6} />}>
              <Part name="Panel" {...parts} />
            </Suspense>
          </aside>
        </LayoutBoundary>
      )}
      <Drawer
        placement="left"
        size={248}
        open={isOpen('menu')}
        onClose={open('')}
        closable={false}
        styles={{ body: { padding: 0 } }}
      >
        <div className="frame-side">
          <Suspense fallback={<Bones lines={6} />}>
            <Part name="Side" {...parts} />
          </Suspense>
        </div>
      </Drawer>
      {panel && (
        <Drawer size={320} open={isOpen('panel')} onClose={open('')} styles={{ body: { padding: 0 } }}>
          <Suspense fallback={<Bones lines={6} />}>
            <Part name="Panel" {...parts} />
          </Suspense>
        </Drawer>
      )}
      <UploadTray />
      <DiskTray />
      <BarDialogs />
      <ShortcutSheet />
    </div>
  )
}

/** What stands for a page whose address lacks the enterprise or project it is of. */
function OutOfOrder({ route }: Pick<FrameProps, 'route'>) {
  const t = useTexts(texts)
  const say = useSay()
  useWindowTitle(say(route.title))
  return (
    <div className="state-view" role="alert">
      <h2>{t('brokenFrame')}</h2>
      <Link to="/">{t('firmHome')}</Link>
    </div>
  )
}

type LayoutProps = PartProps & { layout: Layout; desktop: boolean }

function PartsBefore(props: LayoutProps & { menuless: boolean }) {
  const { Side, Head } = use(loadLayout(props.layout, props.desktop))
  return (
    <>
      {Side && !props.menuless && (
        <aside className="frame-side no-print">
          <Side {...props} />
        </aside>
      )}
      {Head && <Head {...props} />}
    </>
  )
}

function Part({ name, ...props }: LayoutProps & { name: 'Side' | 'Panel' | 'Dock' }) {
  const One = use(loadLayout(props.layout, props.desktop))[name]
  return One ? <One {...props} /> : null
}
