import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Job, job } from '#contract/system.ts'
import { queries, query } from './api.ts'
import { onPush } from './push.ts'

/** Whether a job has not ended. */
export const isRunning = (one: Job | undefined) =>
  one !== undefined && (one.state === 'queued' || one.state === 'running')

/** Follows the jobs the server pushes: what is on screen moves, the lists are fresh when one ends. Answers the stop. */
export function followJobs() {
  return onPush('JOB', (data) => {
    const pushed = Job.safeParse(data)
    if (!pushed.success) return
    queries.setQueryData(query(job.detail, { id: pushed.data.id }).queryKey, pushed.data)
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
