import { ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import type { EntryColumn, EntryProblem, EntryRegister } from '#contract/entry.ts'
import { pastedCells } from '#engine/workpaper/entered-value.ts'
import { useTexts } from '#web/kernel/language.ts'
import { moneyText } from '#web/kit/money-text.ts'
import { blankRow, type DraftRow, EVIDENCE, pasteAt, readAt, setAt, totalOf, valueAt } from './draft-rows.ts'
import { texts } from './texts.ts'

type TableProps = {
  register: EntryRegister
  rows: readonly DraftRow[]
  problems: readonly EntryProblem[]
  writes: boolean
  onChange: (rows: readonly DraftRow[], step?: boolean) => void
  onUndo: () => void
  onSave: () => void
}

/** The rows as a grid of fields: Enter goes down and makes rows, arrows move, a block from a spreadsheet is put in at once. */
export function EntryTable({ register, rows, problems, writes, onChange, onUndo, onSave }: TableProps) {
  const t = useTexts(texts)
  const grid = useRef<HTMLTableElement>(null)
  // typing on in one field is one step to take back
  const typing = useRef('')
  const { columns } = register
  const evidence: EntryColumn = { key: EVIDENCE, label: t('evidence'), unit: 'text', required: false, choices: [] }
  const shown = [...columns, evidence]
  const wrong = new Set(problems.map(({ row, column }) => `${row} ${column}`))

  const focus = (row: number, column: number) => {
    const field = grid.current?.querySelector(`[data-place="${row}/${column}"]`)
    if (field instanceof HTMLElement) field.focus()
    if (field instanceof HTMLInputElement) field.select()
  }
  const press = (event: KeyboardEvent<HTMLElement>, row: number, column: number) => {
    const { key, ctrlKey, metaKey, shiftKey, currentTarget } = event
    const taken = () => event.preventDefault()
    if ((ctrlKey || metaKey) && key.toLowerCase() === 's') {
      taken()
      onSave()
    } else if ((ctrlKey || metaKey) && key.toLowerCase() === 'z') {
      taken()
      typing.current = ''
      onUndo()
    } else if (key === 'Enter') {
      taken()
      if (!shiftKey && row === rows.length - 1) {
        onChange([...rows, blankRow()])
        requestAnimationFrame(() => focus(row + 1, column))
      } else focus(row + (shiftKey ? -1 : 1), column)
    } else if (currentTarget instanceof HTMLInputElement) {
      const { selectionStart: start, selectionEnd: end, value } = currentTarget
      const whole = start === 0 && end === value.length
      if (key === 'ArrowUp') focus(row - 1, column)
      else if (key === 'ArrowDown') focus(row + 1, column)
      else if (key === 'ArrowLeft' && (whole || end === 0)) focus(row, column - 1)
      else if (key === 'ArrowRight' && (whole || start === value.length)) focus(row, column + 1)
    }
  }
  const paste = (event: ClipboardEvent<HTMLElement>, row: number, column: string) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text.trimEnd())) return
    event.preventDefault()
    onChange(pasteAt(rows, columns, { row, column }, pastedCells(text)))
  }
  const type = (row: number, column: string, value: string) => {
    const place = `${row} ${column}`
    onChange(setAt(rows, row, column, value), typing.current !== place)
    typing.current = place
  }
  /** A value that can be read is shown as it will be kept. */
  const settle = (row: number, column: EntryColumn) => {
    typing.current = ''
    const typed = valueAt(rows[row] ?? blankRow(), column.key)
    const { value, problem } = readAt(column, typed)
    if (!problem && value !== typed) onChange(setAt(rows, row, column.key, value), false)
  }

  return (
    <div className="entry-scroll">
      <table className="entry-table" ref={grid} aria-label={register.label}>
        <thead>
          <tr>
            {shown.map(({ key, label, unit, required }) => (
              <th key={key} scope="col" data-unit={unit}>
                {label}
                {required && <span aria-hidden="true"> *</span>}
              </th>
            ))}
            {writes && <th scope="col" aria-label={t('rowTools')} />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.key || `new ${at}`} title={row.by}>
              {shown.map((column, place) => (
                <td key={column.key} data-unit={column.unit}>
                  <Field
                    column={column}
                    value={valueAt(row, column.key)}
                    place={`${at}/${place}`}
                    label={t('rowOf', { row: at + 1, column: column.label })}
                    wrong={wrong.has(`${at} ${column.key}`)}
                    writes={writes}
                    onType={(value) => type(at, column.key, value)}
                    onSettle={() => settle(at, column)}
                    onPress={(event) => press(event, at, place)}
                    onPaste={(event) => paste(event, at, column.key)}
                  />
                </td>
              ))}
              {writes && (
                <td className="entry-tools">
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowUpOutlined />}
                    aria-label={t('moveUp', { row: at + 1 })}
                    disabled={at === 0}
                    onClick={() => onChange(rows.toSpliced(at, 1).toSpliced(at - 1, 0, row))}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<DeleteOutlined />}
                    aria-label={t('removeRow', { row: at + 1 })}
                    onClick={() => onChange(rows.toSpliced(at, 1))}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            {shown.map(({ key, unit }, place) => (
              <td key={key} data-unit={unit}>
                {place === 0 ? t('total') : unit === 'money' ? moneyText(totalOf(rows, key)).text : ''}
              </td>
            ))}
            {writes && <td>{''}</td>}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

type FieldProps = {
  column: EntryColumn
  value: string
  place: string
  label: string
  wrong: boolean
  writes: boolean
  onType: (value: string) => void
  onSettle: () => void
  onPress: (event: KeyboardEvent<HTMLElement>) => void
  onPaste: (event: ClipboardEvent<HTMLElement>) => void
}

function Field({ column, value, place, label, wrong, writes, onType, onSettle, onPress, onPaste }: FieldProps) {
  const t = useTexts(texts)
  const choices =
    column.unit === 'bool'
      ? [
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]
      : column.choices
  const asked = column.required && value === ''
  const bad = wrong || (value !== '' && readAt(column, value).problem !== null)
  const shared = {
    'data-place': place,
    'aria-label': label,
    'aria-invalid': bad || undefined,
    'aria-required': column.required || undefined,
    'data-asked': asked || undefined,
    disabled: !writes,
    value,
    onBlur: onSettle,
    onKeyDown: onPress,
    onPaste,
  }
  if (choices.length > 0)
    return (
      <select {...shared} onChange={(event) => onType(event.target.value)}>
        <option value="">{t('choose')}</option>
        {value !== '' && !choices.some((choice) => choice.value === value) && <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    )
  const decimal = column.unit === 'money' || column.unit === 'count' || column.unit === 'rate'
  return (
    <input
      {...shared}
      {...(decimal && { inputMode: 'decimal' as const })}
      autoComplete="off"
      maxLength={500}
      onChange={(event) => onType(event.target.value)}
    />
  )
}
