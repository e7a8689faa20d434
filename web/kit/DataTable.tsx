import { Table, type TableProps } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { usePrinting } from '#web/kernel/printing.ts'
import { useInFront } from '#web/kernel/tab.ts'
import type { Sort } from './list-view.ts'
import { Empty, type EmptySays, Failing } from './StateView.tsx'
import { scrollsByKeyboard } from './scrolls-by-keyboard.ts'
import { texts } from './texts.ts'
import { isTyping } from './typing.ts'
import './kit.css'

export type Column<Row> = {
  key: string
  title: ReactNode
  /** Its name in the column drawer, where the title is not a text. */
  label?: string
  /** Not shown until a person chooses it. */
  hidden?: boolean
  /** What stands in the cell; without it the row's field of that name, as text. */
  render?: (row: Row) => ReactNode
  /** Pixels; without it the column takes what is left. */
  width?: number
  /** An amount: right-aligned. The unit belongs into the title, once. */
  amount?: boolean
  align?: 'left' | 'center' | 'right'
  /** Sorts by the field of that name at the server. */
  sortable?: boolean
  /** Stays when the table is scrolled sideways. */
  fixed?: 'start' | 'end'
  /** Cut with an ellipsis when it is too long. */
  cut?: boolean
}

type DataTableProps<Row> = {
  /** What the table is called, for screen readers. */
  name: string
  rows: Row[] | undefined
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  fault?: unknown
  retry?: () => unknown
  empty?: EmptySays
  /** Enter on a row, or a click on it. */
  onOpen?: ((row: Row) => void) | undefined
  /** Marked as the one that is shown beside. */
  selected?: string
  dense?: boolean
  sort?: Sort | undefined
  onSort?: (sort: Sort | undefined) => void
  /** Check boxes in front of the rows. */
  checked?: { keys: string[]; change: (keys: string[]) => void }
  /** Rows of the skeleton. */
  bones?: number
  /** Fixed height in which the body scrolls; needed for very many rows, which are then drawn only where seen. */
  height?: number
  foot?: ReactNode
  /** A total row, by column key; the first column without a total says that it is one. */
  totals?: Partial<Record<string, ReactNode>>
}

/** `j` and `k` go through rows, Enter opens; only in the tab in front, and not while somebody types. */
function useRowCursor(count: number, open: ((at: number) => void) | undefined) {
  const active = useInFront()
  const [cursor, setCursor] = useState(-1)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping()) return
    if (event.key === 'j' && count > 0) setCursor((at) => Math.min(at + 1, count - 1))
    else if (event.key === 'k') setCursor((at) => Math.max(at - 1, 0))
    else if (event.key === 'Enter' && cursor >= 0 && document.activeElement === document.body) open?.(cursor)
  })
  useEffect(() => {
    if (!active) return undefined
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [active])
  return Math.min(cursor, count - 1)
}

/** Pixels that a column without a width has at the least. */
const ROOM = 180

const narrowScreen = () => matchMedia('(max-width: 768px)')
const followNarrow = (changed: () => void) => {
  const media = narrowScreen()
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}
/** On a narrow screen columns do not stay while the table is scrolled: they would cover it. */
const useNarrow = () => useSyncExternalStore(followNarrow, () => narrowScreen().matches)

type Drawn<Row> = { key: string; row: Row | undefined }

/** Rows in a table with the four drawn states; sorted at the server, walked with the keyboard. Rows 36 px, dense 30. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, rows, columns, rowKey, fault, retry, empty, onOpen, selected, dense = false, sort, onSort } = props
  const { checked, bones = 8, height, foot, totals } = props
  const t = useTexts(texts)
  const narrow = useNarrow()
  const printing = usePrinting()
  const frame = useRef<HTMLDivElement>(null)
  const openAt = (at: number) => {
    const row = rows?.[at]
    if (row !== undefined) onOpen?.(row)
  }
  const cursor = useRowCursor(rows?.length ?? 0, onOpen && openAt)
  useEffect(() => {
    if (cursor >= 0) frame.current?.querySelector('.row-cursor')?.scrollIntoView({ block: 'nearest' })
  }, [cursor])

  useEffect(() => {
    const body = frame.current?.querySelector<HTMLElement>('.ant-table-content')
    if (body && body.scrollWidth > body.clientWidth) scrollsByKeyboard(body)
  })

  if (rows === undefined && fault) return <Failing fault={fault} {...(retry && { retry })} />

  const drawn: Drawn<Row>[] = rows
    ? rows.map((row) => ({ key: rowKey(row), row }))
    : Array.from({ length: bones }, (_, at) => ({ key: `bone-${at}`, row: undefined }))
  const tableColumns: TableProps<Drawn<Row>>['columns'] = columns.map((column) => ({
    key: column.key,
    title: column.title,
    align: column.amount ? 'right' : (column.align ?? 'left'),
    ellipsis: column.cut ?? false,
    ...(column.width !== undefined && { width: column.width }),
    ...(column.key === 'actions' && { className: 'no-print' }),
    ...(column.fixed && !narrow && { fixed: column.fixed }),
    ...(column.sortable && {
      sorter: true,
      sortOrder: sort?.field === column.key ? (sort.down ? ('descend' as const) : ('ascend' as const)) : null,
    }),
    render: (_: unknown, { row }: Drawn<Row>) =>
      row === undefined ? (
        <span className="bone" style={{ width: column.amount ? '60%' : '70%' }} />
      ) : (
        (column.render?.(row) ?? cellText(row, column.key))
      ),
  }))
  const rowClass = (at: number, key: string) =>
    [onOpen && 'row-opens', at === cursor && 'row-cursor', key === selected && 'row-selected'].filter(Boolean).join(' ')

  return (
    <div ref={frame} className="data-table" data-dense={dense || undefined} aria-busy={rows === undefined}>
      <Table<Drawn<Row>>
        aria-label={name}
        size={dense ? 'small' : 'middle'}
        columns={tableColumns}
        dataSource={drawn}
        pagination={false}
        showSorterTooltip={false}
        tableLayout="fixed"
        virtual={!printing && height !== undefined && drawn.length > 200}
        scroll={{
          x: columns.reduce((sum, { width = ROOM }) => sum + width, 0),
          ...(height !== undefined && !printing && { y: height }),
        }}
        locale={{ emptyText: <Empty says={empty?.says ?? t('emptyList')} action={empty?.action} /> }}
        onRow={({ row, key }, at = 0) => ({
          className: rowClass(at, key),
          ...(onOpen && row !== undefined && { onClick: () => onOpen(row) }),
        })}
        onChange={(_, __, sorter) => {
          const by = Array.isArray(sorter) ? sorter[0] : sorter
          onSort?.(by?.order ? { field: String(by.columnKey), down: by.order === 'descend' } : undefined)
        }}
        {...(checked &&
          rows && {
            rowSelection: {
              selectedRowKeys: checked.keys,
              onChange: (keys) => checked.change(keys.map(String)),
            },
          })}
        {...(foot !== undefined && { summary: () => foot })}
        {...(totals &&
          rows && { summary: () => totalRow(columns, totals, { says: t('sum'), checks: checked !== undefined }) })}
      />
    </div>
  )
}

function totalRow<Row>(
  columns: readonly Column<Row>[],
  totals: Partial<Record<string, ReactNode>>,
  { says, checks }: { says: string; checks: boolean },
) {
  const first = columns.find(({ key }) => totals[key] === undefined)?.key
  return (
    <Table.Summary.Row className="total-row">
      {checks && <Table.Summary.Cell index={0} />}
      {columns.map(({ key, amount, align }, at) => (
        <Table.Summary.Cell key={key} index={at + (checks ? 1 : 0)} align={amount ? 'right' : (align ?? 'left')}>
          {totals[key] ?? (key === first ? says : null)}
        </Table.Summary.Cell>
      ))}
    </Table.Summary.Row>
  )
}

function cellText(row: unknown, key: string): ReactNode {
  const value = typeof row === 'object' && row !== null ? Reflect.get(row, key) : undefined
  return typeof value === 'string' || typeof value === 'number' ? value : null
}
