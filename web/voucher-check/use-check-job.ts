import { useQuery } from '@tanstack/react-query'
import { job } from '#contract/system.ts'
import { queries, query } from '#web/kernel/api.ts'
import { useJob } from '#web/kernel/jobs.ts'

/** The newest job of a kind for this project, so that leaving the page loses nothing; its end refreshes what it made. */
export function useCheckJob(projectId: string, type: 'voucher.check' | 'voucher.sample') {
  const jobs = useQuery(query(job.list, { bizId_equal: projectId, current: 1, size: 10 }))
  const latest = jobs.data?.records.find((one) => one.type === type)
  return useJob(latest?.id, () => void queries.invalidateQueries({ queryKey: ['voucherCheck'] }))
}
