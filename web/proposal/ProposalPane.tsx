import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Segmented } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { proposal, type ProposalKind } from '#contract/proposal.ts'
import { pageQuery, query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { Bones, Empty, StateView } from '#web/kit/StateView.tsx'
import { ProposalItem } from './ProposalItem.tsx'
import { texts } from './texts.ts'
import './proposal.css'

type PaneProps = {
  projectId: string
  paperId: string
  /** The cell in hand; empty for none. */
  place: string
  /** Whether something is computed in it. */
  bound: boolean
  nameOf: (place: string) => string
  onGo: (place: string) => void
}
type Made = z.output<typeof proposal.make.output>
/** Shown at first, and with every "more". */
const PORTION = 20

/** What rules and the firm's model propose for a paper: explanations, a note, points of review, mappings; each decided by a person. */
export function ProposalPane(props: PaneProps) {
  const { projectId, paperId } = props
  const t = useTexts(texts)
  const may = useMay()
  const [shown, show] = useState<'open' | 'decided'>('open')
  const summary = useQuery(query(proposal.summary, { projectId }))
  const hasModel = summary.data?.hasModel ?? false
  return (
    <div className="proposals">
      {may('paper.generate') && <Making {...props} hasModel={hasModel} onMade={() => show('open')} />}
      {summary.data && <p className="third">{t(hasModel ? 'modelHint' : 'rulesOnly')}</p>}
      <Segmented
        size="small"
        value={shown}
        onChange={show}
        options={(['open', 'decided'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <ProposalList key={`${paperId} ${shown}`} {...props} shown={shown} />
    </div>
  )
}

const kinds: readonly ProposalKind[] = ['explain', 'note', 'review', 'mapping']

type MakingProps = PaneProps & { hasModel: boolean; onMade: () => void }

function Making({ projectId, paperId, place, bound, hasModel, onMade }: MakingProps) {
  const t = useTexts(texts)
  const [useModel, letModel] = useState(true)
  const [made, setMade] = useState<Made>()
  const make = useCommand(proposal.make)
  const start = (kind: ProposalKind) => {
    setMade(undefined)
    make.mutate(
      { projectId, kind, paperId, place: kind === 'explain' ? place : '', useModel },
      {
        onSuccess: (answer) => {
          setMade(answer)
          onMade()
        },
      },
    )
  }
  return (
    <>
      <div className="proposal-kinds">
        {kinds.map((kind) => (
          <Button
            key={kind}
            disabled={make.isPending || (kind === 'explain' && !bound)}
            loading={make.isPending && make.variables.kind === kind}
            onClick={() => start(kind)}
          >
            {t(kind)}
          </Button>
        ))}
      </div>
      {!bound && <p className="third">{t('pickToExplain')}</p>}
      {hasModel && (
        <Checkbox checked={useModel} onChange={({ target }) => letModel(target.checked)}>
          {t('useModel')}
        </Checkbox>
      )}
      <div aria-live="polite">
        {make.isPending && <p className="second">{t('working')}</p>}
        {made && <Outcome of={made} />}
      </div>
    </>
  )
}

function Outcome({ of: { proposals, notice, noticeText } }: { of: Made }) {
  const t = useTexts(texts)
  return (
    <>
      <p className="second">{proposals.length === 0 ? t('nothingFound') : t('found', { count: proposals.length })}</p>
      {(notice === 'modelFailed' || notice === 'figuresDiffer') && (
        <p className="second">{t(`notice_${notice}`, { why: noticeText })}</p>
      )}
    </>
  )
}

function ProposalList({ projectId, paperId, place, nameOf, onGo, shown }: PaneProps & { shown: 'open' | 'decided' }) {
  const t = useTexts(texts)
  const [size, setSize] = useState(PORTION)
  const state = shown === 'open' ? { state_equal: 'open' } : { state_notequal: 'open', descs: 'createTime' }
  const ofPaper = useQuery(pageQuery(proposal.list, { projectId, paperId, size: String(size), ...state }))
  // mappings belong to no paper
  const ofProject = useQuery(
    pageQuery(proposal.list, { projectId, kind_equal: 'mapping', size: String(size), ...state }),
  )
  return (
    <StateView of={ofPaper} shape={<Bones lines={6} />}>
      {(paper) => {
        const records = [...paper.records, ...(ofProject.data?.records ?? [])]
        const total = paper.total + (ofProject.data?.total ?? 0)
        if (records.length === 0) return <Empty says={t(shown === 'open' ? 'noneOpen' : 'noneDecided')} />
        return (
          <>
            <ul className="proposal-list">
              {records
                .toSorted((one, other) => Number(other.place === place) - Number(one.place === place))
                .map((one) => (
                  <ProposalItem
                    key={one.id}
                    of={one}
                    name={one.place && nameOf(one.place)}
                    onGo={() => onGo(one.place)}
                  />
                ))}
            </ul>
            {records.length < total && (
              <Button block onClick={() => setSize(size + PORTION)}>
                {t('more', { count: total - records.length })}
              </Button>
            )}
          </>
        )
      }}
    </StateView>
  )
}
