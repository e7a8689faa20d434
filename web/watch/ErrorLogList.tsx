import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ErrorLog, log } from '#contract/log.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useMay } from '#web/kernel/session.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { Facts } from './Facts.tsx'
import { EntryDrawer, TraceLink, useLogColumns, useLogSearch } from './log-parts.tsx'

/** Calls that failed by a fault of ours: where, for the tenant; what went wrong inside, for whoever runs the platform. */
export function ErrorLogList() {
  const { t, time, person, address, trace } = useLogColumns<ErrorLog>()
  const inside = useMay()('tenant.manage')
  const view = useListView()
  const rows = useQuery(pageQuery(log.error, view.input))
  const [open, setOpen] = useState<ErrorLog | undefined>()
  const search = useLogSearch(
    { filter: 'userName', label: t('person') },
    { filter: 'path', label: t('path') },
    { filter: 'traceId_equal', label: t('trace') },
  )
  const fault: Column<ErrorLog> = {
    key: 'message',
    title: t('fault'),
    cut: true,
    render: (row) => `${row.name}: ${row.message}`,
  }
  const columns: Column<ErrorLog>[] = [
    time,
    person,
    { key: 'method', title: t('method'), width: 72 },
    { key: 'path', title: t('path'), cut: true, render: (row) => <span className="mono">{row.path}</span> },
    ...(inside ? [fault] : []),
    address,
    trace,
  ]
  return (
    <>
      <List
        name={t('error')}
        pageKey="logError"
        exportOf="logError"
        view={view}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={search}
        empty={{ says: t('noError') }}
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
              [t('address')]: open.address,
              [t('trace')]: <TraceLink of={open} />,
              [t('fault')]: open.name && `${open.name}: ${open.message}`,
            }}
          />
          <h3 className="section-title">{t('stack')}</h3>
          {inside ? <pre className="code-block">{open.stack}</pre> : <p className="second">{t('insideOnly')}</p>}
        </EntryDrawer>
      )}
    </>
  )
}
