import { TableOutlined } from '@ant-design/icons'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Dropdown, Popover } from 'antd'
import { useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './editor-texts.ts'
import { ToolButton } from './ToolButton.tsx'

const acts = [
  'rowAbove', 'rowBelow', 'columnLeft', 'columnRight', 'merge', 'split', 'headRow', 'rowGone', 'columnGone', 'tableGone',
] as const // prettier-ignore
type TableAct = (typeof acts)[number]
const commands = {
  rowAbove: 'addRowBefore',
  rowBelow: 'addRowAfter',
  columnLeft: 'addColumnBefore',
  columnRight: 'addColumnAfter',
  merge: 'mergeCells',
  split: 'splitCell',
  headRow: 'toggleHeaderRow',
  rowGone: 'deleteRow',
  columnGone: 'deleteColumn',
  tableGone: 'deleteTable',
} as const satisfies Record<TableAct, string>

/** Outside of a table: how large the new one is to be. Inside: what can be done with rows, columns and cells. */
export function TableTools({ editor }: { editor: Editor }) {
  const t = useTexts(texts)
  const { inside, can } = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const inside = now.isActive('table')
      return { inside, can: inside ? acts.filter((act) => now.can()[commands[act]]()) : [] }
    },
  })
  const [open, setOpen] = useState(false)
  if (!inside)
    return (
      <Popover
        open={open}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottomLeft"
        content={
          <SizeGrid
            onPick={(rows, cols) => {
              setOpen(false)
              editor.chain().focus().insertTable({ rows, cols, withHeaderRow: true }).run()
            }}
          />
        }
      >
        <span>
          <ToolButton label={t('tableNew')} icon={<TableOutlined />} onPress={() => setOpen(true)} />
        </span>
      </Popover>
    )
  const items = acts.map((act) => ({
    key: act,
    label: t(act),
    disabled: !can.includes(act),
    danger: act === 'tableGone',
  }))
  const press = ({ key }: { key: string }) => {
    const act = acts.find((one) => one === key)
    if (act) editor.chain().focus()[commands[act]]().run()
  }
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: press }}>
      <span>
        <ToolButton label={t('table')} icon={<TableOutlined />} on onPress={() => undefined} />
      </span>
    </Dropdown>
  )
}

const SIDE = 8
/** A grid of squares: the one that is pressed says how many rows and columns. */
function SizeGrid({ onPick }: { onPick: (rows: number, columns: number) => void }) {
  const t = useTexts(texts)
  const [over, setOver] = useState({ rows: 3, columns: 3 })
  const places = Array.from({ length: SIDE * SIDE }, (_, i) => ({
    rows: Math.floor(i / SIDE) + 1,
    columns: (i % SIDE) + 1,
  }))
  return (
    <div className="wr-size">
      <div className="wr-size-grid">
        {places.map((place) => (
          <button
            key={`${place.rows} ${place.columns}`}
            type="button"
            aria-label={t('tableSize', place)}
            data-in={(place.rows <= over.rows && place.columns <= over.columns) || undefined}
            onMouseEnter={() => setOver(place)}
            onFocus={() => setOver(place)}
            onClick={() => onPick(place.rows, place.columns)}
          />
        ))}
      </div>
      <span className="second">{t('tableSize', over)}</span>
    </div>
  )
}
