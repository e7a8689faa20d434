import { useQuery } from '@tanstack/react-query'
import { Button, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { paper } from '#contract/paper.ts'
import { job } from '#contract/system.ts'
import { scenarioKinds, ScenarioResult, type SmallProfit, taxReturn } from '#contract/tax-return.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { isRunning, useJob } from '#web/kernel/jobs.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { JobProgress } from '#web/kit/JobProgress.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { figureText } from './FormSheet.tsx'
import { LawList } from './LawList.tsx'
import { texts } from './texts.ts'

type PaneProps = { projectId: string; onShow: (cell: string) => void }
type Kind = (typeof scenarioKinds)[number]
const kindWords = { one_off: 'scenarioOneOff', rd_super: 'scenarioRd', params: 'scenarioParams' } as const satisfies Record<Kind, keyof typeof texts> // prettier-ignore
const money = (value: string | null) => figureText({ unit: 'money', value })

/** What the return would be under other answers, and where the small low-profit relief falls off. */
export function ScenarioPane({ projectId, onShow }: PaneProps) {
  const t = useTexts(texts)
  const may = useMay()
  const small = useQuery(query(taxReturn.smallProfit, { projectId }))
  return (
    <div className="scenario-pane">
      <h3>{t('scenarioSmall')}</h3>
      <StateView of={small} shape={<Bones lines={6} />}>
        {(of) => <Cliff of={of} />}
      </StateView>
      {may('paper.generate') && <Trial projectId={projectId} onShow={onShow} />}
    </div>
  )
}

function Cliff({ of }: { of: z.output<typeof SmallProfit> }) {
  const t = useTexts(texts)
  const { cliff, lacking, tests } = of
  if (lacking.length > 0) return <p className="second">{t('lacking', { names: lacking.join(listMark()) })}</p>
  const rows =
    cliff &&
    ([
      ['ownIncome', cliff.own],
      ['atCap', cliff.atCap],
      ['overCap', cliff.overCap],
    ] as const)
  return (
    <>
      <ul className="cliff-tests">
        {tests.map(({ cell, label, value }) => (
          <li key={cell}>
            {label}：{t(value === null ? 'unknown' : value ? 'yes' : 'no')}
          </li>
        ))}
      </ul>
      {!cliff || !rows ? (
        <p className="second">{t('noTaxable')}</p>
      ) : (
        <>
          <table className="plain-table cliff-points" aria-label={t('scenarioSmall')}>
            {rows.map(([name, point]) => (
              <tbody key={name}>
                <tr>
                  <th scope="rowgroup" colSpan={2}>
                    {t(name)}
                  </th>
                </tr>
                {(['taxable', 'tax', 'left'] as const).map((figure) => (
                  <tr key={figure}>
                    <th scope="row">{t(figure)}</th>
                    <td className="number">{money(point[figure])}</td>
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
          <p>{t('jump', { value: money(cliff.jump) })}</p>
          <p>{t('breakEven', { value: money(cliff.breakEven) })}</p>
          {cliff.lost !== null && <p className="check-difference">{t('lost', { value: money(cliff.lost) })}</p>}
          <LawList law={cliff.law} />
        </>
      )}
    </>
  )
}

function Trial({ projectId, onShow }: PaneProps) {
  const t = useTexts(texts)
  const [kind, setKind] = useState<Kind>('one_off')
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const start = useCommand(taxReturn.scenario, { also: [job.list] })
  const running = useJob(start.data?.jobId)
  const asked = useQuery({ ...query(paper.params, { projectId }), enabled: kind === 'params' })
  const result = running?.state === 'succeeded' ? ScenarioResult.safeParse(running.result) : undefined
  const chosen = asked.data?.find((one) => one.name === name)
  return (
    <section>
      <h3>{t('tabScenarios')}</h3>
      <p className="second">{t('scenarioHint')}</p>
      <Radio.Group
        className="scenario-kinds"
        value={kind}
        onChange={({ target }) => setKind(scenarioKinds.find((one) => one === target.value) ?? 'one_off')}
        options={scenarioKinds.map((one) => ({ value: one, label: t(kindWords[one]) }))}
      />
      {kind === 'params' && (
        <div className="entry-form">
          <label>
            {t('param')}
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              value={name === '' ? null : name}
              onChange={(next: string) => {
                setName(next)
                setValue(asked.data?.find((one) => one.name === next)?.value ?? '')
              }}
              loading={asked.isPending}
              options={(asked.data ?? []).map((one) => ({ value: one.name, label: one.label }))}
            />
          </label>
          <label>
            {t('paramValue')}
            {chosen && chosen.choices.length > 0 ? (
              <Select value={value} onChange={setValue} options={chosen.choices} />
            ) : chosen?.unit === 'boolean' ? (
              <Select
                value={value}
                onChange={setValue}
                options={[
                  { value: 'true', label: t('yes') },
                  { value: 'false', label: t('no') },
                ]}
              />
            ) : (
              <Input className="number" value={value} onChange={({ target }) => setValue(target.value)} />
            )}
          </label>
        </div>
      )}
      <div className="entry-buttons">
        <Button
          type="primary"
          loading={start.isPending || isRunning(running)}
          disabled={kind === 'params' && (name === '' || value === '')}
          onClick={() => start.mutate({ projectId, kind, params: kind === 'params' ? [{ name, value }] : [] })}
        >
          {t('tryIt')}
        </Button>
      </div>
      {running && running.state !== 'succeeded' && <JobProgress of={running} />}
      {result?.success && <Outcome of={result.data} onShow={onShow} />}
    </section>
  )
}

function Outcome({ of, onShow }: { of: z.output<typeof ScenarioResult>; onShow: (cell: string) => void }) {
  const t = useTexts(texts)
  if (of.lines.length === 0) return <p className="second">{t('noChange')}</p>
  return (
    <>
      <p className="scenario-effect">
        {t('taxEffect')} <span className="number">{money(of.before)}</span> →{' '}
        <span className="number">{money(of.after)}</span>
        {of.difference !== null && <strong className="number"> {money(of.difference)}</strong>}
      </p>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t('cellName')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {of.lines.map((line) => (
            <tr key={line.cell}>
              <th scope="row">
                <button type="button" className="plain-button link number" onClick={() => onShow(line.cell)}>
                  {line.cell}
                </button>
                <span className="third">{line.label}</span>
              </th>
              <td className="number">{money(line.before)}</td>
              <td className="number">{money(line.after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
