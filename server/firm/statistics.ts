import type { z } from 'zod'
import type { FirmStatistics, StatisticsWanted } from '#contract/firm-statistics.ts'
import { extentOf } from '#contract/grants.ts'
import { usageOf } from '#server/kernel/entitlement.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { clientsByOwner, deadlinesOf, noPortfolio, portfolioOf } from './client-statistics.ts'
import { periodOf } from '#server/kernel/period.ts'
import { nothing, projectStatistics } from './project-statistics.ts'

type Statistics = z.input<typeof FirmStatistics>
/** People a workload names at most: the busiest. */
const MOST_PEOPLE = 50

/** The numbers of a home page: each counts what the caller's own list would show. */
export async function statisticsFor(
  { db, user }: Context,
  { tenantId, userId, deptId, ...asked }: z.output<typeof StatisticsWanted>,
): Promise<Statistics> {
  // another tenant's numbers are not found, like everything of another tenant
  if (tenantId !== user.tenantId) throw notFound()
  const period = periodOf(asked)
  const whose = { userId, deptId }
  // who sees the firm may see less of its work
  const ofProjects = extentOf(user.held, 'project.view')
  const ofClients = extentOf(user.held, 'enterprise.select')
  const projects = ofProjects ? await projectStatistics({ db, user, extent: ofProjects }, whose, period) : nothing
  const asker = ofClients && { db, user, extent: ofClients }
  const { enterprises, portfolio } = asker
    ? await portfolioOf(asker, whose, period)
    : { enterprises: 0, portfolio: noPortfolio }
  // who has it all sees who has how much of it
  const everybody = ofProjects === true && asker && ofClients === true
  const { kpi, pipeline, byYear, trend, owners } = projects
  return {
    ...period,
    kpi: { ...kpi, enterprises },
    pipeline,
    byYear,
    trend,
    workload: everybody ? workloadOf(owners, await clientsByOwner(asker, whose)) : [],
    deadlines: asker ? await deadlinesOf(asker, whose, period.asOf) : [],
    portfolio,
    // the personal edition is its person's own package
    usage: user.held['usage.view'] || user.roles.includes('personal') ? await usageOf(db) : [],
  }
}

function workloadOf(
  owners: { userId: string; name: string; doing: number; overdue: number }[],
  clients: ReadonlyMap<string, number>,
): Statistics['workload'] {
  return owners
    .map((one) => ({ ...one, clients: clients.get(one.userId) ?? 0 }))
    .toSorted((a, b) => b.overdue - a.overdue || b.doing - a.doing || a.userId.localeCompare(b.userId))
    .slice(0, MOST_PEOPLE)
}
