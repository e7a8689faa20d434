import { Table } from 'antd'
import type { Calculator, Outcome, ResultTable, Step } from '#engine/calculator/work.ts'
import { usePrinting } from '#web/kernel/printing.ts'
import { scrollsByKeyboard } from '#web/kit/scrolls-by-keyboard.ts'
import { LawPane } from './LawPane.tsx'
import { shownValue } from './shown-value.ts'
import { useSpeech } from './use-speech.ts'

type Done = Extract<Outcome, { kind: 'done' }>

/** What came of it: the answers, how they were reached, the law beside them, the tables. */
export function ResultPane({ calculator, outcome }: { calculator: Calculator; outcome: Done }) {
  const { t, say } = useSpeech()
  return (
    <div className="calc-result" aria-live="polite">
      <dl className="calc-answers">
        {outcome.answers.map(({ key, label, value, unit, main }) => (
          <div key={key} data-main={main || undefined}>
            <dt>{say(label)}</dt>
            <dd
              data-negative={(typeof value === 'string' && unit === 'money' && value.startsWith('-')) || undefined}
              data-unit={unit}
            >
              {shownValue(value, unit, say)}
            </dd>
          </div>
        ))}
      </dl>
      {outcome.steps.length > 0 && <Steps steps={outcome.steps} />}
      {outcome.tables.map((table) => (
        <ShownTable key={table.key} table={table} />
      ))}
      <h2 className="section-title">{t('law')}</h2>
      <LawPane used={outcome.used} />
      <h2 className="section-title">{t('notes')}</h2>
      <ul className="calc-notes">
        {outcome.notes.map((note) => (
          <li key={note.zh}>{say(note)}</li>
        ))}
        <li>{t('rounding', { says: say(calculator.rounding) })}</li>
      </ul>
    </div>
  )
}

function Steps({ steps }: { steps: readonly Step[] }) {
  const { t, say } = useSpeech()
  return (
    <>
      <h2 className="section-title">{t('steps')}</h2>
      <div className="calc-scroll" ref={scrollsByKeyboard}>
        <table className="calc-table">
          <thead>
            <tr>
              <th scope="col">{t('step')}</th>
              <th scope="col">{t('formula')}</th>
              <th scope="col" className="calc-right">
                {t('value')}
              </th>
            </tr>
          </thead>
          <tbody>
            {[...steps.entries()].map(([at, { label, formula, value, unit }]) => (
              <tr key={at}>
                <td>{say(label)}</td>
                <td className="calc-formula">{formula}</td>
                <td className="calc-right">{shownValue(value, unit, say)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const PAGE = 36

function ShownTable({ table }: { table: ResultTable }) {
  const { say } = useSpeech()
  const printing = usePrinting()
  return (
    <>
      <h2 className="section-title">{say(table.title)}</h2>
      <Table
        size="small"
        rowKey="at"
        dataSource={table.rows.map((row, at) => ({ at, row }))}
        scroll={{ x: 'max-content' }}
        pagination={
          printing ? false : { pageSize: PAGE, hideOnSinglePage: true, showSizeChanger: false, size: 'small' }
        }
        columns={table.columns.map(({ key, label, unit }) => ({
          key,
          title: say(label),
          align: unit === 'text' || unit === 'day' ? ('left' as const) : ('right' as const),
          className: 'calc-cell',
          render: (_: unknown, { row }: { row: (typeof table.rows)[number] }) => shownValue(row[key] ?? '', unit, say),
        }))}
      />
    </>
  )
}
