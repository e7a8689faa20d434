import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paper } from '#contract/paper.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Evidence } from '#web/kit/Evidence.tsx'
import { Money } from '#web/kit/Money.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { useProjectHref } from '../ledger/project-place.tsx'
import { ProvenancePane } from '../paper/ProvenancePane.tsx'
import { texts } from './texts.ts'

/** The main form's paper and the lines a partner asks for first. */
const MAIN_FORM = 'E60'
const lines = [
  ['profit', 'profit'],
  ['plus', 'plus'],
  ['minus', 'minus'],
  ['taxable', 'taxable'],
  ['actual', 'actualTax'],
] as const

/** What the return comes to, each figure with its evidence a click away. */
export function TaxFigures({ projectId, datasetId }: { projectId: string; datasetId: string }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const href = useProjectHref()
  const sheet = useQuery(query(paper.sheet, { projectId, paperId: MAIN_FORM }))
  return (
    <StateView of={sheet} shape={<Bones lines={2} />}>
      {({ cells }) => (
        <dl className="figures">
          {lines.map(([line, label]) => {
            const of = cells.find(({ cell }) => cell === `${MAIN_FORM}.amount@${line}`)
            return (
              of && (
                <div key={line}>
                  <dt>{t(label)}</dt>
                  <dd className="number">
                    <Evidence
                      title={t(label)}
                      content={
                        <ProvenancePane
                          projectId={projectId}
                          datasetId={datasetId}
                          cell={of.cell}
                          onWalk={({ paperId, cell }) => void navigate(href('/wps/index', { paperId, cell }))}
                        />
                      }
                    >
                      {of.value === null ? (
                        <span className="no-figure">{t('missing')}</span>
                      ) : (
                        <Money value={of.value} />
                      )}
                    </Evidence>
                  </dd>
                </div>
              )
            )
          })}
        </dl>
      )}
    </StateView>
  )
}
