import {
  BoldOutlined,
  DownOutlined,
  PlusOutlined,
  RedoOutlined,
  SearchOutlined,
  UndoOutlined,
  DeleteOutlined,
} from '@ant-design/icons'
import { Button, Dropdown, Input, Space, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { type FreeLook, inkTokens, numberLooks } from '#contract/workbook.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { Legend } from './Legend.tsx'
import type { OpenPaper, PaperCell } from './open-paper.ts'
import { nextHolding, nextMarked } from './open-paper.ts'
import type { Mark } from './sheet-snapshot.ts'
import { texts } from './texts.ts'

type EditBarProps = {
  paper: OpenPaper
  place: string
  /** The cell in hand if a person may type into it now. */
  cell: PaperCell | undefined
  /** The key of the row in hand. */
  row: string
  onGo: (place: string) => void
  onLook: (look: FreeLook) => void
  onAddRow: () => void
  onRemoveRow: (() => void) | undefined
  onUndo: (again: boolean) => void
  children: ReactNode
}

const count = ({ marks }: OpenPaper, mark: Mark) => [...marks.values()].filter((one) => one === mark).length

/** Over the sheet: who edits and what is saved, the tools of typing, finding, and the way to the next open cell. */
export function EditBar({
  paper,
  place,
  cell,
  row,
  onGo,
  onLook,
  onAddRow,
  onRemoveRow,
  onUndo,
  children,
}: EditBarProps) {
  const t = useTexts(texts)
  const { editing } = paper
  const look = cell?.look ?? {}
  const step = (mark: 'missing' | 'error' | 'stale') => () => onGo(nextMarked(paper, place, [mark]))
  const [missing, failing, stale] = [count(paper, 'missing'), count(paper, 'error'), count(paper, 'stale')]
  return (
    <div className="edit-bar" role="toolbar" aria-label={t('paneSheet')}>
      {children}
      {editing && (
        <Space size={4}>
          <Tool says={t('undo')} icon={<UndoOutlined />} onClick={() => onUndo(false)} />
          <Tool says={t('redo')} icon={<RedoOutlined />} onClick={() => onUndo(true)} />
          <Tool
            says={t('bold')}
            icon={<BoldOutlined />}
            disabled={!cell}
            pressed={look.bold === true}
            onClick={() => onLook({ ...look, bold: look.bold !== true })}
          />
          <Choice
            name={t('inkName')}
            value={t(look.ink ?? 'ink')}
            disabled={!cell}
            choices={inkTokens.map((ink) => ({ key: ink, label: t(ink) }))}
            onPick={(key) => onLook({ ...look, ink: inkTokens.find((ink) => ink === key) ?? 'ink' })}
          />
          <Choice
            name={t('formatName')}
            value={t(look.format ?? 'general')}
            disabled={!cell}
            choices={numberLooks.map((format) => ({ key: format, label: t(format) }))}
            onPick={(key) => onLook({ ...look, format: numberLooks.find((format) => format === key) ?? 'general' })}
          />
          <Tool says={t('addRow')} icon={<PlusOutlined />} disabled={row === ''} onClick={onAddRow} />
          {onRemoveRow && <Tool says={t('removeRow')} icon={<DeleteOutlined />} onClick={onRemoveRow} />}
        </Space>
      )}
      <span className="edit-bar-end">
        {missing > 0 && (
          <Button size="small" onClick={step('missing')} title="Alt+M">
            {t('nextMissing', { count: missing })}
          </Button>
        )}
        {stale > 0 && (
          <Button size="small" onClick={step('stale')}>
            {t('nextStale', { count: stale })}
          </Button>
        )}
        {failing > 0 && (
          <Button size="small" danger onClick={step('error')} title="Alt+E">
            {t('nextError', { count: failing })}
          </Button>
        )}
        <Find paper={paper} place={place} onGo={onGo} />
        <Legend />
      </span>
    </div>
  )
}

type ToolProps = { says: string; icon: ReactNode; disabled?: boolean; pressed?: boolean; onClick: () => void }
const Tool = ({ says, icon, disabled = false, pressed, onClick }: ToolProps) => (
  <Tooltip title={says}>
    <Button
      size="small"
      type={pressed === true ? 'primary' : 'text'}
      icon={icon}
      aria-label={says}
      disabled={disabled}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      onClick={onClick}
    />
  </Tooltip>
)

type ChoiceProps = {
  name: string
  value: string
  disabled: boolean
  choices: { key: string; label: string }[]
  onPick: (key: string) => void
}
const Choice = ({ name, value, disabled, choices, onPick }: ChoiceProps) => (
  <Dropdown disabled={disabled} trigger={['click']} menu={{ items: choices, onClick: ({ key }) => onPick(key) }}>
    <Button size="small" type="text" aria-label={`${name} ${value}`}>
      {value} <DownOutlined />
    </Button>
  </Dropdown>
)

type FindProps = { paper: OpenPaper; place: string; onGo: (place: string) => void }
function Find({ paper, place, onGo }: FindProps) {
  const t = useTexts(texts)
  const [words, setWords] = useState('')
  const go = () => {
    const found = nextHolding(paper, place, words)
    if (found !== '') onGo(found)
    else if (words.trim() !== '') say(t('notFound'))
  }
  return (
    <Input
      size="small"
      className="edit-bar-find"
      prefix={<SearchOutlined />}
      placeholder={t('find')}
      aria-label={t('find')}
      value={words}
      onChange={({ target }) => setWords(target.value)}
      onPressEnter={go}
    />
  )
}
