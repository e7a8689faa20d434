import { Checkbox } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { usePrinting } from '#web/kernel/printing.ts'
import { useTab } from '#web/kernel/tab.ts'
import { scrollsByKeyboard } from '#web/kit/scrolls-by-keyboard.ts'
import { Empty } from '#web/kit/StateView.tsx'

const ROW_PX = 36
/** Rows drawn above what is seen, and in all: more than the tallest window shows. */
const SPARE = 12
const DRAWN = 90

export type WorkColumn<Row> = {
  key: string
  title: ReactNode
  /** A CSS grid track. */
  track: string
  amount?: boolean
  render: (row: Row, current: boolean) => ReactNode
}
export type WorkListProps<Row> = {
  name: string
  rows: Row[]
  rowKey: (row: Row) => string
  columns: WorkColumn<Row>[]
  /** Key of the row in hand; its evidence stands beside. */
  current: string
  onCurrent: (key: string) => void
  /** Enter on the row in hand. */
  onEnter: (row: Row) => void
  /** u takes the newest decision back. */
  onUndo?: (() => void) | undefined
  checked?: { keys: ReadonlySet<string>; toggle: (key: string) => void; says: string }
  emptySays: string
}

const busyElsewhere = () =>
  (document.activeElement instanceof HTMLElement &&
    (document.activeElement.isContentEditable ||
      /^(INPUT|TEXTAREA|SELECT|BUTTON|A)$/.test(document.activeElement.tagName))) ||
  document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null

/**
 * Rows to be worked through one by one: j and k (or the arrows) move, Enter decides; only the rows in sight are drawn, so that
 * thousands stay quick.
 */
export function WorkList<Row>(props: WorkListProps<Row>) {
  const { name, rows, rowKey, columns, current, onCurrent, onEnter, onUndo, checked, emptySays } = props
  const frame = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useEffect(() => scrollsByKeyboard(frame.current), [])
  const { active } = useTab()
  const at = rows.findIndex((row) => rowKey(row) === current)

  const go = (to: number) => {
    const row = rows[Math.max(0, Math.min(to, rows.length - 1))]
    if (row !== undefined) onCurrent(rowKey(row))
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || busyElsewhere()) return
    const { key } = event
    if (key === 'j' || key === 'ArrowDown') go(at + 1)
    else if (key === 'k' || key === 'ArrowUp') go(at - 1)
    else if (key === 'x' && at >= 0) checked?.toggle(current)
    else if (key === 'u' && onUndo) onUndo()
    else if (key === 'Enter' && rows[at] !== undefined) onEnter(rows[at])
    else return
    event.preventDefault()
  })
  useEffect(() => {
    if (!active) return undefined
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [active])
  useEffect(() => {
    const box = frame.current
    if (!box || at < 0) return
    const y = at * ROW_PX
    if (y < box.scrollTop) box.scrollTop = y
    else if (y + ROW_PX * 2 > box.scrollTop + box.clientHeight) box.scrollTop = y + ROW_PX * 2 - box.clientHeight
  }, [at])

  const tracks = [...(checked ? ['32px'] : []), ...columns.map(({ track }) => track)].join(' ')
  const printing = usePrinting()
  const first = printing ? 0 : Math.max(0, Math.floor(top / ROW_PX) - SPARE)
  const drawn = printing ? rows : rows.slice(first, first + DRAWN)
  return (
    <div ref={frame} className="work-list" onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}>
      <table aria-label={name} aria-rowcount={rows.length}>
        <thead>
          <tr className="work-head" style={{ gridTemplateColumns: tracks }}>
            {checked && <th aria-label={checked.says} />}
            {columns.map(({ key, title, amount }) => (
              <th key={key} className={amount ? 'amount' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody style={{ paddingBlockStart: first * ROW_PX, height: rows.length * ROW_PX }}>
          {drawn.map((row, index) => {
            const key = rowKey(row)
            const isCurrent = key === current
            return (
              <tr
                key={key}
                className="work-row"
                aria-rowindex={first + index + 1}
                aria-current={isCurrent || undefined}
                style={{ gridTemplateColumns: tracks }}
                onClick={() => onCurrent(key)}
              >
                {checked && (
                  <td>
                    <Checkbox
                      aria-label={checked.says}
                      checked={checked.keys.has(key)}
                      onChange={() => checked.toggle(key)}
                    />
                  </td>
                )}
                {columns.map(({ key: column, amount, render }) => (
                  <td key={column} className={amount ? 'amount' : undefined}>
                    {render(row, isCurrent)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      {rows.length === 0 && <Empty says={emptySays} />}
    </div>
  )
}
