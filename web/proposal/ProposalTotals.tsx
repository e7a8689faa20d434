import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { proposal } from '#contract/proposal.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { StateView } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'
import './proposal.css'

type Row = z.output<typeof proposal.totals.output>[number]

/** What was proposed in papers over all projects, and what of it people kept. */
export function ProposalTotals() {
  const t = useTexts(texts)
  const totals = useQuery(query(proposal.totals, {}))
  const amount = (key: 'made' | 'accepted' | 'edited' | 'rejected' | 'projects'): Column<Row> => ({
    key,
    title: t(`total_${key}`),
    width: 130,
    amount: true,
    render: (row) => <span className="number">{row[key] === 0 ? '–' : String(row[key])}</span>,
  })
  const columns: Column<Row>[] = [
    { key: 'kind', title: t('total_kind'), render: ({ kind }) => t(`kind_${kind}`) },
    { key: 'origin', title: t('total_origin'), width: 130, render: ({ origin }) => t(`origin_${origin}`) },
    ...(['made', 'accepted', 'edited', 'rejected', 'projects'] as const).map(amount),
  ]
  return (
    <StateView of={totals}>
      {(rows) =>
        rows.length > 0 && (
          <section aria-label={t('totals')}>
            <h2 className="proposal-totals">{t('totals')}</h2>
            <DataTable<Row>
              name={t('totals')}
              rows={rows}
              columns={columns}
              rowKey={({ kind, origin }) => `${kind} ${origin}`}
              dense
            />
          </section>
        )
      }
    </StateView>
  )
}
