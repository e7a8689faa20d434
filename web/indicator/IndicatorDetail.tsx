import { Button, Form, Input, Select } from 'antd'
import { dispositions, indicator, type IndicatorResult, type IndicatorRow } from '#contract/indicator.ts'
import { useCommand } from '#web/kernel/api.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { Money } from '#web/kit/Money.tsx'
import { projectHref } from '../project/stage.ts'
import { figureText } from './figure-text.ts'
import type { Report } from './IndicatorReport.tsx'
import { texts } from './texts.ts'
import { useThresholdText } from './threshold-text.ts'
import { cellHref, YearFigureLink } from './YearFigureLink.tsx'

type DetailProps = { of: IndicatorResult; report: Report; projectId: string }

/** One indicator: what it asks, how it is computed, its years, inputs and thresholds, and what was answered. */
export function IndicatorDetail({ of, report, projectId }: DetailProps) {
  const t = useTexts(texts)
  return (
    <div className="indicator-detail">
      <h3>{t('asks')}</h3>
      <p>{of.asks}</p>
      <p className="third">
        {t('source')}：{of.source}
      </p>
      {of.needs.length > 0 && <Needs of={of} report={report} projectId={projectId} />}
      {of.rows.map((row) => (
        <RowDetail key={row.key} of={row} alone={of.rows.length === 1} report={report} projectId={projectId} />
      ))}
      {of.parties.length > 0 && <Parties of={of} />}
      <Settle of={of} projectId={projectId} mayEdit={report.maySettle} />
    </div>
  )
}

function Needs({ of, report, projectId }: DetailProps) {
  const t = useTexts(texts)
  const projectName = report.years.find((one) => one.projectId === projectId)?.projectName ?? ''
  const place = { id: projectId, enterpriseId: report.enterpriseId, projectName }
  return (
    <>
      <h3>{t('needs')}</h3>
      <ul>
        {of.needs.map(({ name, label, paperId }) => {
          const to = paperId
            ? `${projectHref('/wps/index', place)}&${new URLSearchParams({ 'v.paperId': paperId })}`
            : projectHref('/firmProject/genbillvalue', place)
          return (
            <li key={name}>
              <a href={to} target="_blank" rel="noopener">
                {paperId ? t('needRegister', { label, paper: paperId }) : t('needParam', { label })}
              </a>
            </li>
          )
        })}
      </ul>
    </>
  )
}

type RowProps = { of: IndicatorRow; alone: boolean; report: Report; projectId: string }

function RowDetail({ of, alone, report, projectId }: RowProps) {
  const t = useTexts(texts)
  const thresholds = useThresholdText()
  return (
    <section aria-label={of.label}>
      {!alone && <h3>{of.label}</h3>}
      <h4>{t('formula')}</h4>
      <p>{of.words}</p>
      {of.formula !== '' && <p className="mono third indicator-formula">{of.formula}</p>}
      <h4>{t('threeYears')}</h4>
      <table className="indicator-table" aria-label={t('threeYears')}>
        <thead>
          <tr>
            <th scope="col">{t('year')}</th>
            <th scope="col" className="figure">
              {t('figure')}
            </th>
            <th scope="col">{t('from')}</th>
          </tr>
        </thead>
        <tbody>
          {of.figures.map((figure) => (
            <tr key={figure.year}>
              <th scope="row" className="number">
                {figure.year}
              </th>
              <td className="figure">
                <YearFigureLink of={figure} unit={of.unit} name={of.key} label={of.label} projects={report} />
              </td>
              <td className="second">{figure.source === 'none' ? figure.why : t(figure.source)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {of.inputs.length > 0 && (
        <>
          <h4>{t('inputs')}</h4>
          <table className="indicator-table" aria-label={t('inputs')}>
            <tbody>
              {of.inputs.map(({ cell, label, unit, value }) => (
                <tr key={cell}>
                  <th scope="row">{label}</th>
                  <td className="figure">
                    <a
                      className={value === null ? 'third' : 'evidence'}
                      href={cellHref(report, projectId, cell)}
                      target="_blank"
                      rel="noopener"
                      title={t('openCell', { label })}
                    >
                      {value === null ? (
                        t('unknown')
                      ) : unit === 'money' ? (
                        <Money value={value} />
                      ) : (
                        figureText({ unit, value, key: cell.split('@')[1] ?? '' })
                      )}
                    </a>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <h4>{t('threshold')}</h4>
      {of.thresholds.length === 0 ? (
        <p className="second">{t('noThresholds')}</p>
      ) : (
        of.thresholds.map((one) => (
          <p key={one.id}>
            {thresholds.bounds(of.key, one)}
            <span className="third indicator-fits">
              {t('fits', { scope: thresholds.scope(one), source: one.source })}
            </span>
          </p>
        ))
      )}
    </section>
  )
}

function Parties({ of: { parties } }: { of: IndicatorResult }) {
  const t = useTexts(texts)
  return (
    <>
      <h3>{t('parties')}</h3>
      <table className="indicator-table" aria-label={t('parties')}>
        <thead>
          <tr>
            <th scope="col">{t('party')}</th>
            <th scope="col" className="figure">
              {t('owes')}
            </th>
            <th scope="col" className="figure">
              {t('owed')}
            </th>
            <th scope="col">{t('accounts')}</th>
          </tr>
        </thead>
        <tbody>
          {parties.map(({ party, owes, owed, accounts }) => (
            <tr key={party}>
              <th scope="row">{party}</th>
              <td className="figure">
                <Money value={owes} />
              </td>
              <td className="figure">
                <Money value={owed} />
              </td>
              <td className="number">{accounts.join(listMark())}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

type Answer = { state: (typeof dispositions)[number]; note: string; proof?: string }

function Settle({ of, projectId, mayEdit }: { of: IndicatorResult; projectId: string; mayEdit: boolean }) {
  const t = useTexts(texts)
  const settle = useCommand(indicator.settle)
  const told = of.disposition
  const save = async (answer: Answer) => {
    const done = await settle.mutateAsync({ projectId, indicator: of.id, ...answer }).then(
      () => true,
      // a refusal was said in a toast; what was typed stays
      () => false,
    )
    if (!done) return
    say(t('saved'))
  }
  return (
    <>
      <h3>{t('disposition')}</h3>
      {told && <p className="third">{t('by', { who: told.userName, time: told.time })}</p>}
      <Form<Answer>
        layout="vertical"
        disabled={!mayEdit}
        initialValues={told ?? { state: 'explained' }}
        onFinish={(answer) => void save(answer)}
      >
        <Form.Item<Answer> name="state" label={t('state')}>
          <Select options={dispositions.map((value) => ({ value, label: t(value) }))} />
        </Form.Item>
        <Form.Item<Answer>
          name="note"
          label={t('note')}
          rules={[{ required: true, whitespace: true, message: t('notePlease') }]}
        >
          <Input.TextArea maxLength={1000} autoSize={{ minRows: 3, maxRows: 8 }} />
        </Form.Item>
        <Form.Item<Answer> name="proof" label={t('proof')}>
          <Input maxLength={500} />
        </Form.Item>
        {mayEdit && (
          <Button type="primary" htmlType="submit" loading={settle.isPending}>
            {t('save')}
          </Button>
        )}
      </Form>
    </>
  )
}
