import { useQuery } from '@tanstack/react-query'
import { log, type SignInLog, signInMethods } from '#contract/log.ts'
import { pageQuery } from '#web/kernel/api.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { deviceName } from '#web/kit/device-name.ts'
import { useLogColumns, useLogSearch } from './log-parts.tsx'

/** Sign-ins and tries at them. */
export function SignInLogList() {
  const { t, time, person, address, trace } = useLogColumns<SignInLog>()
  const view = useListView()
  const rows = useQuery(pageQuery(log.signIn, view.input))
  const way = (name: string) => {
    const known = signInMethods.find((method) => method === name)
    return known ? t(known) : name
  }
  const search = useLogSearch(
    { filter: 'account', label: t('account') },
    {
      filter: 'result_equal',
      label: t('result'),
      options: (['ok', 'failed'] as const).map((value) => ({ value, label: t(value) })),
    },
    {
      filter: 'method_equal',
      label: t('way'),
      options: signInMethods.map((value) => ({ value, label: t(value) })),
    },
    { filter: 'address', label: t('address') },
  )
  const columns: Column<SignInLog>[] = [
    time,
    { key: 'account', title: t('account'), width: 120, cut: true },
    person,
    { key: 'method', title: t('way'), width: 100, cut: true, render: (row) => way(row.method) },
    {
      key: 'result',
      title: t('result'),
      width: 96,
      render: (row) => <StatusTag tone={row.result === 'ok' ? 'good' : 'bad'}>{t(row.result)}</StatusTag>,
    },
    { key: 'reason', title: t('reason'), width: 140, cut: true },
    address,
    { key: 'userAgent', title: t('agent'), cut: true, render: (row) => deviceName(row.userAgent) },
    trace,
  ]
  return (
    <List
      name={t('signIn')}
      pageKey="logSignIn"
      exportOf="logSignIn"
      view={view}
      rows={rows}
      columns={columns}
      rowKey={(row) => row.id}
      search={search}
      empty={{ says: t('noSignIn') }}
      dense
    />
  )
}
