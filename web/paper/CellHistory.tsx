import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { workbook } from '#contract/workbook.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { moneyText } from '#web/kit/money-text.ts'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { Pages } from '#web/ledger/Pages.tsx'
import { texts } from './texts.ts'

type HistoryProps = { projectId: string; paperId: string; place: string; money: boolean }
const vias = {
  human: 'viaHuman',
  override: 'viaOverride',
  withdrawal: 'viaWithdrawal',
  regeneration: 'viaRegeneration',
  import: 'viaImport',
} as const

/** Who changed a cell, when, from what to what: by hand, by a decision, or by computing anew. */
export function CellHistory({ projectId, paperId, place, money }: HistoryProps) {
  const t = useTexts(texts)
  const [page, turn] = useState(1)
  const changes = useQuery(pageQuery(workbook.history, { projectId, paperId, place, current: page, size: 20 }))
  const said = (value: string | null) =>
    value === null || value === '' ? t('nothingStood') : money ? moneyText(value).text : value
  return (
    <StateView
      of={changes}
      shape={<Bones lines={6} />}
      empty={{ when: ({ total }) => total === 0, says: t('noHistory') }}
    >
      {(found) => (
        <>
          <ol className="cell-history">
            {found.records.map((change) => (
              <li key={change.id}>
                <p className="third">{`${change.createTime} · ${change.userName} · ${t(vias[change.via])}`}</p>
                <p>
                  <del>{said(change.before)}</del> → <ins>{said(change.after)}</ins>
                </p>
                {change.note && <p className="second">{change.note}</p>}
              </li>
            ))}
          </ol>
          <Pages of={found} onTurn={turn} />
        </>
      )}
    </StateView>
  )
}
