import { Button, Table } from 'antd'
import { useState } from 'react'
import type { Problem, RowsField as Asked, Values } from '#engine/calculator/work.ts'
import { words } from '#engine/calculator/words.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { PasteDialog } from './PasteDialog.tsx'
import { startRow } from './start-values.ts'
import { texts } from './texts.ts'
import { ValueInput } from './ValueInput.tsx'

type RowsFieldProps = {
  asked: Asked
  rows: readonly Values[]
  onChange: (rows: readonly Values[]) => void
  problems: readonly Problem[]
}

const WIDTHS = { text: 130, money: 130, percent: 100, count: 100, day: 140, year: 90, choice: 170, flag: 70 } as const
const PAGE = 20

/** The list a calculator asks: typed, pasted or opened; of many rows a page at a time is drawn. */
export function RowsField({ asked, rows, onChange, problems }: RowsFieldProps) {
  const t = useTexts(texts)
  const say = useSay()
  const [pasting, setPasting] = useState(false)
  const change = (at: number, key: string, value: string) =>
    onChange(rows.map((row, place) => (place === at ? { ...row, [key]: value } : row)))
  // of the one row that stands there at first nothing is wrong, only empty
  const problem = problems.find(({ row, says }) => row !== null && (rows.length > 1 || says !== words.needed))
  const about = asked.fields.find(({ key }) => key === problem?.field)
  return (
    <section className="calc-rows" aria-label={say(asked.title)}>
      <header>
        <h2>{say(asked.title)}</h2>
        <span className="third">{t('rowsCount', { count: rows.length })}</span>
        <span className="calc-gap" />
        {rows.length > 0 && (
          <Button size="small" type="text" onClick={() => onChange([])}>
            {t('clear')}
          </Button>
        )}
        <Button size="small" onClick={() => setPasting(true)}>
          {t('paste')}
        </Button>
        <Button
          size="small"
          disabled={rows.length >= asked.max}
          onClick={() => onChange([...rows, startRow(asked.fields, asked.start[0])])}
        >
          {t('addRow')}
        </Button>
      </header>
      {problem && (
        <p className="calc-wrong">
          {t('row', { row: (problem.row ?? 0) + 1 })} · {about && `${say(about.label)} · `}
          {say(problem.says)}
        </p>
      )}
      {rows.length > 0 && (
        <Table<{ at: number; row: Values }>
          size="small"
          rowKey="at"
          tableLayout="fixed"
          dataSource={rows.map((row, at) => ({ at, row }))}
          scroll={{ x: asked.fields.reduce((sum, { kind }) => sum + WIDTHS[kind], 100) }}
          pagination={{ pageSize: PAGE, hideOnSinglePage: true, showSizeChanger: false, size: 'small' }}
          columns={[
            { key: 'no', title: t('rowNo'), width: 44, render: (_, { at }) => <span className="third">{at + 1}</span> },
            ...asked.fields.map((field) => ({
              key: field.key,
              title: say(field.label),
              width: WIDTHS[field.kind],
              render: (_: unknown, { at, row }: { at: number; row: Values }) => (
                <ValueInput
                  field={field}
                  name={t('cell', { row: at + 1, field: say(field.label) })}
                  value={row[field.key] ?? ''}
                  onChange={(value) => change(at, field.key, value)}
                  wrong={problem?.row === at && problem.field === field.key && (row[field.key] ?? '') !== ''}
                />
              ),
            })),
            {
              key: 'remove',
              title: <span className="calc-unseen">{t('actions')}</span>,
              width: 44,
              render: (_, { at }) => (
                <Button
                  type="text"
                  size="small"
                  aria-label={t('removeRow', { row: at + 1 })}
                  onClick={() => onChange(rows.filter((_row, place) => place !== at))}
                >
                  ×
                </Button>
              ),
            },
          ]}
        />
      )}
      {pasting && (
        <PasteDialog
          fields={asked.fields}
          max={asked.max}
          onClose={() => setPasting(false)}
          onRows={(pasted) => {
            onChange(
              [
                ...rows.filter((row) => isFilled(row, asked)),
                ...pasted.map((row) => ({ ...startRow(asked.fields, asked.start[0]), ...written(row, asked) })),
              ].slice(0, asked.max),
            )
            setPasting(false)
          }}
        />
      )}
    </section>
  )
}

/** An empty cell of a pasted table stays empty; only a choice is what a row begins with. */
const written = (row: Values, { fields }: Asked): Values =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([key, value]) => value !== '' || fields.find((field) => field.key === key)?.kind !== 'choice',
    ),
  )

/** Whether anybody has written into a row: a needed field stands in it. */
const isFilled = (row: Values, { fields }: Asked) =>
  fields.some(({ key, kind, start = '' }) => kind !== 'choice' && kind !== 'day' && (row[key] ?? '') !== start)
