import { useQuery } from '@tanstack/react-query'
import { log, type UsualLog } from '#contract/log.ts'
import { pageQuery } from '#web/kernel/api.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { useActionWords } from './action-words.ts'
import { useLogColumns, useLogSearch } from './log-parts.tsx'

/** What people did that changed nothing. */
export function UsualLogList() {
  const { t, time, person, address, trace } = useLogColumns<UsualLog>()
  const word = useActionWords()
  const view = useListView()
  const rows = useQuery(pageQuery(log.usual, view.input))
  const search = useLogSearch(
    { filter: 'userName', label: t('person') },
    { filter: 'action', label: t('action') },
    { filter: 'traceId_equal', label: t('trace') },
  )
  const columns: Column<UsualLog>[] = [
    time,
    person,
    { key: 'action', title: t('action'), width: 140, cut: true, render: (row) => word(row.action) },
    { key: 'bizType', title: t('record'), width: 220, cut: true, render: (row) => word(row.bizType) },
    { key: 'detail', title: t('detail'), cut: true, render: (row) => row.detail || row.bizId },
    address,
    trace,
  ]
  return (
    <List
      name={t('usual')}
      pageKey="logUsual"
      exportOf="logUsual"
      view={view}
      rows={rows}
      columns={columns}
      rowKey={(row) => row.id}
      search={search}
      empty={{ says: t('noUsual') }}
      dense
    />
  )
}
