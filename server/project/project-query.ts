import { sql } from 'kysely'
import { wallTime } from '#server/kernel/wall-time.ts'
import { dueOf, finishOf, overdueOf, ownerDeptOf } from './due.ts'
import { type Asker, reachesProject } from './reach.ts'
import { stageOf } from './stage.ts'

/** Where the fields of a project list stand. */
export const projectColumns = {
  projectName: 'firm_project.project_name',
  year: 'firm_project.year',
  category: 'firm_project.category',
  enterpriseName: 'firm_enterprise.enterprise_name',
  creditCode: 'firm_enterprise.credit_code',
  createTime: 'firm_project.create_time',
  updateTime: 'firm_project.update_time',
  status: 'firm_project.status',
  stage: stageOf,
  owner: 'firm_project.owner',
  ownerDept: ownerDeptOf,
  dueDate: dueOf,
  overdue: overdueOf,
  finishTime: finishOf,
}
/** The newest first, where the caller's sort says nothing. */
export const newestProject = ['firm_project.update_time desc', 'firm_project.id'] as const

/** The projects that the caller reaches, with what a list shows. */
export const projects = (asker: Asker) =>
  asker.db
    .selectFrom('firm_project')
    .innerJoin('firm_enterprise', 'firm_enterprise.id', 'firm_project.enterprise_id')
    .where('firm_project.is_deleted', '=', 0)
    .where((eb) => reachesProject(asker)(eb))
    .select((eb) => [
      'firm_project.id',
      'firm_project.tenant_id as tenantId',
      'firm_project.firm_id as firmId',
      'firm_project.enterprise_id as enterpriseId',
      'firm_enterprise.enterprise_name as enterpriseName',
      'firm_enterprise.credit_code as creditCode',
      'firm_project.project_name as projectName',
      'firm_project.year',
      'firm_project.category',
      'firm_project.workpaper_template_id as workpaperTemplateId',
      'firm_project.owner',
      'firm_project.create_user as createUser',
      'firm_project.create_dept as createDept',
      'firm_project.create_time as createTime',
      'firm_project.update_user as updateUser',
      'firm_project.update_time as updateTime',
      'firm_project.status',
      'firm_project.is_deleted as isDeleted',
      'firm_project.version',
      sql<string | null>`person_name(firm_project.create_user)`.as('createUserName'),
      sql<string | null>`person_name(firm_project.owner)`.as('ownerName'),
      stageOf.as('stage'),
      sql<string | null>`to_char(${dueOf}, 'YYYY-MM-DD')`.as('dueDate'),
      overdueOf.as('overdue'),
      sql<boolean>`(${reachesProject({ user: asker.user, extent: 'self' })(eb)})`.as('mine'),
    ])

export type ProjectListRow = Awaited<ReturnType<ReturnType<typeof projects>['execute']>>[number]
/** A row as the contract says it; what a list adds to it stays. */
export const shownProject = <R extends ProjectListRow>(row: R) => ({
  ...row,
  year: String(row.year),
  createTime: wallTime(row.createTime),
  updateTime: wallTime(row.updateTime),
  createUserName: row.createUserName ?? '',
  ownerName: row.ownerName ?? '',
  dueDate: row.dueDate ?? '',
})
