import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Segmented } from 'antd'
import type { z } from 'zod'
import { indicator, type IndicatorResult, type IndicatorRow, type verdicts } from '#contract/indicator.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useView } from '#web/kernel/tab.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { RecordDrawer } from '#web/kit/RecordDrawer.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { projectHref } from '../project/stage.ts'
import { changeText } from './figure-text.ts'
import { IndicatorDetail } from './IndicatorDetail.tsx'
import { texts } from './texts.ts'
import { useThresholdText } from './threshold-text.ts'
import { YearFigureLink } from './YearFigureLink.tsx'

export type Report = z.output<typeof indicator.report.output>
type Shown = { of: IndicatorResult; row: IndicatorRow; first: boolean }
type Verdict = (typeof verdicts)[number]

const tone: Record<Verdict, Tone> = { outside: 'bad', inside: 'good', noThreshold: 'plain', noValue: 'waiting' }
/** Outside, and nobody has said more than that it is open. */
const unsettled = ({ verdict, disposition }: IndicatorResult) =>
  verdict === 'outside' && (disposition === null || disposition.state === 'open')

/** The indicators of one project as a table; each opens its formula, inputs, years and explanation. */
export function IndicatorReport({ projectId }: { projectId: string }) {
  const report = useQuery(query(indicator.report, { projectId }))
  return (
    <StateView of={report} shape={<Bones lines={14} />}>
      {(of) => <Indicators of={of} projectId={projectId} />}
    </StateView>
  )
}

function Indicators({ of, projectId }: { of: Report; projectId: string }) {
  const t = useTexts(texts)
  const [show, setShow] = useView('show', 'all')
  const [open, setOpen] = useView('k')
  const wanted = of.indicators.filter(
    (one) => show === 'all' || (show === 'unsettled' ? unsettled(one) : one.verdict === show),
  )
  const rows = wanted.flatMap((one): Shown[] => one.rows.map((row, at) => ({ of: one, row, first: at === 0 })))
  const count = (verdict: Verdict) => of.indicators.filter((one) => one.verdict === verdict).length
  const choices = [
    { value: 'all', label: t('all', { count: of.indicators.length }) },
    ...(['outside', 'inside', 'noThreshold', 'noValue'] as const).map((verdict) => ({
      value: verdict,
      label: t('counted', { what: t(verdict), count: count(verdict) }),
    })),
    {
      value: 'unsettled',
      label: t('counted', { what: t('unsettled'), count: of.indicators.filter(unsettled).length }),
    },
  ]
  const chosen = of.indicators.find(({ id }) => id === open)
  return (
    <div className="indicators">
      <p className="indicator-head">
        <strong>{t('ofYear', { name: of.enterpriseName, year: of.year })}</strong>
        <span className="indicator-print">
          <Button onClick={() => print()}>{t('print')}</Button>
        </span>
      </p>
      <Standing of={of} projectId={projectId} />
      <p className="second indicator-law">{t('noLibrary')}</p>
      <div className="indicator-show">
        <Segmented aria-label={t('show')} value={show} onChange={setShow} options={choices} />
      </div>
      <DataTable<Shown>
        name={t('title')}
        rows={rows}
        rowKey={({ row }) => row.key}
        empty={{ says: t('noneShown') }}
        selected={rows.find(({ of: one, first }) => first && one.id === open)?.row.key ?? ''}
        dense
        columns={useColumns(of, setOpen)}
      />
      <RecordDrawer
        open={chosen !== undefined}
        title={chosen ? `${chosen.id} ${chosen.name}` : ''}
        width={600}
        onClose={() => setOpen('')}
        tabs={[
          {
            key: 'indicator',
            label: t('indicator'),
            content: chosen && <IndicatorDetail key={chosen.id} of={chosen} report={of} projectId={projectId} />,
          },
        ]}
      />
    </div>
  )
}

/** Whether the figures are of papers that stand. */
function Standing({ of, projectId }: { of: Report; projectId: string }) {
  const t = useTexts(texts)
  if (of.generated && !of.stale) return null
  const name = of.years.find((one) => one.projectId === projectId)?.projectName ?? ''
  const to = projectHref('/firmProject/genbillvalue', {
    id: projectId,
    enterpriseId: of.enterpriseId,
    projectName: name,
  })
  return (
    <Alert
      type="warning"
      showIcon
      title={t(of.generated ? 'stale' : 'notGenerated')}
      action={
        <a href={to} target="_blank" rel="noopener">
          {t('toGenerate')}
        </a>
      }
    />
  )
}

function useColumns(of: Report, open: (id: string) => void): Column<Shown>[] {
  const t = useTexts(texts)
  const thresholds = useThresholdText()
  return [
    {
      key: 'indicator',
      title: t('indicator'),
      width: 250,
      render: ({ of: one, row, first }) => (
        <>
          <button type="button" className="plain-button link" onClick={() => open(one.id)}>
            {row.label}
          </button>
          {first && <span className="third indicator-group">{t(`group_${one.group}`)}</span>}
        </>
      ),
    },
    ...of.years.map(({ year }, at): Column<Shown> => ({
      key: `y${year}`,
      title: String(year),
      width: 110,
      align: 'right',
      render: ({ row }) => {
        const figure = row.figures[at]
        return figure && <YearFigureLink of={figure} unit={row.unit} name={row.key} label={row.label} projects={of} />
      },
    })),
    {
      key: 'change',
      title: t('change'),
      width: 130,
      align: 'right',
      render: ({ row }) => <Change of={row} />,
    },
    {
      key: 'threshold',
      title: t('threshold'),
      width: 170,
      render: ({ row }) =>
        row.thresholds.length === 0 ? (
          <span className="third">—</span>
        ) : (
          row.thresholds.map((one) => (
            <div key={one.id} title={t('fits', { scope: thresholds.scope(one), source: one.source })}>
              {thresholds.bounds(row.key, one)}
            </div>
          ))
        ),
    },
    {
      key: 'verdict',
      title: t('verdict'),
      width: 120,
      render: ({ row }) => <StatusTag tone={tone[row.verdict]}>{t(row.verdict)}</StatusTag>,
    },
    {
      key: 'disposition',
      title: t('disposition'),
      width: 150,
      render: ({ of: one, first }) =>
        first &&
        (one.disposition ? (
          <span title={one.disposition.note}>
            {t(one.disposition.state)} <span className="third">{one.disposition.userName}</span>
          </span>
        ) : (
          unsettled(one) && <StatusTag tone="waiting">{t('unsettled')}</StatusTag>
        )),
    },
  ]
}

/** How far the figure moved since last year. */
export function Change({ of: { key, unit, change } }: { of: IndicatorRow }) {
  const t = useTexts(texts)
  const { text, points } = changeText(key, unit, change)
  if (text === '') return <span className="third">—</span>
  return <span className="number">{points ? t('points', { value: text }) : text}</span>
}
