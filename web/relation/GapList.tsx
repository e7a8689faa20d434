import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { relation, type RelationGap } from '#contract/relation.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { type Column, DataTable } from '#web/kit/DataTable.tsx'
import { Money } from '#web/kit/Money.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { texts } from './texts.ts'

type Gap = z.output<typeof RelationGap>

/** Conservation: leaves that are not in exactly one statement line, and details that leave their parent. */
export function GapList({ projectId, onOpen }: { projectId: string; onOpen: (code: string) => void }) {
  const t = useTexts(texts)
  const gaps = useQuery(query(relation.gaps, { projectId }))
  const columns: Column<Gap>[] = [
    { key: 'code', title: t('code'), width: 120 },
    { key: 'name', title: t('name'), cut: true },
    {
      key: 'kind',
      title: t('gapKind'),
      width: 132,
      render: ({ kind }) => <StatusTag tone={kind === 'strays' ? 'waiting' : 'bad'}>{t(`gap-${kind}`)}</StatusTag>,
    },
    { key: 'says', title: t('gapSays'), cut: true },
    { key: 'stake', title: t('gapStake'), width: 150, amount: true, render: ({ stake }) => <Money value={stake} /> },
  ]
  return (
    <StateView of={gaps} shape={<Bones lines={8} />}>
      {(found) => (
        <div className="gap-list">
          <p className="second">{t('placed', { placed: found.placed, leaves: found.leaves })}</p>
          <DataTable
            name={t('gapsTab')}
            rows={found.gaps}
            columns={columns}
            rowKey={({ code, kind }) => `${kind} ${code}`}
            onOpen={({ code }) => onOpen(code)}
            empty={{ says: t('allPlaced') }}
            dense
          />
        </div>
      )}
    </StateView>
  )
}
