import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { model, type ModelRoute, modelTaskLabels } from '#contract/model.ts'
import { query } from '#web/kernel/api.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { RouteForm } from './RouteForm.tsx'
import { texts } from './texts.ts'

const tones: Record<ModelRoute['from'], Tone> = { own: 'good', chat: 'plain', platform: 'active', none: 'waiting' }

/** Which models answer which task, in order. */
export function RoutePane({ onServices }: { onServices: () => void }) {
  const t = useTexts(texts)
  const label = useSay()
  const routes = useQuery(query(model.routes, {}))
  const [choosing, setChoosing] = useState<ModelRoute>()
  const columns: Column<ModelRoute>[] = [
    { key: 'task', title: t('task'), width: 120, render: ({ task }) => <b>{label(modelTaskLabels[task])}</b> },
    {
      key: 'from',
      title: t('status'),
      width: 150,
      render: ({ from }) => <StatusTag tone={tones[from]}>{t(`from${from}`)}</StatusTag>,
    },
    {
      key: 'targets',
      title: t('order'),
      render: ({ targets }) =>
        targets.length === 0 ? (
          '–'
        ) : (
          <ol className="model-order">
            {targets.map((one) => (
              <li key={`${one.endpointId} ${one.model}`}>
                {one.model}{' '}
                <span className="third">
                  {one.available ? one.name : t('gone')}
                  {one.own ? '' : ` · ${t('ofPlatform')}`}
                  {one.inside ? ` · ${t('insideTag')}` : ''}
                </span>
              </li>
            ))}
          </ol>
        ),
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 130,
      fixed: 'end',
      render: (row) => (
        <span
          className="row-actions"
          onClick={(event) => event.stopPropagation()}
          onKeyDown={(event) => event.stopPropagation()}
          role="presentation"
        >
          <Button
            type="link"
            size="small"
            aria-label={t('chooseFor', { task: label(modelTaskLabels[row.task]) })}
            onClick={() => setChoosing(row)}
          >
            {t('choose')}
          </Button>
        </span>
      ),
    },
  ]
  return (
    <div className="list">
      <p className="second">{t('routeHint')}</p>
      <DataTable<ModelRoute>
        name={t('tasks')}
        rows={routes.data}
        columns={columns}
        rowKey={({ task }) => task}
        fault={routes.error}
        retry={routes.refetch}
        onOpen={setChoosing}
        bones={7}
      />
      <RouteForm of={choosing} onClose={() => setChoosing(undefined)} onServices={onServices} />
    </div>
  )
}
