import { useQuery } from '@tanstack/react-query'
import { type OwnSession, session } from '#contract/identity.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { deviceName } from '#web/kit/device-name.ts'
import { texts } from './texts.ts'
import { useWayName } from './way-name.ts'

/** When, where and how this person signed in. */
export function SignInHistory() {
  const t = useTexts(texts)
  const wayName = useWayName()
  const view = useListView({ sort: { field: 'createTime', down: true } })
  const rows = useQuery(pageQuery(session.history, view.input))
  const columns: Column<OwnSession>[] = [
    { key: 'createTime', title: t('time'), width: 172, sortable: true },
    { key: 'userAgent', title: t('device'), render: (row) => deviceName(row.userAgent) || t('unknownDevice') },
    { key: 'method', title: t('way'), width: 130, render: (row) => wayName(row.method) },
    { key: 'address', title: t('address'), width: 150, cut: true },
    {
      key: 'endTime',
      title: t('state'),
      width: 96,
      render: (row) =>
        row.endTime ? (
          <StatusTag tone="plain">{t('ended')}</StatusTag>
        ) : (
          <StatusTag tone="good">{t(row.current ? 'thisDevice' : 'standing')}</StatusTag>
        ),
    },
  ]
  return (
    <List
      name={t('history')}
      view={view}
      rows={rows}
      columns={columns}
      rowKey={(row) => row.id}
      empty={{ says: t('noHistory') }}
    />
  )
}
