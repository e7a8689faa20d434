import { Button, Progress, Table } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { calculatorLaw } from '#facts/calculator-law.ts'
import type { Calculator, Values } from '#engine/calculator/work.ts'
import { say as notice } from '#web/kernel/notices.ts'
import { Empty } from '#web/kit/StateView.tsx'
import { answerColumns, BATCH_MAX, type BatchRow, computeBatch, problemText } from './batch.ts'
import { batchSheet } from './out-sheets.ts'
import { PasteDialog } from './PasteDialog.tsx'
import { shownValue } from './shown-value.ts'
import { useSpeech } from './use-speech.ts'

type BatchPaneProps = { calculator: Calculator; title: string; base: Values }

/** Many rows at once: each is one calculation over what stands in the form. */
export function BatchPane({ calculator, title, base }: BatchPaneProps) {
  const speech = useSpeech()
  const { t } = speech
  const [pasting, setPasting] = useState(false)
  const [total, setTotal] = useState(0)
  const [done, setDone] = useState(0)
  const [results, setResults] = useState<BatchRow[]>()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (rows: readonly Values[]) => {
    setPasting(false)
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    setResults(undefined)
    setDone(0)
    setTotal(rows.length)
    const computed = await computeBatch({ calculator, law: calculatorLaw, base, rows }, setDone, own.signal)
    if (running.current !== own) return
    setResults(computed)
    const failed = computed.filter(({ outcome }) => outcome.kind === 'refused').length
    notice(t('batchDone', { done: computed.length, failed }))
  }
  const exported = async () => {
    if (!results) return
    const { handOut, XLSX, xlsxOf } = await import('./write-table.ts')
    const bytes = await xlsxOf([batchSheet(calculator, results, speech)])
    handOut(bytes.slice().buffer, `${title}.xlsx`, XLSX)
  }
  const busy = total > 0 && !results
  const failed = results?.filter(({ outcome }) => outcome.kind === 'refused').length ?? 0
  return (
    <section>
      <p className="second">{t('batchHint', { max: BATCH_MAX })}</p>
      <div className="calc-paste">
        <Button type={results ? 'default' : 'primary'} disabled={busy} onClick={() => setPasting(true)}>
          {t('paste')}
        </Button>
        {results && (
          <Button type="primary" onClick={() => void exported()}>
            {t('export')}
          </Button>
        )}
        {busy && (
          <>
            <Progress percent={Math.floor((done * 100) / total)} aria-label={t('tabBatch')} />
            <Button onClick={() => running.current?.abort()}>{t('batchStop')}</Button>
          </>
        )}
        {results && <output>{t('batchDone', { done: results.length, failed })}</output>}
      </div>
      {results ? <Results calculator={calculator} results={results} /> : busy || <Empty says={t('batchEmpty')} />}
      {pasting && (
        <PasteDialog
          fields={calculator.fields}
          max={BATCH_MAX}
          onClose={() => setPasting(false)}
          onRows={(rows) => void start(rows)}
        />
      )}
    </section>
  )
}

function Results({ calculator, results }: { calculator: Calculator; results: BatchRow[] }) {
  const { t, say } = useSpeech()
  const fields = calculator.fields.filter(({ key }) => results.some(({ values }) => (values[key] ?? '') !== ''))
  const problems = results.some(({ outcome }) => outcome.kind === 'refused')
  return (
    <Table<BatchRow>
      size="small"
      rowKey="at"
      dataSource={results}
      scroll={{ x: 'max-content' }}
      pagination={{ defaultPageSize: 50, hideOnSinglePage: true, showSizeChanger: false, size: 'small' }}
      columns={[
        { key: 'no', title: t('rowNo'), width: 56, render: (_, { at }) => at + 1 },
        ...fields.map((field) => ({
          key: field.key,
          title: say(field.label),
          className: 'calc-cell',
          align: field.kind === 'money' || field.kind === 'count' ? ('right' as const) : ('left' as const),
          render: (_: unknown, { values }: BatchRow) => {
            const option = field.options?.find(({ value }) => value === values[field.key])
            return option ? say(option.label) : values[field.key]
          },
        })),
        ...answerColumns(results).map(({ key, label, unit }) => ({
          key: `answer-${key}`,
          title: say(label),
          className: 'calc-cell calc-strong',
          align: unit === 'text' || unit === 'day' ? ('left' as const) : ('right' as const),
          render: (_: unknown, { outcome }: BatchRow) => {
            const answer = outcome.kind === 'done' ? outcome.answers.find((one) => one.key === key) : undefined
            return answer ? shownValue(answer.value, answer.unit, say) : ''
          },
        })),
        ...(problems
          ? [
              {
                key: 'problem',
                title: t('batchProblem'),
                render: (_: unknown, { outcome }: BatchRow) =>
                  outcome.kind === 'refused' && (
                    <span className="calc-wrong">{problemText(calculator, outcome, say)}</span>
                  ),
              },
            ]
          : []),
      ]}
    />
  )
}
