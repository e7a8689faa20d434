import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { paper, type Provenance } from '#contract/paper.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { useProjectHref } from '#web/ledger/project-place.tsx'
import { CertaintyMark } from '#web/taxlaw/LawList.tsx'
import { AtomRows } from './AtomRows.tsx'
import { EnteredFacts } from './EnteredFacts.tsx'
import { texts } from './texts.ts'
import { rateText, valueText } from './value-text.ts'

const tones: Record<Provenance['status'], Tone> = {
  ok: 'good',
  stale: 'waiting',
  missing: 'waiting',
  error: 'bad',
  overridden: 'waiting',
}

type PaneProps = {
  projectId: string
  datasetId: string
  cell: string
  /** Goes to a figure this one uses. */
  onWalk: (to: { paperId: string; cell: string }) => void
  onBack?: () => void
  /** What a person decided against the formula, and the way to it. */
  decision?: ReactNode
}

/** How a figure came about: value, formula in words, what went in, the law, the rows of the ledger. */
export function ProvenancePane(props: PaneProps) {
  const { projectId, cell } = props
  const told = useQuery(query(paper.provenance, { projectId, cell }))
  return (
    <StateView of={told} shape={<Bones lines={10} />}>
      {(of) => <Told {...props} of={of} />}
    </StateView>
  )
}

function Told({ of, projectId, datasetId, onWalk, onBack, decision }: PaneProps & { of: Provenance }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const href = useProjectHref()
  const words = { yes: t('yes'), no: t('no') }
  const statusName = of.status === 'stale' ? t('staleCell') : t(of.status)
  return (
    <article className="evidence-pane">
      <header>
        {onBack && (
          <button type="button" className="plain-button link" onClick={onBack}>
            ← {t('back')}
          </button>
        )}
        <p className="third">{`${of.paperId} ${of.paperName} · ${of.cell}`}</p>
        <h2>{of.label}</h2>
        <p className="figure">{valueText(of, words) || '—'}</p>
        <StatusTag tone={tones[of.status]}>{statusName}</StatusTag>
      </header>
      {decision}
      {of.reason && <p className="words">{of.reason}</p>}
      <section>
        <h3 className="pane-head">{t('formula')}</h3>
        <p className="words">{of.words}</p>
        <code title={t('formulaCode')}>{of.formula}</code>
      </section>
      {of.inputs.length > 0 && (
        <section>
          <h3 className="pane-head">{t('inputs')}</h3>
          {of.inputs.map((input) => (
            <button key={input.cell} type="button" className="plain-button fact" onClick={() => onWalk(input)}>
              <span className="link">{input.label}</span>
              <b>{valueText(input, words) || t(input.status === 'error' ? 'error' : 'missing')}</b>
              <span className="third">{input.cell}</span>
            </button>
          ))}
        </section>
      )}
      {of.params.length > 0 && (
        <section>
          <h3 className="pane-head">{t('usedParams')}</h3>
          {of.params.map(({ name, label, value, evidence }) => (
            <button
              key={name}
              type="button"
              className="plain-button fact"
              title={t('askParam')}
              onClick={() => void navigate(href('/firmProject/genbillvalue', { param: name }))}
            >
              <span className="link">{label}</span>
              <b>{value === '' ? t('unanswered') : value}</b>
              <span className="third">{evidence || t('noEvidence')}</span>
            </button>
          ))}
        </section>
      )}
      <EnteredFacts of={of} />
      {of.rates.length > 0 && (
        <section>
          <h3 className="pane-head">{t('rates')}</h3>
          {of.rates.map(({ rule, name, value, law }) => (
            <div key={rule} className="fact">
              <span>{name}</span>
              <b>{/^-?\d*\.?\d+$/.test(value) ? rateText(value) : value}</b>
              {law.map(({ doc, article, certainty }) => (
                <span key={doc + article} className="third">
                  {`${doc} ${article}`.trim()}
                  <CertaintyMark of={certainty} />
                </span>
              ))}
            </div>
          ))}
        </section>
      )}
      {of.atoms.length > 0 && (
        <section>
          <h3 className="pane-head">{t('atoms')}</h3>
          {of.atoms.map((atom) => (
            <AtomRows key={atom.index} of={atom} projectId={projectId} datasetId={datasetId} cell={of.cell} />
          ))}
        </section>
      )}
      {of.returnLine && <p>{t('returnLine', { line: of.returnLine })}</p>}
      <button
        type="button"
        className="plain-button link"
        onClick={() => void navigate(href('/table-info/index', { kind: 'paper', ref: of.cell }))}
      >
        {t('traceIt')}
      </button>
    </article>
  )
}
