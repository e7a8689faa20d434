import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { ledger, type Dataset } from '#contract/ledger.ts'
import { paper } from '#contract/paper.ts'
import { type Project, project } from '#contract/project.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useTab } from '#web/kernel/tab.ts'
import { Money } from '#web/kit/Money.tsx'
import { Page } from '#web/kit/PageTitle.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { nextStep, projectHref, type StepState, stageTone, stepState, steps } from './stage.ts'
import { TaxFigures } from './TaxFigures.tsx'
import { texts } from './texts.ts'
import './project.css'

const tones: Record<StepState, Tone> = { done: 'good', next: 'active', later: 'plain', open: 'good' }

/** /projectApp/index: how far the project is, what to do next, and what its ledger and papers amount to. */
export function ProjectHomePage() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const id = useTab().query.get('projectId') ?? ''
  const of = useQuery(query(project.detail, { id }))
  return (
    <Page
      title={of.data?.projectName ?? <span className="bone" style={{ width: 220, height: 20 }} />}
      state={of.data && <StatusTag tone={stageTone[of.data.stage]}>{t(of.data.stage)}</StatusTag>}
      action={
        of.data && (
          <Button type="primary" onClick={() => void navigate(projectHref(nextStep(of.data.stage).path, of.data))}>
            {t('continue', { step: t(nextStep(of.data.stage).id) })}
          </Button>
        )
      }
    >
      <StateView of={of} shape={<Bones lines={8} />}>
        {(row) => (
          <>
            <ProjectSteps row={row} />
            <LedgerFigures of={row} />
            {row.stage === 'generated' && <PaperFigures projectId={row.id} />}
          </>
        )}
      </StateView>
    </Page>
  )
}

function ProjectSteps({ row }: { row: Project }) {
  const t = useTexts(texts)
  return (
    <ol className="steps" aria-label={t('mainJob')}>
      {steps.map(({ id, path }, at) => {
        const state = stepState(at, row.stage)
        return (
          <li key={id} data-state={state}>
            <span className="step-number number">{at + 1}</span>
            <span className="step-text">
              <Link to={projectHref(path, row)}>{t(id)}</Link>
              <span className="second">{t(`${id}Text`)}</span>
            </span>
            <StatusTag tone={tones[state]}>{t(state)}</StatusTag>
          </li>
        )
      })}
    </ol>
  )
}

function LedgerFigures({ of }: { of: Project }) {
  const t = useTexts(texts)
  const projectId = of.id
  const toFiles = <Link to={projectHref(steps[0].path, of)}>{t('toFiles')}</Link>
  const datasets = useQuery(query(ledger.datasets, { projectId }))
  return (
    <>
      <h2 className="section-title">{t('keyFigures')}</h2>
      <StateView
        of={datasets}
        shape={<Bones lines={2} />}
        empty={{ when: (list) => list.length === 0, says: t('noLedger'), action: toFiles }}
      >
        {(list) => <DatasetFigures of={list.find(({ state }) => state === 'active') ?? list[0]} />}
      </StateView>
    </>
  )
}

function DatasetFigures({ of }: { of: Dataset | undefined }) {
  const t = useTexts(texts)
  if (!of) return null
  const { summary, blocking, warnings } = of
  return (
    <dl className="figures">
      <Figure label={t('company')}>{summary.company || '—'}</Figure>
      <Figure label={t('period')}>{summary.firstDate ? `${summary.firstDate} – ${summary.lastDate}` : of.year}</Figure>
      <Figure label={t('accounts')}>{summary.accounts.toLocaleString('en')}</Figure>
      <Figure label={t('vouchers')}>{summary.vouchers.toLocaleString('en')}</Figure>
      <Figure label={t('lines')}>{summary.lines.toLocaleString('en')}</Figure>
      <Figure label={t('debit')}>
        <Money value={summary.debit} />
      </Figure>
      <Figure label={t('blocking')} bad={blocking > 0}>
        {blocking}
      </Figure>
      <Figure label={t('warnings')}>{warnings}</Figure>
      <Figure label={t('dropped')}>{summary.dropped}</Figure>
    </dl>
  )
}

function PaperFigures({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const datasets = useQuery(query(ledger.datasets, { projectId }))
  const datasetId = datasets.data?.find(({ state }) => state === 'active')?.id ?? ''
  const generation = useQuery(query(paper.generation, { projectId }))
  return (
    <>
      <h2 className="section-title">{t('papers')}</h2>
      <StateView of={generation} shape={<Bones lines={1} />}>
        {({ generation: of }) =>
          of && (
            <>
              <TaxFigures projectId={projectId} datasetId={datasetId} />
              {of.stale && <StatusTag tone="waiting">{t('stale')}</StatusTag>}
              <dl className="figures">
                <Figure label={t('cells')}>{of.cells}</Figure>
                <Figure label={t('missing')}>{of.missing}</Figure>
                <Figure label={t('errors')} bad={of.errors > 0}>
                  {of.errors}
                </Figure>
                <Figure label={t('updateTime')}>{of.createTime}</Figure>
              </dl>
            </>
          )
        }
      </StateView>
    </>
  )
}

function Figure({ label, children, bad = false }: { label: string; children: React.ReactNode; bad?: boolean }) {
  return (
    <div data-bad={bad || undefined}>
      <dt>{label}</dt>
      <dd className="number">{children}</dd>
    </div>
  )
}
