import { z } from 'zod'
import { count, get } from './endpoint.ts'
import { tenantStates } from './tenant.ts'

const day = z.iso.date()

export const PlatformOverview = z.object({
  /** The days meant: `from` to `to` for what happened, `asOf` for what stands now. */
  asOf: day,
  from: day,
  to: day,
  tenants: count,
  byState: z.array(z.object({ state: z.enum(tenantStates), tenants: count })),
  /** Begun within the days. */
  newTenants: count,
  /** End within 30 days. */
  ending: count,
  /** People who can sign in, and those who did within the days. */
  people: count,
  activePeople: count,
  signIns: count,
  enterprises: count,
  projects: count,
  storageBytes: count,
  /** Calls that failed by a fault of ours. */
  errors: count,
  /** Jobs that failed. */
  failedJobs: count,
  days: z.array(z.object({ day, signIns: count, errors: count })),
  /** A server that did not answer is missing from the sums. */
  serversMissing: count,
})
export type PlatformOverview = z.output<typeof PlatformOverview>

/** For who runs the platform. */
export const platform = {
  overview: get('/sc-system/platform/overview', {
    may: 'tenant.manage',
    says: 'Tenants, people, storage and faults of the whole platform, of the days asked for; without days of the last 30',
    input: z.object({ from: day.optional(), to: day.optional() }),
    output: PlatformOverview,
  }),
}
