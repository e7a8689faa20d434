import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type ToolRun, toolRun } from '#contract/tool-run.ts'
import { download, query } from '#web/kernel/api.ts'
import { useJob } from '#web/kernel/jobs.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain } from '#web/kernel/notices.ts'
import { CallError } from '#web/kernel/transport.ts'
import { JobProgress } from '#web/kit/JobProgress.tsx'
import { useShortDate } from '#web/kit/short-date.ts'
import { Empty, StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { viewerPath } from '../viewer/viewer-path.ts'
import { AskedColumns } from './AskedColumns.tsx'
import { figureWords } from './figure-words.ts'
import { KeepResults } from './KeepResults.tsx'
import { FetchButton, Outcomes } from './Outcomes.tsx'
import { texts } from './texts.ts'

/** One run: its progress, then how it went with each file and what can be taken away. */
export function RunView({ id, again, onRun }: { id: string; again: ReactNode; onRun: (id: string) => void }) {
  const t = useTexts(texts)
  const cache = useQueryClient()
  const found = useQuery({ ...query(toolRun.detail, { id }), retry: false })
  const job = useJob(found.data?.jobId, () => {
    void cache.invalidateQueries({ queryKey: ['toolRun'] })
  })
  if (found.error instanceof CallError && found.error.code === 404) return <Empty says={t('gone')} action={again} />
  return (
    <section className="tool-run" aria-label={t('result')}>
      <StateView of={found}>
        {(run) =>
          run.state === 'queued' || run.state === 'running' ? (
            job && <JobProgress of={job} />
          ) : (
            <RunResult run={run} again={again} onRun={onRun} />
          )
        }
      </StateView>
    </section>
  )
}

const isFigure = (label: string): label is keyof typeof figureWords => Object.hasOwn(figureWords, label)

function RunResult({ run, again, onRun }: { run: ToolRun; again: ReactNode; onRun: (id: string) => void }) {
  const t = useTexts(texts)
  const words = useTexts(figureWords)
  const short = useShortDate()
  const { outcomes, outputs, figures, state, error } = run
  const [only] = outputs
  const fetchAll = () =>
    download(toolRun.zip, { id: run.id }, `${run.code}.zip`).catch((fault: unknown) => complain(fault))
  return (
    <>
      <div className="tool-run-head">
        <h2>{t('result')}</h2>
        {state !== 'succeeded' && <StatusTag tone={state === 'failed' ? 'bad' : 'plain'}>{t(state)}</StatusTag>}
        {outputs.length > 0 && <span className="third">{t('keptUntil', { date: short(run.expireTime) })}</span>}
        <div className="tool-run-acts">
          {again}
          {outputs.length > 0 && <KeepResults run={run} />}
          {outputs.length === 1 && only ? (
            <>
              {/\.pdf$/i.test(only.name) && (
                <Link to={viewerPath({ fileId: only.id, name: only.name })}>{t('view')}</Link>
              )}
              <FetchButton id={only.id} name={only.name} primary />
            </>
          ) : (
            outputs.length > 1 && (
              <Button type="primary" onClick={() => void fetchAll()}>
                {t('downloadAll')}
              </Button>
            )
          )}
        </div>
      </div>
      {error !== '' && <p role="alert">{error}</p>}
      {figures.length > 0 && (
        <dl className="tool-figures">
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt>{isFigure(label) ? words(label) : label}</dt>
              <dd className="number">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {outcomes.some(({ ask }) => ask) && <AskedColumns run={run} onRun={onRun} />}
      {outcomes.length > 0 && <Outcomes outcomes={outcomes} single={outputs.length === 1} />}
    </>
  )
}
