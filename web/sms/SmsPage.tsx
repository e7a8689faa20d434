import { PlusOutlined } from '@ant-design/icons'
import { Button, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { useSetView, useTab } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { ChannelList } from './ChannelList.tsx'
import { SmsOutbox } from './SmsOutbox.tsx'
import { SmsStatistics } from './SmsStatistics.tsx'
import { TemplateList } from './TemplateList.tsx'
import { TestDialog } from './TestDialog.tsx'
import { texts } from './texts.ts'
import './sms.css'

const tabs = ['channels', 'templates', 'outbox', 'statistics'] as const
type TabName = (typeof tabs)[number]
const isTab = (name: string | null): name is TabName => tabs.some((one) => one === name)

/** /system/sms: through whom messages go, with which words, what was sent. */
export function SmsPage() {
  const t = useTexts(texts)
  const { query } = useTab()
  const setView = useSetView()
  const [testing, setTesting] = useState(false)
  const [adding, setAdding] = useState(false)
  const named = query.get('v.tab')
  const shown = isTab(named) ? named : 'channels'
  /** Another list: what was filtered and sorted in the last one means nothing to it. */
  const show = (name: string, filters: Record<string, string> = {}) => {
    const gone = [...query.keys()].filter((key) => /^(page|size|sort|v\.view)$|^f\./.test(key))
    setView({ ...Object.fromEntries(gone.map((key) => [key, undefined])), 'v.tab': name, ...filters })
  }
  const pane: Record<TabName, ReactNode> = {
    channels: <ChannelList adding={adding} onAdding={setAdding} />,
    templates: <TemplateList adding={adding} onAdding={setAdding} />,
    outbox: <SmsOutbox />,
    statistics: <SmsStatistics onState={(state) => show('outbox', { 'f.state_equal': state })} />,
  }
  const add = shown === 'channels' ? 'newChannel' : shown === 'templates' ? 'newTemplate' : undefined
  const action = (
    <>
      <Button onClick={() => setTesting(true)}>{t('test')}</Button>
      {add && (
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
          {t(add)}
        </Button>
      )}
    </>
  )
  return (
    <Page title={t('sms')} action={action}>
      <Tabs
        activeKey={shown}
        onChange={(name) => show(name)}
        destroyOnHidden
        items={tabs.map((name) => ({ key: name, label: t(name), children: pane[name] }))}
      />
      <TestDialog open={testing} onClose={() => setTesting(false)} onSent={() => show('outbox')} />
    </Page>
  )
}
