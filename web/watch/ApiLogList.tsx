import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiLog, log } from '#contract/log.ts'
import { pageQuery } from '#web/kernel/api.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { deviceName } from '#web/kit/device-name.ts'
import { Facts } from './Facts.tsx'
import { EntryDrawer, TraceLink, useLogColumns, useLogSearch } from './log-parts.tsx'

const toneOf = (status: number) => (status >= 500 ? 'bad' : status >= 400 ? 'waiting' : 'good')

/** Calls that wrote or took long. */
export function ApiLogList() {
  const { t, time, person, address, trace } = useLogColumns<ApiLog>()
  const view = useListView()
  const rows = useQuery(pageQuery(log.api, view.input))
  const [open, setOpen] = useState<ApiLog | undefined>()
  const search = useLogSearch(
    { filter: 'userName', label: t('person') },
    { filter: 'path', label: t('path') },
    {
      filter: 'status_ge',
      label: t('status'),
      options: ['400', '500'].map((value) => ({ value, label: `≥ ${value}` })),
    },
    { filter: 'traceId_equal', label: t('trace') },
  )
  const columns: Column<ApiLog>[] = [
    time,
    person,
    { key: 'method', title: t('method'), width: 72 },
    { key: 'path', title: t('path'), cut: true, render: (row) => <span className="mono">{row.path}</span> },
    {
      key: 'status',
      title: t('status'),
      width: 84,
      sortable: true,
      render: (row) => <StatusTag tone={toneOf(row.status)}>{row.status}</StatusTag>,
    },
    { key: 'took', title: t('took'), width: 116, align: 'right', sortable: true },
    address,
    trace,
  ]
  return (
    <>
      <List
        name={t('api')}
        pageKey="logApi"
        exportOf="logApi"
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={search}
        empty={{ says: t('noApi') }}
        onOpen={setOpen}
        {...(open && { selected: open.id })}
        dense
      />
      {open && (
        <EntryDrawer title={`${open.method} ${open.path}`} onClose={() => setOpen(undefined)}>
          <Facts
            rows={{
              [t('time')]: open.createTime,
              [t('person')]: open.userName,
              [t('status')]: <StatusTag tone={toneOf(open.status)}>{open.status}</StatusTag>,
              [t('took')]: open.took,
              [t('address')]: open.address,
              [t('agent')]: deviceName(open.userAgent),
              [t('trace')]: <TraceLink of={open} />,
            }}
          />
          <h3 className="section-title">{t('params')}</h3>
          <pre className="code-block">{JSON.stringify(open.params, null, 2)}</pre>
        </EntryDrawer>
      )}
    </>
  )
}
