import type { ReactNode } from 'react'
import { storageCare } from '#contract/storage-care.ts'
import type { Job } from '#contract/system.ts'
import { queries } from '#web/kernel/api.ts'
import { isRunning, useJob } from '#web/kernel/jobs.ts'
import { useTexts } from '#web/kernel/language.ts'
import { JobProgress } from '#web/kit/JobProgress.tsx'
import { texts } from './texts.ts'

type CareLineProps = {
  title: string
  /** How it stands. */
  children: ReactNode
  deeds?: ReactNode
  /** The newest job of this kind, and what to say of how it went. */
  job?: Job | undefined
  went?: (result: Readonly<Record<string, unknown>>) => string
}

/** One line of the state of files: what, how it stands, what can be done; its work while it runs. */
export function CareLine({ title, children, deeds, job: newest, went }: CareLineProps) {
  const t = useTexts(texts)
  const followed = useJob(newest?.id, () => {
    for (const queryKey of [['storage', storageCare.state.path], ['store']])
      void queries.invalidateQueries({ queryKey })
  })
  const job = followed ?? newest
  const running = isRunning(job)
  const last =
    job?.state === 'failed'
      ? t('lastFailed', { error: job.error })
      : job?.state === 'succeeded' && went && isRecord(job.result)
        ? went(job.result)
        : ''
  return (
    <li>
      <h3>{title}</h3>
      <div className="care-says">
        {children}
        {!running && last && <span className="third">{last}</span>}
      </div>
      <div className="care-deeds">{deeds}</div>
      {job && running && <JobProgress of={job} />}
    </li>
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
