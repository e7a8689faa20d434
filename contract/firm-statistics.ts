import { z } from 'zod'
import { Usage } from './entitlement.ts'
import { count } from './endpoint.ts'
import { Project } from './project.ts'

const day = z.iso.date()

/** Whose numbers, and of which days; without days this calendar year until today, without a person or department all one sees. */
export const StatisticsWanted = z.object({
  tenantId: z.string(),
  from: day.optional(),
  to: day.optional(),
  /** Only of the projects and clients whose owner's main department this is. */
  deptId: z.uuid('id').optional(),
  /** Only of the projects and clients this person owns. */
  userId: z.uuid('id').optional(),
})

/** What there is to do and what was done. Each number counts what its list shows to the same person. */
export const FirmStatistics = z.object({
  /** The days meant: `from` to `to` for what happened, `asOf` for what stands now. */
  asOf: day,
  from: day,
  to: day,
  kpi: z.object({
    /** Clients that have not left. */
    enterprises: count,
    projects: count,
    /** Without papers yet. */
    activeProjects: count,
    dueIn7: count,
    dueIn30: count,
    overdue: count,
    /** Nothing imported yet: the client's material is missing. */
    waitingClient: count,
    ledgersWaiting: count,
    relationsWaiting: count,
    papersWaiting: count,
    papersReady: count,
    /** Within the days. */
    opened: count,
    finished: count,
  }),
  /** `avgDays`: how long they have stood there on average; of those with papers, how long these took. */
  pipeline: z.array(z.object({ stage: Project.shape.stage, count, overdue: count, avgDays: count })),
  byYear: z.array(z.object({ year: z.string(), projects: count })),
  /** Who owns open projects, with the clients each owns; empty for who sees only his own. */
  workload: z.array(z.object({ userId: z.string(), name: z.string(), doing: count, overdue: count, clients: count })),
  /** The tax calendar of the next three months × the taxes that clients declare. */
  deadlines: z.array(
    z.object({
      date: day,
      /** Nobody has announced it yet. */
      predicted: z.boolean(),
      /** The document, or why it is foretold. */
      source: z.string(),
      /** A key of the dictionary tax_type; empty: every client. */
      taxType: z.string(),
      cycle: z.enum(['month', 'quarter', 'year']),
      /** Which of the dates that come every year; empty: the monthly one. */
      annual: z.string(),
      titleZh: z.string(),
      titleEn: z.string(),
      clients: count,
    }),
  ),
  portfolio: z.object({
    byIndustry: z.array(z.object({ key: z.string(), clients: count })),
    byStandard: z.array(z.object({ key: z.enum(['cas', 'small']), clients: count })),
    byStatus: z.array(z.object({ key: z.enum(['active', 'paused', 'left']), clients: count })),
    /** Within the days. */
    new: count,
    left: count,
  }),
  /** What the package allows and what is used; empty for who may not see it. */
  usage: z.array(Usage),
  trend: z.array(z.object({ month: z.string(), opened: count, finished: count })),
})
export type FirmStatistics = z.output<typeof FirmStatistics>
