import { Tabs } from 'antd'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { ApiLogList } from './ApiLogList.tsx'
import { BrowserLogList } from './BrowserLogList.tsx'
import { ErrorLogList } from './ErrorLogList.tsx'
import { TraceDrawer, useLogKind } from './log-parts.tsx'
import { OperationList } from './OperationList.tsx'
import { SignInLogList } from './SignInLogList.tsx'
import { texts } from './texts.ts'
import { UsualLogList } from './UsualLogList.tsx'

/** /system/log: the six logs; a trace id leads from one to the others. */
export function LogPage() {
  const t = useTexts(texts)
  const may = useMay()
  const { kind, go } = useLogKind()
  const lists = [
    { key: 'usual', children: <UsualLogList /> },
    { key: 'api', children: <ApiLogList /> },
    { key: 'error', children: <ErrorLogList /> },
    { key: 'signIn', children: <SignInLogList /> },
    ...(may('audit.view') ? [{ key: 'operation' as const, children: <OperationList name={t('operation')} /> }] : []),
    { key: 'browser', children: <BrowserLogList /> },
  ] as const
  return (
    <Page title={t('logs')}>
      <Tabs
        className="log-kinds"
        activeKey={kind}
        onChange={(next) => go(next)}
        destroyOnHidden
        items={lists.map(({ key, children }) => ({ key, label: t(key), children }))}
      />
      <TraceDrawer />
    </Page>
  )
}
