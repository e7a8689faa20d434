import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Dataset, ledger } from '#contract/ledger.ts'
import { paper } from '#contract/paper.ts'
import type { Project } from '#contract/project.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Money } from '#web/kit/Money.tsx'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useShownName } from '../firm/own-firm.ts'
import { projectHref, steps } from './stage.ts'
import { TaxFigures } from './TaxFigures.tsx'
import { texts } from './texts.ts'

/** What the ledger amounts to. */
export function LedgerFigures({ of }: { of: Project }) {
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
        {(list) => <DatasetFigures project={of} of={list.find(({ state }) => state === 'active') ?? list[0]} />}
      </StateView>
    </>
  )
}

function DatasetFigures({ project, of }: { project: Project; of: Dataset | undefined }) {
  const t = useTexts(texts)
  const shownName = useShownName()
  if (!of) return null
  const verify = projectHref('/firmProject/runprepare', project)
  const { summary, blocking, warnings } = of
  return (
    <dl className="figures">
      <Figure label={t('company')}>{summary.company ? shownName(summary.company) : '—'}</Figure>
      <Figure label={t('period')}>{summary.firstDate ? `${summary.firstDate} – ${summary.lastDate}` : of.year}</Figure>
      <Figure label={t('accounts')}>{summary.accounts.toLocaleString('en')}</Figure>
      <Figure label={t('vouchers')}>{summary.vouchers.toLocaleString('en')}</Figure>
      <Figure label={t('lines')}>{summary.lines.toLocaleString('en')}</Figure>
      <Figure label={t('debit')}>
        <Money value={summary.debit} />
      </Figure>
      <Figure label={t('blocking')} bad={blocking > 0}>
        <Link to={verify}>{blocking}</Link>
      </Figure>
      <Figure label={t('warnings')}>
        <Link to={verify}>{warnings}</Link>
      </Figure>
      <Figure label={t('dropped')}>
        <Link to={verify}>{summary.dropped}</Link>
      </Figure>
    </dl>
  )
}

/** What the return comes to, and how full the papers are. */
export function PaperFigures({ of: project }: { of: Project }) {
  const t = useTexts(texts)
  const projectId = project.id
  const papers = projectHref('/firmProject/genbillvalue', project)
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
                <Figure label={t('cells')}>
                  <Link to={papers}>{of.cells.toLocaleString('en')}</Link>
                </Figure>
                <Figure label={t('missing')}>
                  <Link to={papers}>{of.missing}</Link>
                </Figure>
                <Figure label={t('errors')} bad={of.errors > 0}>
                  <Link to={papers}>{of.errors}</Link>
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

function Figure({ label, children, bad = false }: { label: string; children: ReactNode; bad?: boolean }) {
  return (
    <div data-bad={bad || undefined}>
      <dt>{label}</dt>
      <dd className="number">{children}</dd>
    </div>
  )
}
