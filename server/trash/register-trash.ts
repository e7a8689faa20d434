import type { FastifyInstance } from 'fastify'
import { PURGE_JOB, trash } from '#contract/trash.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { serve } from '#server/kernel/serve.ts'
import { registerSchedule } from '../watch/schedules.ts'
import { registerFileKind } from './file-kind.ts'
import { registerMadeKinds } from './made-kinds.ts'
import { purgeJob, purgeOld, type PurgeInput } from './purge.ts'
import { trashService } from './service.ts'
import { registerWorkKinds } from './work-kinds.ts'

/** The recycle bin: its calls, the kinds of things that slices without a file of their own for it delete; the job that purges, by hand and every night. */
export function serveTrash(app: FastifyInstance, kernel: Kernel): void {
  serve(app, kernel, trash, trashService)
  registerWorkKinds(kernel)
  registerFileKind(kernel)
  registerMadeKinds(kernel)
  kernel.jobs.register<PurgeInput>(PURGE_JOB, purgeJob)
  registerSchedule(kernel, 'trash.retention', {
    title: { zh: '清理到期的回收站内容', en: 'Remove what has lain its days in the recycle bin' },
    cron: '10 2 * * *',
    run: purgeOld,
  })
}
