import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { z } from 'zod'
import { Job, job } from '#contract/system.ts'
import { queries, query } from './api.ts'
import { onPush } from './push.ts'

/** Whether a job has not ended. */
export const isRunning = (one: Job | undefined) =>
  one !== undefined && (one.state === 'queued' || one.state === 'running')

/** What a push says of a job: which one, its state, and how far it is while it runs. */
const Pushed = z.object({
  id: Job.shape.id,
  state: Job.shape.state,
  progress: Job.shape.progress.optional(),
  step: Job.shape.step.optional(),
  stepParams: Job.shape.stepParams.optional(),
})

/** Follows the jobs the server pushes: what is on screen moves, and is read anew when one ends. Answers the stop. */
export function followJobs() {
  return onPush('JOB', (data) => {
    const pushed = Pushed.safeParse(data)
    if (!pushed.success) return
    const { id, state, progress, step, stepParams } = pushed.data
    const { queryKey } = query(job.detail, { id })
    if (state === 'running') {
      queries.setQueryData(
        queryKey,
        (known) =>
          known && {
            ...known,
            state,
            progress: progress ?? known.progress,
            step: step ?? known.step,
            stepParams: stepParams ?? known.stepParams,
          },
      )
    } else void queries.invalidateQueries({ queryKey })
    void queries.invalidateQueries({ queryKey: ['job', job.list.path] })
  })
}

/**
 * One job as it moves, by push, and by asking every two seconds as long as it runs, should the push be down. `onEnd` runs
 * once per job when it has ended, also if that was before the first look. Leaving the page does not stop the job.
 */
export function useJob(id: string | undefined, onEnd?: (ended: Job) => void): Job | undefined {
  const { data } = useQuery({
    ...query(job.detail, { id: id ?? '' }),
    enabled: !!id,
    refetchInterval: ({ state }) => (isRunning(state.data) ? 2000 : false),
    staleTime: 0,
  })
  const told = useRef('')
  const tell = useEffectEvent((ended: Job) => onEnd?.(ended))
  useEffect(() => {
    if (!data || data.id !== id || isRunning(data) || told.current === data.id) return
    told.current = data.id
    tell(data)
  }, [data, id])
  return id ? data : undefined
}
