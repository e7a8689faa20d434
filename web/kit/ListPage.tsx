import type { UseQueryResult } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { type Column, DataTable } from './DataTable.tsx'
import { ListSearch, type SearchField } from './ListSearch.tsx'
import type { ListView } from './list-view.ts'
import { Page } from './PageTitle.tsx'
import type { EmptySays } from './StateView.tsx'
import { texts } from './texts.ts'

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
  /** What can be done with the checked rows; makes check boxes appear. */
  withChecked?: (rows: Row[], clear: () => void) => ReactNode
}

/** A searched, sorted, paged list without a title: for a page of its own use ListPage, for a pane this. */
export function List<Row>(props: ListProps<Row>) {
  const { name, view, rows, columns, rowKey, search = [], empty, onOpen, selected, dense, withChecked } = props
  const t = useTexts(texts)
  const [checked, setChecked] = useState<Row[]>([])
  const clear = () => setChecked([])
  const filtered = Object.keys(view.filters).length > 0
  const total = rows.data?.total ?? 0
  return (
    <div className="list">
      {search.length > 0 && <ListSearch fields={search} view={view} />}
      {withChecked && checked.length > 0 && (
        <div className="list-checked">
          <span>{t('rowsSelected', { count: checked.length })}</span>
          {withChecked(checked, clear)}
        </div>
      )}
      <DataTable<Row>
        name={name}
        rows={rows.data?.records}
        columns={columns}
        rowKey={rowKey}
        fault={rows.error}
        retry={rows.refetch}
        sort={view.sort}
        onSort={view.order}
        onOpen={onOpen}
        {...(selected !== undefined && { selected })}
        {...(dense !== undefined && { dense })}
        {...(filtered ? { empty: { says: t('emptySearch') } } : empty && { empty })}
        {...(withChecked && { checked: { keys: checked.map(rowKey), change: (_, picked) => setChecked(picked) } })}
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
