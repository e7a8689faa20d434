import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { ledger } from '#contract/ledger.ts'
import { paper } from '#contract/paper.ts'
import { relation } from '#contract/relation.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useProjectHref } from '#web/ledger/project-place.tsx'
import { texts } from './texts.ts'

type Ready = {
  known: boolean
  /** Both the ledger and the relation bill stand; papers can be generated. */
  ready: boolean
  version: number | undefined
  locked: boolean
  waiting: number
  unanswered: number
}

/** What generating needs and how far it is. Unanswered facts do not hold it up: their cells wait. */
export function useReadiness(projectId: string): Ready {
  const datasets = useQuery(query(ledger.datasets, { projectId }))
  const bill = useQuery(query(relation.state, { projectId }))
  const params = useQuery(query(paper.params, { projectId }))
  const version = datasets.data?.find(({ state }) => state === 'active')?.version
  const locked = bill.data !== undefined && bill.data.lockedTime !== ''
  return {
    known: datasets.data !== undefined && bill.data !== undefined,
    ready: version !== undefined && locked,
    version,
    locked,
    waiting: (bill.data?.accountsPending ?? 0) + (bill.data?.linesPending ?? 0),
    unanswered: params.data?.filter(({ value, optional }) => value === null && !optional).length ?? 0,
  }
}

/** The three things in a line, each with the way to mend it. */
export function Readiness({ of: { known, version, locked, waiting, unanswered } }: { of: Ready }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const href = useProjectHref()
  const go = (path: string, says: string) => (
    <button type="button" className="plain-button link" onClick={() => void navigate(href(path))}>
      {says}
    </button>
  )
  if (!known) return <div className="readiness" aria-busy />
  return (
    <ul className="readiness" aria-label={t('ready')}>
      <li>
        {version === undefined ? (
          <>
            <StatusTag tone="waiting">{t('noDataset')}</StatusTag> {go('/firmProject/runprepare', t('toVerify'))}
          </>
        ) : (
          <StatusTag tone="good">{t('readyDataset', { version })}</StatusTag>
        )}
      </li>
      <li>
        {locked ? (
          <StatusTag tone="good">{t('readyRelation')}</StatusTag>
        ) : (
          <>
            <StatusTag tone="waiting">{t('relationOpen', { count: waiting })}</StatusTag>{' '}
            {go('/firmProject/buildrelationbill', t('toRelation'))}
          </>
        )}
      </li>
      <li>
        {unanswered === 0 ? (
          <StatusTag tone="good">{t('readyParams')}</StatusTag>
        ) : (
          <StatusTag tone="waiting">{t('paramsMissing', { count: unanswered })}</StatusTag>
        )}
      </li>
    </ul>
  )
}
