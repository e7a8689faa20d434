import { Drawer } from 'antd'
import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { useProgress } from '#web/kernel/progress.ts'
import { type Scope, tabKey, useTabs } from '#web/kernel/tabs.ts'
import { Bones } from '#web/kit/StateView.tsx'
import { FirmMenu } from './FirmMenu.tsx'
import type { PageRoute } from './page-route.ts'
import { ProjectHeader } from './ProjectHeader.tsx'
import { ProjectMenu } from './ProjectMenu.tsx'
import { ShortcutSheet } from './ShortcutSheet.tsx'
import { TabBar } from './TabBar.tsx'
import { TabHost } from './TabHost.tsx'
import { TopBar } from './TopBar.tsx'
import { texts } from './texts.ts'
import { UploadTray } from './UploadTray.tsx'

/** With the project dialog it is as heavy as a page, and only the enterprise layout has it. */
const EnterpriseProjects = lazy(async () => ({
  default: (await import('../project/EnterpriseProjects.tsx')).EnterpriseProjects,
}))

/**
 * One frame for every layout: its slots change, the tab host stays in its place, so that going from layout to layout keeps
 * every page alive. Without the enterprise or project its layout needs, a page is out of order.
 */
export function Frame({ route, scope }: { route: PageRoute; scope: Scope | undefined }) {
  const t = useTexts(texts)
  const say = useSay()
  const { pathname, search } = useLocation()
  const visit = useTabs((state) => state.visit)
  const busy = useProgress((state) => state.running > 0)
  const { layout } = route
  const query = new URLSearchParams(search)
  const enterpriseId = query.get('enterpriseId') ?? ''
  const projectId = query.get('projectId') ?? ''
  const activeKey = tabKey(pathname, search)
  // A drawer is open for the place it was opened at: going elsewhere closes it.
  const [opened, setOpened] = useState({ drawer: '', at: '' })
  const isOpen = (drawer: string) => opened.drawer === drawer && opened.at === activeKey
  const open = (drawer: string) => () => setOpened({ drawer, at: activeKey })

  useLayoutEffect(() => {
    if (scope) visit({ pathname, search }, scope)
  }, [pathname, search, scope, visit])

  const menu = layout === 'project' ? <ProjectMenu projectId={projectId} /> : <FirmMenu />
  const panel =
    layout === 'enterprise' && scope ? (
      <Suspense fallback={<Bones lines={6} />}>
        <EnterpriseProjects enterpriseId={enterpriseId} />
      </Suspense>
    ) : null
  return (
    <div className="frame" data-layout={layout}>
      <div className="progress" data-running={busy || undefined} />
      {layout === 'enterprise' ? null : <aside className="frame-side no-print">{menu}</aside>}
      {layout === 'firm' ? <TopBar title={say(route.title)} onMenu={open('menu')} /> : null}
      {layout === 'project' && scope ? <ProjectHeader projectId={projectId} onMenu={open('menu')} /> : null}
      {scope ? (
        <TabBar key="tabs" scope={scope} activeKey={activeKey} {...(panel && { onPanel: open('panel') })} />
      ) : null}
      <main key="main" className="frame-main">
        <TabHost activeKey={scope ? activeKey : ''} />
        {scope ? null : (
          <div className="state-view" role="alert">
            <h2>{t('brokenFrame')}</h2>
            <Link to="/">{t('firmHome')}</Link>
          </div>
        )}
      </main>
      {panel && <aside className="frame-panel no-print">{panel}</aside>}
      <Drawer
        placement="left"
        size={248}
        open={isOpen('menu')}
        onClose={open('')}
        closable={false}
        styles={{ body: { padding: 0 } }}
      >
        <div className="frame-side">{menu}</div>
      </Drawer>
      {panel && (
        <Drawer size={320} open={isOpen('panel')} onClose={open('')} styles={{ body: { padding: 0 } }}>
          {panel}
        </Drawer>
      )}
      <UploadTray />
      <ShortcutSheet />
    </div>
  )
}
