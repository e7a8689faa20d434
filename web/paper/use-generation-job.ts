import { useQuery } from '@tanstack/react-query'
import { job } from '#contract/system.ts'
import { queries, query } from '#web/kernel/api.ts'
import { useJob } from '#web/kernel/jobs.ts'

/** The kind of job that computes papers. */
const GENERATE = 'paper.generate'

/** The job of this project's papers: the newest of the caller, so that leaving the page loses nothing; its end refreshes them. */
export function useGenerationJob(projectId: string) {
  const jobs = useQuery(query(job.list, { bizId_equal: projectId, current: 1, size: 10 }))
  const latest = jobs.data?.records.find(({ type }) => type === GENERATE)
  return useJob(latest?.id, () => {
    for (const resource of ['workpaper', 'workbook', 'firmProject', 'taxReturn', 'indicator'])
      void queries.invalidateQueries({ queryKey: [resource] })
  })
}
