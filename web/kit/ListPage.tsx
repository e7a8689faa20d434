import type { UseQueryResult } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { useTab } from '#web/kernel/tab.ts'
import { BulkBar } from './BulkBar.tsx'
import { type Column, DataTable } from './DataTable.tsx'
import { ACTIONS, drawnColumns } from './list-columns.ts'
import { ListSearch, type SearchField } from './ListSearch.tsx'
import { ListTools } from './ListTools.tsx'
import type { ListView } from './list-view.ts'
import { Page } from './PageTitle.tsx'
import { usePickedRows } from './picked-rows.ts'
import type { EmptySays } from './StateView.tsx'
import { listTexts as texts } from './list-texts.ts'
import { isTyping } from './typing.ts'
import { useListExport } from './use-list-export.ts'
import { useListSetting } from './use-list-setting.ts'
import './list-kit.css'

type Paged<Row> = { records: Row[]; total: number; size: number; current: number }

type ListProps<Row> = {
  /** What the list is called, for screen readers. */
  name: string
  view: ListView
  rows: UseQueryResult<Paged<Row>>
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  search?: SearchField[]
  /** What to say when there is nothing at all; a search that finds nothing says so itself. */
  empty?: EmptySays
  onOpen?: (row: Row) => void
  selected?: string
  dense?: boolean
  /** Saved views, columns and row height are kept on the server per person under this key. */
  pageKey?: string
  /** The registered export of this list; only for who may. */
  exportOf?: string
  /** The registered import of this list; only for who may. */
  importOf?: string
  /** Key `n`: what the page's own button for a new record does. */
  onNew?: () => void
  /** What can be done with the checked rows, those of other pages included; makes check boxes appear. */
  withChecked?: (rows: Row[], clear: () => void) => ReactNode
  /** A total row, by column key. */
  totals?: Partial<Record<string, ReactNode>>
}

/** A searched, sorted, paged list without a title: for a page of its own use ListPage, for a pane this. */
export function List<Row>(props: ListProps<Row>) {
  const { name, view, rows, columns, rowKey, search = [], empty, onOpen, selected, dense, withChecked } = props
  const { pageKey, exportOf, importOf, onNew, totals } = props
  const t = useTexts(texts)
  const setting = useListSetting(pageKey, view)
  const drawn = drawnColumns(columns, setting?.columns ?? null)
  // rows of the question before, shown until the new ones come, are not to be ticked
  const shown = rows.isPlaceholderData ? [] : (rows.data?.records ?? [])
  const picked = usePickedRows(shown, rowKey, JSON.stringify(view.filters))
  const exporting = useListExport()
  useNewKey(onNew)
  const filtered = Object.keys(view.filters).length > 0
  const total = rows.data?.total ?? 0
  const write = (ids?: string[]) => {
    if (!exportOf) return
    const keys = drawn.flatMap(({ key }) => (key === ACTIONS ? [] : [key]))
    void exporting.start({ name: exportOf, input: view.input, columns: keys }, ids)
  }
  const small = setting?.density ? setting.density === 'small' : dense
  const checks = withChecked !== undefined || exportOf !== undefined
  return (
    <div className="list">
      {search.length > 0 && <ListSearch fields={search} view={view} />}
      <ListTools
        view={view}
        columns={columns}
        setting={setting}
        name={name}
        importOf={importOf}
        onExport={exportOf && total > 0 ? () => write() : undefined}
        exporting={exporting.busy}
        onImported={() => void rows.refetch()}
      />
      {checks && (
        <BulkBar
          picked={picked}
          shown={rows.data?.records.length ?? 0}
          total={total}
          withChecked={withChecked}
          onExport={exportOf ? write : undefined}
        />
      )}
      <DataTable<Row>
        name={name}
        rows={rows.data?.records}
        columns={drawn}
        rowKey={rowKey}
        fault={rows.error}
        retry={rows.refetch}
        sort={view.sort}
        onSort={view.order}
        onOpen={onOpen}
        {...(selected !== undefined && { selected })}
        {...(small !== undefined && { dense: small })}
        {...(totals && total > 0 && { totals })}
        {...(filtered ? { empty: { says: t('emptySearch') } } : empty && { empty })}
        {...(checks && { checked: { keys: picked.keys, change: picked.change } })}
      />
      {total > 0 && (
        <Pagination
          className="list-pages"
          size="small"
          current={view.page}
          pageSize={view.size}
          total={total}
          showSizeChanger
          pageSizeOptions={[10, 20, 50, 100]}
          showTotal={(count) => t('total', { count })}
          onChange={view.turn}
        />
      )}
    </div>
  )
}

/** `n` for a new record; only in the tab in front, and not while somebody types. */
function useNewKey(onNew: (() => void) | undefined) {
  const { active } = useTab()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'n' || event.ctrlKey || event.metaKey || event.altKey || !onNew || isTyping()) return
    event.preventDefault()
    onNew()
  })
  useEffect(() => {
    if (!active) return undefined
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [active])
}

/** A list as a page: title line, search, chips, table, paging; its state in the address. */
export function ListPage<Row>(
  props: Omit<ListProps<Row>, 'name'> & { title: string; state?: ReactNode; action?: ReactNode },
) {
  const { title, state, action, ...list } = props
  return (
    <Page title={title} state={state} action={action}>
      <List name={title} {...list} />
    </Page>
  )
}
