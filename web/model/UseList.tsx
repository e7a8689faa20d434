import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { texts as refusals } from '#contract/errors.ts'
import { modelTaskLabels, modelTasks } from '#contract/model.ts'
import {
  type ModelOutcome,
  modelOutcomeLabels,
  modelOutcomes,
  type ModelUse,
  modelUsage,
} from '#contract/model-usage.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { List } from '#web/kit/ListPage.tsx'
import { useListView } from '#web/kit/list-view.ts'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { usePurposeWords } from './purpose-words.ts'
import { texts } from './texts.ts'

const tones: Record<ModelOutcome, Tone> = { open: 'active', done: 'good', stopped: 'plain', failed: 'bad', lost: 'bad' }
const count = (n: number) => n.toLocaleString('en-US')
const seconds = (milliseconds: number | null) => (milliseconds === null ? '–' : (milliseconds / 1000).toFixed(1))

/** Every time a model was asked: who, for what, how much, how it ended. */
export function UseList() {
  const t = useTexts(texts)
  const label = useSay()
  const { words } = usePurposeWords()
  const view = useListView({ sort: { field: 'createTime', down: true } })
  const rows = useQuery(pageQuery(modelUsage.list, view.input))
  const columns: Column<ModelUse>[] = [
    { key: 'createTime', title: t('createTime'), width: 172, sortable: true },
    { key: 'userName', title: t('userName'), width: 100, cut: true },
    { key: 'projectName', title: t('projectName'), cut: true },
    { key: 'task', title: t('task'), width: 100, sortable: true, render: ({ task }) => label(modelTaskLabels[task]) },
    {
      key: 'purpose',
      title: t('purpose'),
      width: 140,
      cut: true,
      hidden: true,
      render: ({ purpose }) => words(purpose),
    },
    { key: 'endpoint', title: t('service'), width: 150, cut: true },
    { key: 'model', title: t('model'), width: 150, cut: true },
    {
      key: 'tokens',
      title: t('tokens'),
      label: t('tokens'),
      width: 120,
      amount: true,
      sortable: true,
      render: ({ inputTokens, outputTokens, estimated }) => (
        <span className="number" {...(estimated && { title: t('estimatedHint') })}>
          {`${estimated ? '≈' : ''}${count(inputTokens + outputTokens)}`}
        </span>
      ),
    },
    {
      key: 'outcome',
      title: t('outcome'),
      width: 110,
      sortable: true,
      render: ({ outcome, fault }) => {
        const why = Object.entries(refusals).find(([key]) => key === fault)?.[1]
        return (
          <span {...(why && { title: label(why) })}>
            <StatusTag tone={tones[outcome]}>{label(modelOutcomeLabels[outcome])}</StatusTag>
          </span>
        )
      },
    },
    {
      key: 'milliseconds',
      title: t('took'),
      width: 96,
      amount: true,
      render: ({ milliseconds }) => <span className="number">{seconds(milliseconds)}</span>,
    },
  ]
  return (
    <List
      name={t('uses')}
      view={view}
      rows={rows}
      columns={columns}
      rowKey={(row) => row.id}
      pageKey="modelUse"
      exportOf="modelUsage"
      search={[
        { filter: 'userName', label: t('userName') },
        { filter: 'projectName', label: t('projectName') },
        {
          filter: 'task_equal',
          label: t('task'),
          options: modelTasks.map((value) => ({ value, label: label(modelTaskLabels[value]) })),
        },
        {
          filter: 'outcome_equal',
          label: t('outcome'),
          options: modelOutcomes.map((value) => ({ value, label: label(modelOutcomeLabels[value]) })),
        },
      ]}
      empty={{ says: t('noUses'), action: <Button onClick={() => void rows.refetch()}>{t('refresh')}</Button> }}
    />
  )
}
