import { Button, Tabs } from 'antd'
import { type ComponentType, useDeferredValue, useMemo, useState } from 'react'
import { calculators } from '#engine/calculator/calculators.ts'
import { calculate, type Calculator, type Values } from '#engine/calculator/work.ts'
import { words } from '#engine/calculator/words.ts'
import { calculatorLaw } from '#facts/calculator-law.ts'
import { say as notice } from '#web/kernel/notices.ts'
import { useView } from '#web/kernel/tab.ts'
import { copyText } from '../chat/copy-text.ts'
import { ToolFrame } from '../toolbox/ToolFrame.tsx'
import { BatchPane } from './BatchPane.tsx'
import { CalculatorForm } from './CalculatorForm.tsx'
import { type Given, sheetsOf, textOf } from './out-sheets.ts'
import { ResultPane } from './ResultPane.tsx'
import { RowsField } from './RowsField.tsx'
import { isAsked, startRows, startValues } from './start-values.ts'
import { calculatorTools } from './tools.ts'
import { useFormValues } from './use-form-values.ts'
import { useSpeech } from './use-speech.ts'
import './calculator.css'

/** /aiTools/{code}: the page of one calculator. */
export function calculatorPage(code: string): ComponentType {
  const calculator = calculators.find((one) => one.code === code)
  if (!calculator) throw new Error(`no calculator ${code}`)
  return function CalculatorOfCode() {
    return <CalculatorPage calculator={calculator} />
  }
}

/** A form, its result while one types, the steps and the law; with a batch where it asks no list. */
function CalculatorPage({ calculator }: { calculator: Calculator }) {
  const { t, say } = useSpeech()
  const [values, setValues] = useFormValues(calculator)
  const [rows, setRows] = useState<readonly Values[]>(() => startRows(calculator))
  const [tab, setTab] = useView('tab', 'one')
  const tool = calculatorTools.find(({ code }) => code === calculator.code)
  const title = tool ? say(tool.title) : calculator.code
  const one = (
    <One calculator={calculator} title={title} values={values} onValues={setValues} rows={rows} onRows={setRows} />
  )
  return (
    <ToolFrame code={calculator.code}>
      {calculator.rows ? (
        one
      ) : (
        <Tabs
          className="calc-tabs"
          activeKey={tab === 'batch' ? 'batch' : 'one'}
          onChange={setTab}
          items={[
            { key: 'one', label: t('tabOne'), children: one },
            {
              key: 'batch',
              label: t('tabBatch'),
              children: <BatchPane calculator={calculator} title={title} base={values} />,
            },
          ]}
        />
      )}
    </ToolFrame>
  )
}

type OneProps = {
  calculator: Calculator
  title: string
  values: Values
  onValues: (values: Values) => void
  rows: readonly Values[]
  onRows: (rows: readonly Values[]) => void
}

function One({ calculator, title, values, onValues, rows, onRows }: OneProps) {
  const { t, say } = useSpeech()
  // a list of thousands is computed after the keystroke is drawn
  const [given, list] = [useDeferredValue(values), useDeferredValue(rows)]
  const outcome = useMemo(
    () => calculate(calculator, calculatorLaw, { values: given, rows: list }),
    [calculator, given, list],
  )
  const problems = outcome.kind === 'refused' ? outcome.problems : []
  // nobody has done anything wrong yet: what is missing is asked, not complained of
  const waiting = problems.every(({ says }) => says === words.needed)
  const reset = () => {
    onValues(startValues(calculator.fields))
    onRows(startRows(calculator))
  }
  return (
    <div className="calc-desk">
      <section className="calc-form" aria-label={t('input')}>
        <CalculatorForm
          calculator={calculator}
          values={values}
          onChange={(key, value) => onValues({ ...values, [key]: value })}
          problems={problems}
        />
        {calculator.rows && isAsked(calculator.rows, values) && (
          <RowsField asked={calculator.rows} rows={rows} onChange={onRows} problems={problems} />
        )}
        <Button type="text" onClick={reset}>
          {t('reset')}
        </Button>
      </section>
      <section className="calc-work" aria-label={t('result')}>
        {outcome.kind === 'done' ? (
          <>
            <ResultTools given={{ calculator, title, values: given, outcome }} />
            <ResultPane calculator={calculator} outcome={outcome} />
          </>
        ) : (
          <output className="state-view">
            <h2>{waiting ? t('result') : t('notComputed')}</h2>
            <p>{waiting ? t('waiting') : problems.map(({ says }) => say(says)).join(' ')}</p>
          </output>
        )}
      </section>
    </div>
  )
}

function ResultTools({ given }: { given: Given }) {
  const speech = useSpeech()
  const { t } = speech
  const exported = async () => {
    const { handOut, XLSX, xlsxOf } = await import('./write-table.ts')
    const bytes = await xlsxOf(sheetsOf(given, speech))
    handOut(bytes.slice().buffer, `${given.title}.xlsx`, XLSX)
  }
  const copied = async () => notice((await copyText(textOf(given, speech))) ? t('copied') : t('copyFailed'))
  return (
    <div className="calc-tools">
      <Button size="small" onClick={() => void copied()}>
        {t('copy')}
      </Button>
      <Button size="small" onClick={() => window.print()}>
        {t('print')}
      </Button>
      <Button size="small" type="primary" onClick={() => void exported()}>
        {t('export')}
      </Button>
    </div>
  )
}
