import { PlusOutlined } from '@ant-design/icons'
import { Button, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { useSetView, useTab } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { EndpointList } from './EndpointList.tsx'
import { RoutePane } from './RoutePane.tsx'
import { texts } from './texts.ts'
import { UsagePane } from './UsagePane.tsx'
import { UseList } from './UseList.tsx'
import './model.css'

const tabs = ['services', 'tasks', 'usage', 'uses'] as const
type TabName = (typeof tabs)[number]
const isTab = (name: string | null): name is TabName => tabs.some((one) => one === name)

/** /system/model: which model services there are, which of them answers what, and what that costs. */
export function ModelPage() {
  const t = useTexts(texts)
  const { query } = useTab()
  const setView = useSetView()
  const [adding, setAdding] = useState(false)
  const named = query.get('v.tab')
  const shown = isTab(named) ? named : 'services'
  /** Another list: what was filtered and sorted in the last one means nothing to it. */
  const show = (name: string) => {
    const gone = [...query.keys()].filter((key) => /^(page|size|sort|v\.view)$|^f\./.test(key))
    setView({ ...Object.fromEntries(gone.map((key) => [key, undefined])), 'v.tab': name })
  }
  const pane: Record<TabName, ReactNode> = {
    services: <EndpointList adding={adding} onAdding={setAdding} />,
    tasks: <RoutePane onServices={() => show('services')} />,
    usage: <UsagePane />,
    uses: <UseList />,
  }
  const action = shown === 'services' && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('newService')}
    </Button>
  )
  return (
    <Page title={t('models')} action={action}>
      <Tabs
        activeKey={shown}
        onChange={show}
        destroyOnHidden
        items={tabs.map((name) => ({ key: name, label: t(name), children: pane[name] }))}
      />
    </Page>
  )
}
