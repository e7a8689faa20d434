import { Tabs } from 'antd'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useView } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { ClientKeys } from './ClientKeys.tsx'
import { MaskFile } from './MaskFile.tsx'
import { MaskRunList } from './MaskRunList.tsx'
import { TemplateList } from './TemplateList.tsx'
import { TryOut } from './TryOut.tsx'
import { texts } from './texts.ts'
import './masking.css'

/** /masking/index: what is hidden before a text leaves for a model, a try-out, and the log of what left. */
export function MaskingPage() {
  const t = useTexts(texts)
  const may = useMay()
  const [tab, setTab] = useView('tab', 'templates')
  return (
    <Page title={t('title')}>
      <Tabs
        activeKey={tab}
        onChange={setTab}
        destroyOnHidden
        items={[
          { key: 'templates', label: t('tabTemplates'), children: <TemplateList /> },
          { key: 'try', label: t('tabTry'), children: <TryOut /> },
          { key: 'file', label: t('tabFile'), children: <MaskFile /> },
          ...(may('mask.edit') ? [{ key: 'client', label: t('tabClient'), children: <ClientKeys /> }] : []),
          ...(may('mask.log') ? [{ key: 'log', label: t('tabLog'), children: <MaskRunList /> }] : []),
        ]}
      />
    </Page>
  )
}
