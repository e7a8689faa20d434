import { Button, Input } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { decimal, divide, rational, zero } from '#engine/binding/rational.ts'
import { analyse, type StatementLine } from '#engine/calculator/ratios.ts'
import { statementLines } from '#engine/calculator/statement-reading.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { Empty } from '#web/kit/StateView.tsx'
import { ToolFrame } from '../toolbox/ToolFrame.tsx'
import { analysisSheets } from './analysis-sheets.ts'
import { ChangeTable, RatioTables } from './AnalysisTables.tsx'
import { ProjectStatements } from './ProjectStatements.tsx'
import { cellsOfText } from './table-text.ts'
import { texts } from './texts.ts'
import './calculator.css'

type Source = { name: string; tables: string[][][] }
const share = (text: string) => divide(decimal(text.trim()) ?? zero, rational(100n))

/** /aiTools/statementRatios: ratios and movements of statements that are pasted or opened; nothing is sent anywhere. */
export function StatementPage() {
  const t = useTexts(texts)
  const say = useSay()
  const [text, setText] = useState('')
  const [files, setFiles] = useState<Source[]>([])
  const [fault, setFault] = useState('')
  const [marks, setMarks] = useState({ share: '30', part: '5' })
  const [ofProject, setOfProject] = useState<readonly StatementLine[]>([])
  const may = useMay()
  const input = useRef<HTMLInputElement>(null)
  const given = text.trim() !== '' || files.length > 0
  const own = useMemo(
    () =>
      [...(text.trim() === '' ? [] : [cellsOfText(text)]), ...files.flatMap(({ tables }) => tables)].flatMap((table) =>
        statementLines(table),
      ),
    [text, files],
  )
  // what a person pasted or opened goes before what the project has
  const lines = given ? own : ofProject
  const found = useMemo(() => analyse(lines, { share: share(marks.share), part: share(marks.part) }), [lines, marks])
  const open = async (chosen: readonly File[]) => {
    setFault('')
    const { MAX_BYTES, readTables } = await import('./read-table.ts')
    if (chosen.some(({ size }) => size > MAX_BYTES)) return setFault(t('tooBig'))
    try {
      const read = await Promise.all(chosen.map(async (file) => ({ name: file.name, tables: await readTables(file) })))
      setFiles((before) => [...before, ...read])
    } catch {
      setFault(t('unreadable'))
    }
  }
  const exported = async () => {
    const { handOut, XLSX, xlsxOf } = await import('./write-table.ts')
    const bytes = await xlsxOf(analysisSheets(found, { t, say }))
    handOut(bytes.slice().buffer, `${t('statementTitle')}.xlsx`, XLSX)
  }
  return (
    <ToolFrame
      code="statementRatios"
      action={
        lines.length > 0 && (
          <>
            <Button onClick={() => window.print()}>{t('print')}</Button>
            <Button type="primary" onClick={() => void exported()}>
              {t('export')}
            </Button>
          </>
        )
      }
    >
      <p className="second calc-lead">{t('statementHint')}</p>
      <Input.TextArea
        aria-label={t('statementAdd')}
        placeholder={t('statementExample')}
        rows={4}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="calc-paste">
        <Button onClick={() => input.current?.click()}>{t('statementOpen')}</Button>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept=".xlsx,.xls,.csv,.txt,.tsv"
          aria-label={t('statementOpen')}
          onChange={({ target }) => {
            const chosen = [...(target.files ?? [])]
            target.value = ''
            if (chosen.length > 0) void open(chosen)
          }}
        />
        {may('paper.view') && !given && <ProjectStatements onLines={setOfProject} />}
        {given && (
          <Button
            type="text"
            onClick={() => {
              setText('')
              setFiles([])
              setFault('')
            }}
          >
            {t('clear')}
          </Button>
        )}
        <output>
          {fault ? <span className="calc-wrong">{fault}</span> : files.map(({ name }) => name).join(', ')}{' '}
          {lines.length > 0 ? t('statementRead', { count: lines.length }) : given && !fault && t('statementNone')}
        </output>
      </div>
      {lines.length === 0 ? (
        given || <Empty says={t('statementEmpty')} />
      ) : (
        <>
          <h2 className="section-title">{t('findings')}</h2>
          <div className="calc-marks">
            <label>
              {t('markShare')}{' '}
              <Input
                value={marks.share}
                inputMode="decimal"
                onChange={({ target }) => setMarks({ ...marks, share: target.value })}
              />
            </label>
            <label>
              {t('markPart')}{' '}
              <Input
                value={marks.part}
                inputMode="decimal"
                onChange={({ target }) => setMarks({ ...marks, part: target.value })}
              />
            </label>
            <span className="third">{t('markHint')}</span>
          </div>
          {found.findings.length === 0 ? (
            <p>{t('noFindings')}</p>
          ) : (
            <ul className="calc-findings">
              {found.findings.map((one) => (
                <li key={one.zh}>{say(one)}</li>
              ))}
            </ul>
          )}
          <RatioTables ratios={found.ratios} />
          {found.lacking.length > 0 && (
            <p className="third">{t('statementLacking', { lines: found.lacking.join(t('wordJoin')) })}</p>
          )}
          <ChangeTable changes={found.changes} />
        </>
      )}
    </ToolFrame>
  )
}
