import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons'
import { Button, Checkbox, Drawer, InputNumber, Segmented, Select } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ColumnSetting } from '#contract/list.ts'
import { useTexts } from '#web/kernel/language.ts'
import { cleanSetting, columnLabel, moved, ownSettings, type SettableColumn, settledColumns } from './list-columns.ts'
import { listTexts as texts } from './list-texts.ts'
import type { ListSetting } from './use-list-setting.ts'
import './list-kit.css'

type ColumnDrawerProps = { columns: readonly SettableColumn[]; setting: ListSetting; onClose: () => void }

/** Which columns, in which order, how wide, pinned where, and how high the rows are; kept per person. */
export function ColumnDrawer({ columns, setting, onClose }: ColumnDrawerProps) {
  const t = useTexts(texts)
  const [draft, setDraft] = useState(() => settledColumns(columns, setting.columns))
  const save = () => {
    setting.setColumns(JSON.stringify(draft) === JSON.stringify(ownSettings(columns)) ? null : draft)
    onClose()
  }
  const reset = () => {
    setting.setColumns(null)
    setDraft(ownSettings(columns))
  }
  return (
    <Drawer
      title={t('columns')}
      size={420}
      open
      onClose={onClose}
      footer={
        <div className="dialog-buttons">
          <Button type="text" onClick={reset} style={{ marginInlineEnd: 'auto' }}>
            {t('columnsReset')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="primary" onClick={save}>
            {t('apply')}
          </Button>
        </div>
      }
    >
      <div className="column-density">
        <span className="second">{t('density')}</span>
        <Segmented
          size="small"
          value={setting.density ?? 'middle'}
          options={[
            { value: 'middle', label: t('densityMiddle') },
            { value: 'small', label: t('densitySmall') },
          ]}
          onChange={(density) => setting.setDensity(density === 'small' ? 'small' : 'middle')}
        />
      </div>
      <p className="third">{t('columnsHint')}</p>
      <ColumnLines columns={columns} draft={draft} onChange={setDraft} />
    </Drawer>
  )
}

type ColumnLinesProps = {
  columns: readonly SettableColumn[]
  draft: ColumnSetting[]
  onChange: (draft: ColumnSetting[]) => void
}

function ColumnLines({ columns, draft, onChange }: ColumnLinesProps) {
  const t = useTexts(texts)
  const [dragged, setDragged] = useState<number>()
  const labels = new Map(columns.map((column) => [column.key, columnLabel(column)]))
  const put = (at: number, change: Partial<ColumnSetting>) =>
    onChange(draft.map((one, index) => (index === at ? cleanSetting({ ...one, ...change }) : one)))
  const visible = draft.filter(({ hidden }) => !hidden).length
  const list = useRef<HTMLOListElement>(null)
  const over = useEffectEvent((event: DragEvent) => {
    const at = [...(list.current?.children ?? [])].findIndex(
      (line) => event.target instanceof Node && line.contains(event.target),
    )
    if (dragged === undefined || at < 0) return
    event.preventDefault()
    if (dragged === at) return
    onChange(moved(draft, dragged, at))
    setDragged(at)
  })
  useEffect(() => {
    const element = list.current
    const listen = (event: DragEvent) => over(event)
    element?.addEventListener('dragover', listen)
    return () => element?.removeEventListener('dragover', listen)
  }, [])
  return (
    <ol className="column-list" ref={list}>
      {draft.map(({ key, hidden, pin, width }, at) => {
        const name = labels.get(key) ?? key
        return (
          <li key={key} data-dragged={dragged === at || undefined}>
            <span
              className="column-handle"
              aria-hidden
              draggable
              onDragStart={({ dataTransfer }) => {
                dataTransfer.effectAllowed = 'move'
                setDragged(at)
              }}
              onDragEnd={() => setDragged(undefined)}
            >
              <HolderOutlined />
            </span>
            <Checkbox
              className="column-name"
              checked={!hidden}
              disabled={!hidden && visible === 1}
              aria-label={t('columnShow', { name })}
              onChange={({ target }) => put(at, { hidden: !target.checked })}
            >
              {name}
            </Checkbox>
            <InputNumber
              size="small"
              className="column-width"
              aria-label={t('columnWidth', { name })}
              placeholder={t('widthAuto')}
              min={40}
              max={1200}
              step={10}
              precision={0}
              controls={false}
              value={width ?? null}
              onChange={(pixels) => put(at, { width: pixels ?? undefined })}
            />
            <Select
              size="small"
              className="column-pin"
              aria-label={t('columnPin', { name })}
              value={pin ?? ''}
              options={[
                { value: '', label: t('pinNone') },
                { value: 'start', label: t('pinStart') },
                { value: 'end', label: t('pinEnd') },
              ]}
              onChange={(edge) => put(at, { pin: edge === 'start' || edge === 'end' ? edge : undefined })}
            />
            <Button
              size="small"
              type="text"
              icon={<ArrowUpOutlined />}
              aria-label={t('columnUp', { name })}
              disabled={at === 0}
              onClick={() => onChange(moved(draft, at, at - 1))}
            />
            <Button
              size="small"
              type="text"
              icon={<ArrowDownOutlined />}
              aria-label={t('columnDown', { name })}
              disabled={at === draft.length - 1}
              onClick={() => onChange(moved(draft, at, at + 1))}
            />
          </li>
        )
      })}
    </ol>
  )
}
