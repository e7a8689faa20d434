import { Button } from 'antd'
import { Activity, Component, type ErrorInfo, type ReactNode, Suspense, useMemo } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { logFault } from '#web/kernel/local-log.ts'
import { TabContext } from '#web/kernel/tab.ts'
import { alive, type Tab, useTabs } from '#web/kernel/tabs.ts'
import { Bones } from '#web/kit/StateView.tsx'
import { LogLink } from '../bar/LogLink.tsx'
import { useKeptScroll } from '../tabs/kept-scroll.ts'
import { useOwnTabs } from '../tabs/own-tabs.ts'
import { pageAt } from './place.ts'
import { texts } from './texts.ts'

/**
 * The pages of all tabs that were looked at lately: the active one visible, the others hidden with their state (Activity:
 * the DOM stays, effects stop). A refresh takes the page away and then starts it anew under a higher version.
 */
export function TabHost({ activeKey }: { activeKey: string }) {
  const tabs = alive(useOwnTabs(), activeKey).filter((tab) => tab.refresh !== 'away')
  return tabs.map((tab) => (
    <Activity key={`${tab.key}#${tab.version}`} mode={tab.key === activeKey ? 'visible' : 'hidden'}>
      <TabPlace tab={tab} active={tab.key === activeKey} />
    </Activity>
  ))
}

function TabPlace({ tab, active }: { tab: Tab; active: boolean }) {
  const page = useKeptScroll(active)
  const place = useMemo(() => ({ tab, active }), [tab, active])
  return (
    <TabContext value={place}>
      <div ref={page} className="tab-page">
        <PageBoundary tabKey={tab.key}>
          <Suspense fallback={<PageBones />}>
            <TabPage tab={tab} />
          </Suspense>
        </PageBoundary>
      </div>
    </TabContext>
  )
}

function TabPage({ tab }: { tab: Tab }) {
  const route = pageAt(tab.pathname)
  return route ? <route.Page /> : null
}

function PageBones() {
  return (
    <div className="page">
      <div className="page-title">
        <span className="bone" style={{ width: 180, height: 20 }} />
      </div>
      <Bones lines={6} />
    </div>
  )
}

/** A page that throws takes only itself down. */
class PageBoundary extends Component<{ tabKey: string; children: ReactNode }, { fault: unknown }> {
  override state = { fault: undefined }
  static getDerivedStateFromError(fault: unknown) {
    return { fault }
  }
  override componentDidCatch(fault: Error, info: ErrorInfo) {
    console.error(fault, info.componentStack)
    logFault('page', fault, info.componentStack ?? '')
  }
  override render() {
    const { fault } = this.state
    return fault === undefined ? this.props.children : <PageFailed tabKey={this.props.tabKey} fault={fault} />
  }
}

/** A new version was put up since the window was loaded: the old one's parts are gone. */
const isGone = (fault: unknown) =>
  fault instanceof Error && /dynamically imported module|importing a module|preload CSS/i.test(fault.message)

function PageFailed({ tabKey, fault }: { tabKey: string; fault: unknown }) {
  const t = useTexts(texts)
  const refresh = useTabs((state) => state.refresh)
  const gone = isGone(fault)
  return (
    <div className="state-view" role="alert">
      <h2>{gone ? t('newVersion') : t('pageFailed')}</h2>
      <p>{gone ? t('newVersionText') : t('pageFailedText')}</p>
      <Button onClick={() => (gone ? location.reload() : refresh(tabKey))}>{t('refreshTab')}</Button>
      {gone || <LogLink />}
    </div>
  )
}
