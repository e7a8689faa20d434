import type { Kernel } from '#server/kernel/kernel.ts'
import { registerSchedule } from '../watch/schedules.ts'
import { rescan } from './rescan.ts'
import { blobRules } from './rules.ts'
import { scrub } from './scrub.ts'
import { removeLeftovers, settle } from './settle.ts'

export const SCRUB = 'storage.scrub'
export const SETTLE = 'storage.settle'
export const RESCAN = 'storage.rescan'
/** Reading is what costs: so long a night. */
const NIGHTLY_MS = 10 * 60_000

/** Sets what holds for stored content, and registers the work that looks after it. */
export function registerStorageCare(kernel: Kernel): void {
  const { jobs, blobs } = kernel
  blobs.govern(blobRules(kernel))
  jobs.register(SCRUB, async ({ kernel }, progress) =>
    scrub(kernel, progress.signal, {
      // how much there is in all is not known beforehand: the count says how far it is
      tell: (tenant, { checked }) => progress.at(0, 'stepScrub', { tenant, count: checked }),
    }),
  )
  jobs.register(SETTLE, async ({ kernel }, progress) =>
    settle(kernel, progress.signal, (count, of) =>
      progress.at(Math.round((100 * count) / of), 'stepSettle', { count, of }),
    ),
  )
  jobs.register(RESCAN, async ({ kernel, input }: { kernel: Kernel; input: { all?: boolean } }, progress) =>
    rescan(kernel, progress.signal, {
      all: input.all === true,
      tell: (count) => progress.at(0, 'stepRescan', { count }),
    }),
  )
  registerSchedule(kernel, SCRUB, {
    title: { zh: '校验存储的文件', en: 'Check stored files' },
    cron: '40 1 * * *',
    apart: true,
    run: (kernel, signal) => scrub(kernel, signal, { until: Date.now() + NIGHTLY_MS }),
  })
  registerSchedule(kernel, 'storage.tidy', {
    title: { zh: '补扫病毒、清除已迁移的旧对象', en: 'Scan what waits, remove what was moved' },
    cron: '23 * * * *',
    run: async (kernel, signal) => ({
      removed: await removeLeftovers(kernel, signal),
      ...(await rescan(kernel, signal)),
    }),
  })
}
