import { Tabs } from 'antd'
import { useTexts } from '#web/kernel/language.ts'
import { useView } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Basics } from './Basics.tsx'
import { SecurityCentre } from './SecurityCentre.tsx'
import { SignInHistory } from './SignInHistory.tsx'
import { texts } from './texts.ts'
import './person.css'

/** /info/index and /firm/user/info: who I am, how I sign in, where I am signed in. */
export function InfoPage() {
  const t = useTexts(texts)
  const [tab, show] = useView('tab', 'basics')
  return (
    <Page title={t('title')}>
      <Tabs
        activeKey={tab}
        onChange={show}
        destroyOnHidden
        items={[
          { key: 'basics', label: t('basics'), children: <Basics /> },
          { key: 'security', label: t('security'), children: <SecurityCentre /> },
          { key: 'history', label: t('history'), children: <SignInHistory /> },
        ]}
      />
    </Page>
  )
}
