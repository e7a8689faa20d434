import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import type { z } from 'zod'
import { modelTaskLabels, modelTasks } from '#contract/model.ts'
import { modelUsage, type UsageBy, usageBy } from '#contract/model-usage.ts'
import { query } from '#web/kernel/api.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { useView } from '#web/kernel/tab.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { ProposalTotals } from '#web/proposal/ProposalTotals.tsx'
import { texts } from './texts.ts'

type Summary = z.output<typeof modelUsage.summary.output>
type Row = Summary['rows'][number]
const spans = ['7', '30', '90']
const DAY = 86_400_000
/** The day in China, `back` days ago. */
const dayAgo = (back: number) => new Date(Date.now() - back * DAY + 8 * 3_600_000).toISOString().slice(0, 10)
const isBy = (text: string): text is UsageBy => usageBy.some((one) => one === text)
const count = (n: number) => n.toLocaleString('en-US')

/** Tokens by day, person, project, task or model, beside what the package gives this month. */
export function UsagePane() {
  const t = useTexts(texts)
  const may = useMay()
  const [chosenBy, chooseBy] = useView('by', 'day')
  const [chosenDays, chooseDays] = useView('days', '30')
  const by = isBy(chosenBy) ? chosenBy : 'day'
  const days = spans.includes(chosenDays) ? Number(chosenDays) : 30
  const summary = useQuery(query(modelUsage.summary, { by, from: dayAgo(days - 1), to: dayAgo(0) }))
  return (
    <div className="list">
      <div className="model-choices">
        <Segmented
          value={by}
          onChange={(value) => chooseBy(value)}
          aria-label={t('by')}
          options={usageBy.map((value) => ({ value, label: t(value) }))}
        />
        <Segmented
          value={String(days)}
          onChange={(value) => chooseDays(value)}
          options={spans.map((value) => ({ value, label: t('days', { days: value }) }))}
        />
      </div>
      <StateView of={summary}>{(found) => <Figures of={found} by={by} />}</StateView>
      {may('usage.view') && <ProposalTotals />}
    </div>
  )
}

function Figures({ of: { rows, month }, by }: { of: Summary; by: UsageBy }) {
  const t = useTexts(texts)
  const label = useSay()
  const most = Math.max(1, ...rows.map(({ inputTokens, outputTokens }) => inputTokens + outputTokens))
  const named = ({ key, label: said }: Row) => {
    const task = modelTasks.find((one) => one === key)
    if (by === 'task' && task) return label(modelTaskLabels[task])
    return said || (by === 'project' ? t('noProject') : key || '–')
  }
  const amount = (key: 'asked' | 'failed' | 'inputTokens' | 'outputTokens', width: number): Column<Row> => ({
    key,
    title: t(key),
    width,
    amount: true,
    render: (row) => <span className="number">{row[key] === 0 ? '–' : count(row[key])}</span>,
  })
  const columns: Column<Row>[] = [
    { key: 'label', title: t(by), width: 200, cut: true, render: named },
    {
      key: 'share',
      title: t('share'),
      render: ({ inputTokens, outputTokens }) => (
        <span className="model-bar" style={{ width: `${((inputTokens + outputTokens) / most) * 100}%` }} aria-hidden />
      ),
    },
    amount('asked', 96),
    amount('failed', 80),
    amount('inputTokens', 128),
    amount('outputTokens', 128),
  ]
  return (
    <>
      <dl className="figures">
        <div>
          <dt>{t('month')}</dt>
          <dd className="number">{count(month.used)}</dd>
        </div>
        <div>
          <dt>{t('limit')}</dt>
          <dd className="number">{month.limit === null ? t('unlimited') : count(month.limit)}</dd>
        </div>
      </dl>
      <DataTable<Row>
        name={t('usage')}
        rows={rows}
        columns={columns}
        rowKey={({ key }) => key}
        empty={{ says: t('noUsage') }}
      />
    </>
  )
}
