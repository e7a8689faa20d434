import type { indicator } from '#contract/indicator.ts'
import { extentOf } from '#contract/grants.ts'
import type { Service } from '#server/kernel/service.ts'
import { shownNameOf } from '#server/enterprise/shown-name.ts'
import { generationOf } from '#server/paper/generation-query.ts'
import { reachableEnterprise, reachableProject } from '#server/project/reach.ts'
import { settle } from './disposition.ts'
import { pictureLines } from './picture.ts'
import { type ProjectYear, projectYears } from './project-years.ts'
import { indicatorResults } from './results.ts'
import {
  firmThresholds,
  listThresholds,
  removeThresholds,
  rowName,
  saveThreshold,
  thresholdKeys,
} from './threshold-rows.ts'

const shownYears = (years: readonly ProjectYear[]) =>
  years.map(({ year, project }) => ({
    year,
    projectId: project?.id ?? '',
    projectName: project?.project_name ?? '',
  }))

export const indicatorService: Service<typeof indicator> = {
  async report(context, { projectId }) {
    const { db, user, language } = context
    const project = await reachableProject(context, projectId)
    const {
      enterprise_name: name,
      credit_code: code,
      industry_section: industry,
    } = await db
      .selectFrom('firm_enterprise')
      .select(['enterprise_name', 'credit_code', 'industry_section'])
      .where('id', '=', project.enterprise_id)
      .executeTakeFirstOrThrow()
    const years = await projectYears(context, project.enterprise_id, project)
    // the third to the eighth character of a credit code say where the enterprise is registered (GB 32100-2015)
    const client = { industry, region: code.slice(2, 8), year: project.year }
    const about = { projectId, client, thresholds: await firmThresholds(db), language }
    const generation = await generationOf(db, project)
    return {
      year: project.year,
      enterpriseId: project.enterprise_id,
      enterpriseName: (await shownNameOf(db))(name),
      industry,
      region: client.region,
      generated: generation !== null,
      stale: generation?.stale ?? false,
      years: shownYears(years),
      indicators: await indicatorResults(db, years, about),
      maySettle: extentOf(user.held, 'paper.generate') !== undefined,
    }
  },

  settle,

  async picture(context, { enterpriseId }) {
    await reachableEnterprise(context, enterpriseId)
    const years = await projectYears(context, enterpriseId)
    return { years: shownYears(years), lines: years.length === 0 ? [] : pictureLines(years, context.language) }
  },

  thresholds: listThresholds,
  keys: async ({ language }) => thresholdKeys.map((key) => ({ key, label: rowName(key, language) })),
  saveThreshold,
  removeThresholds,
}
