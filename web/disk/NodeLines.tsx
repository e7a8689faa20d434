import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import type { Sort } from '#web/kit/list-view.ts'
import { Empty } from '#web/kit/StateView.tsx'
import { NodeLine, widthOf } from './NodeLine.tsx'
import type { DiskColumn } from './use-disk-columns.ts'
import { asCell, asGrid, asHead, asRow, asRows } from './grid-roles.ts'
import { texts } from './texts.ts'
import { type ListProps, useNodeList } from './use-node-list.ts'

const LINE = 36
const TALL = 56
const DENSE = 30
const HEAD = 36
/** Lines of the skeleton. */
const BONES = 8

/** Things of the disk line by line; only what is in sight is drawn, so that a folder may hold any number. */
export function NodeLines(props: ListProps) {
  const { rows, columns, sort, onSort, selection, renaming, deeds, empty, tall, dense } = props
  const lineHeight = tall ? TALL : dense ? DENSE : LINE
  const { count, places, ofFrame, ofRow, all, none } = useNodeList(props, { lineHeight, head: HEAD })
  const waits = rows.total === undefined
  return (
    <div {...ofFrame} {...asGrid} aria-rowcount={waits ? -1 : count + 1} className="disk-list disk-lines">
      <div {...asRows} className="disk-head">
        <div {...asRow} aria-rowindex={1} className="disk-line-head">
          <span {...asHead} className="disk-cell disk-cell-tick">
            <TickAll
              all={count > 0 && selection.ids.size >= count}
              some={selection.ids.size > 0}
              onTurn={(on) => (on ? all() : none())}
            />
          </span>
          <HeadCell of="name" sort={sort} onSort={onSort} />
          {columns.map(({ key, width }) => (
            <HeadCell key={key} of={key} width={width} sort={sort} onSort={onSort} />
          ))}
        </div>
      </div>
      <div {...asRows} className="disk-room" style={{ height: (waits ? BONES : count) * lineHeight }}>
        {waits &&
          Array.from({ length: BONES }, (_, at) => (
            <WaitingLine key={at} at={at} place={{ insetBlockStart: at * lineHeight, blockSize: lineHeight }} />
          ))}
        {places.map((at) => {
          const row = rows.at(at)
          const place = { insetBlockStart: at * lineHeight, blockSize: lineHeight }
          if (!row) return <WaitingLine key={`wait-${at}`} at={at} place={place} />
          return (
            <div key={row.id} {...asRow} aria-rowindex={at + 2} className="disk-line" style={place} {...ofRow(at, row)}>
              <NodeLine
                row={row}
                picked={selection.ids.has(row.id)}
                renaming={renaming === row.id}
                onRenamed={deeds.endRename}
                columns={columns}
              />
            </div>
          )
        })}
        {rows.total === 0 && (
          <div {...asRow} className="disk-nothing">
            <div {...asCell}>
              <Empty says={empty.says} action={empty.action} />
            </div>
          </div>
        )}
      </div>
    </div>
  )
}

type TickProps = { all: boolean; some: boolean; onTurn: (on: boolean) => void }

/** Picks everything that is listed, or nothing. */
function TickAll({ all, some, onTurn }: TickProps) {
  const t = useTexts(texts)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = some && !all
  }, [some, all])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={t('all')}
      checked={all}
      onChange={({ target }) => onTurn(target.checked)}
    />
  )
}

function WaitingLine({ at, place }: { at: number; place: { insetBlockStart: number; blockSize: number } }) {
  const t = useTexts(texts)
  return (
    <div {...asRow} aria-rowindex={at + 2} className="disk-line" style={place}>
      <span {...asCell} className="disk-cell disk-cell-tick" />
      <span {...asCell} className="disk-cell disk-cell-name" aria-label={t('loadingRow')}>
        <span className="bone" style={{ width: `${[40, 62, 51, 33][at % 4]}%` }} />
      </span>
    </div>
  )
}

const sortable = new Set<string>(['name', 'size', 'ext', 'updateTime', 'createTime', 'updateUserName'])
type HeadProps = {
  of: DiskColumn | 'name'
  width?: number | undefined
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

function HeadCell({ of, width, sort, onSort }: HeadProps) {
  const t = useTexts(texts)
  const mine = sort?.field === of ? sort : undefined
  // up, down, and back to the order it comes in
  const next = mine ? (mine.down ? undefined : { field: of, down: true }) : { field: of, down: false }
  return (
    <span
      {...asHead}
      className={of === 'name' ? 'disk-cell disk-cell-name' : 'disk-cell'}
      data-column={of}
      style={widthOf(width)}
      {...(mine && { 'aria-sort': mine.down ? ('descending' as const) : ('ascending' as const) })}
    >
      {sortable.has(of) ? (
        <button type="button" className="plain-button" onClick={() => onSort(next)}>
          {t(`col_${of}`)} {mine && (mine.down ? <CaretDownOutlined /> : <CaretUpOutlined />)}
        </button>
      ) : (
        t(`col_${of}`)
      )}
    </span>
  )
}
