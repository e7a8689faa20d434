import { job } from '#contract/system.ts'
import { query } from '#web/kernel/api.ts'

/** The query of the caller's latest jobs. */
export const latestJobs = () => query(job.list, { current: 1, size: 20 })
