import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ledger } from '#contract/ledger.ts'
import { pageQuery, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { DataTable } from '#web/kit/DataTable.tsx'
import { Pages } from './Pages.tsx'
import { type LeftOut, leftOutOf } from './left-out.ts'
import { texts } from './texts.ts'

const PAGE = 20

/** Rows that are not part of the ledger, counted by reason; a reason opens its rows as the client's file shows them. */
export function DroppedByReason({ datasetId, total }: { datasetId: string; total: number }) {
  const t = useTexts(texts)
  const [chosen, choose] = useState('')
  const files = useQuery(query(ledger.files, { datasetId }))
  const reasons = leftOutOf(files.data ?? [])
  if (total === 0) return null
  return (
    <>
      <h2 className="section-title">{t('droppedByReason', { count: total })}</h2>
      <p className="third">{t('droppedHint')}</p>
      <div className="keys">
        {reasons.map(({ reason, name, count }: LeftOut) => (
          <button
            key={reason}
            type="button"
            className="plain-button link"
            aria-expanded={chosen === reason}
            onClick={() => choose(chosen === reason ? '' : reason)}
          >
            {name} <span className="number">{count}</span>
          </button>
        ))}
      </div>
      {chosen !== '' && <Rows key={chosen} datasetId={datasetId} reason={chosen} />}
    </>
  )
}

function Rows({ datasetId, reason }: { datasetId: string; reason: string }) {
  const t = useTexts(texts)
  const [page, turn] = useState(1)
  const rows = useQuery(pageQuery(ledger.dropped, { datasetId, reason, current: page, size: PAGE }))
  return (
    <div className="dropped-rows">
      <DataTable
        name={t('droppedByReason', { count: rows.data?.total ?? 0 })}
        rows={rows.data?.records}
        rowKey={({ origin }) => `${origin.file}|${origin.sheet}|${origin.row}`}
        fault={rows.error}
        retry={rows.refetch}
        empty={{ says: t('noDropped') }}
        dense
        columns={[
          { key: 'origin', title: t('rowPlace'), width: 320, render: ({ origin }) => t('place', origin) },
          { key: 'shown', title: t('rowShown'), render: ({ shown }) => <span className="second">{shown}</span> },
        ]}
      />
      <Pages of={rows.data} onTurn={turn} />
    </div>
  )
}
