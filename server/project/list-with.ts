import { sql } from 'kysely'
import type { project } from '#contract/project.ts'
import { page, type Service } from '#server/kernel/service.ts'
import { FINANCIAL } from './financial-file.ts'
import { newestProject, projectColumns, projects, shownProject } from './project-query.ts'
import { templateNameOf } from '../template/choose.ts'

const fileBytes = sql<number>`(select coalesce(sum(file.size), 0)::float8 from file
  where file.tenant_id = firm_project.tenant_id and file.purpose = ${sql.lit(FINANCIAL)}
    and file.owner_id = firm_project.id::text and file.is_deleted = 0)`
const fileCount = sql<number>`(select count(*)::int from file
  where file.tenant_id = firm_project.tenant_id and file.purpose = ${sql.lit(FINANCIAL)}
    and file.owner_id = firm_project.id::text and file.is_deleted = 0)`

/** Projects with what each takes of the storage; bytes stay well below 2^53. */
export const listWithSpace: Service<typeof project>['listWithSpace'] = async (context, { enterpriseId, ...paging }) => {
  const query = projects(context).select([fileCount.as('fileCount'), fileBytes.as('fileBytes')])
  const rows = enterpriseId === undefined ? query : query.where('firm_project.enterprise_id', '=', enterpriseId)
  const result = await page(rows, paging, { ...projectColumns, fileBytes }, newestProject)
  return { ...result, records: result.records.map(shownProject) }
}

const categoryOf = (language: string) =>
  sql<
    string | null
  >`(select coalesce(nullif(${sql.ref(language === 'en' ? 'dict.value_en' : 'dict.dict_value')}, ''), dict.dict_value)
    from dict where dict.code = 'tax_project_category' and dict.dict_key = firm_project.category::text and dict.is_deleted = 0
    order by dict.tenant_id = '000000' limit 1)`

/** Projects with what they refer to. */
export const listWithJoin: Service<typeof project>['listWithJoin'] = async (context, { enterpriseId, ...paging }) => {
  const query = projects(context).select([
    'firm_enterprise.industry',
    'firm_enterprise.accounting_standard as accountingStandard',
    categoryOf(context.language).as('categoryName'),
    templateNameOf.as('templateName'),
    sql<number | null>`(select dataset.version from dataset
      where dataset.tenant_id = firm_project.tenant_id and dataset.id = firm_project.dataset_id)`.as('datasetVersion'),
  ])
  const rows = enterpriseId === undefined ? query : query.where('firm_project.enterprise_id', '=', enterpriseId)
  const columns = {
    ...projectColumns,
    industry: 'firm_enterprise.industry',
    accountingStandard: 'firm_enterprise.accounting_standard',
  }
  const result = await page(rows, paging, columns, newestProject)
  const records = result.records.map((row) => {
    return Object.assign(shownProject(row), {
      accountingStandard: row.accountingStandard === 'small' ? ('small' as const) : ('cas' as const),
      categoryName: row.categoryName ?? '',
      datasetVersion: row.datasetVersion ?? 0,
    })
  })
  return { ...result, records }
}
