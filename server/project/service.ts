import { containing } from '#server/kernel/stored-text.ts'
import { sql } from 'kysely'
import { AUDIT_CATEGORY, type project } from '#contract/project.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { release, reserve } from '#server/kernel/entitlement.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { type Context, every, one, page, type Service } from '#server/kernel/service.ts'
import { datasetStands } from './dataset-stands.ts'
import { financialFiles } from './financial-file.ts'
import { assignProjects, projectOwners } from './assign.ts'
import { copyFinancialFiles } from './copy-files.ts'
import { listWithJoin, listWithSpace } from './list-with.ts'
import { projectHome } from './home.ts'
import { newestProject, projectColumns, projects, shownProject } from './project-query.ts'
import { type Asker, reachableEnterprise, reachableProject, reachesProject, under } from './reach.ts'
import { sentFields } from './sent-fields.ts'
import { refuseUnknownTemplate, takeTemplate } from '../template/choose.ts'

/** A search that names no page answers so many at most. */
const MOST_FOUND = 100

const detail = async (asker: Asker, id: string) =>
  shownProject(one(await projects(asker).where('firm_project.id', '=', id).execute()))

const found = async (asker: Asker, name: string, enterpriseId?: string) => {
  let query = projects(asker).where('firm_project.project_name', 'ilike', containing(name))
  if (enterpriseId !== undefined) query = query.where('firm_project.enterprise_id', '=', enterpriseId)
  const rows = await query
    .orderBy('firm_project.update_time', 'desc')
    .orderBy('firm_project.id')
    .limit(MOST_FOUND)
    .execute()
  return rows.map(shownProject)
}

export const projectService: Service<typeof project> = {
  async list(context, { enterpriseId, ...paging }) {
    const query = projects(context)
    const rows = enterpriseId === undefined ? query : query.where('firm_project.enterprise_id', '=', enterpriseId)
    const result = await page(rows, paging, projectColumns, newestProject)
    return { ...result, records: result.records.map(shownProject) }
  },

  listWithSpace,
  listWithJoin,
  owners: projectOwners,
  home: projectHome,
  detail: (context, { id }) => detail(context, id),
  searchByEnterpriseAndName: (context, { enterpriseId, projectName }) => found(context, projectName, enterpriseId),
  searchByName: (context, { projectName }) => found(context, projectName),

  async save(context, draft) {
    const { db, user } = context
    await refuseUnknownCategory(db, draft.category)
    // who adds a project may do so for the clients he sees, whatever else he may
    const enterprise = await reachableEnterprise(under(db, user, 'enterprise.view'), draft.enterpriseId, { lock: true })
    await reserve(db, 'project')
    const template = await templateOf(db, draft.category, draft.workpaperTemplateId)
    const made = await db
      .insertInto('firm_project')
      .values({
        firm_id: enterprise.firm_id,
        enterprise_id: enterprise.id,
        project_name: draft.projectName,
        year: Number(draft.year),
        category: draft.category,
        workpaper_template_id: template,
        create_dept: user.deptId,
      })
      .onConflict((clash) =>
        clash.columns(['tenant_id', 'enterprise_id', 'project_name', 'year']).where('is_deleted', '=', 0).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!made) throw new Refusal('projectNameTaken')
    await takeTemplate(db, { id: made.id, category: draft.category, templateId: '' }, template)
    const after = await detail({ ...context, extent: true }, made.id)
    await audit(context, { action: 'project.save', bizType: 'project', bizId: made.id, after })
    return after
  },

  async update(context, { id, version, ...sent }) {
    const { db } = context
    const row = await reachableProject(context, id, { lock: true })
    if (version !== undefined && version !== row.version) throw conflict()
    if (sent.category !== undefined) await refuseUnknownCategory(db, sent.category)
    const year = sent.year === undefined ? row.year : Number(sent.year)
    const name = sent.projectName ?? row.project_name
    if (year !== row.year) await refuseYearOfLedger(context, id)
    if (year !== row.year || name !== row.project_name) {
      const other = await db
        .selectFrom('firm_project')
        .where('enterprise_id', '=', row.enterprise_id)
        .where('project_name', '=', name)
        .where('year', '=', year)
        .where('is_deleted', '=', 0)
        .where('id', '<>', id)
        .select('id')
        .executeTakeFirst()
      if (other) throw new Refusal('projectNameTaken')
    }
    const before = await detail(context, id)
    const category = sent.category ?? row.category
    const wished = sent.workpaperTemplateId ?? row.workpaper_template_id
    // a template that was retired since stays with the projects that have it
    const kept = category === row.category && wished === row.workpaper_template_id && wished !== ''
    const template = kept ? wished : await templateOf(db, category, wished)
    await takeTemplate(db, { id, category, templateId: row.workpaper_template_id }, template)
    const changes = sentFields({ project_name: sent.projectName, category: sent.category, year })
    await db
      .updateTable('firm_project')
      .set({ ...changes, workpaper_template_id: template, ...touched(context), version: row.version + 1 })
      .where('id', '=', id)
      .execute()
    const after = await detail(context, id)
    await audit(context, { action: 'project.update', bizType: 'project', bizId: id, before, after })
    return after
  },

  async remove(context, { ids }) {
    const { db } = context
    const rows = await db
      .selectFrom('firm_project')
      .innerJoin('firm_enterprise', 'firm_enterprise.id', 'firm_project.enterprise_id')
      .select(['firm_project.id', 'firm_project.project_name', 'firm_project.year', 'firm_project.owner'])
      .select(['firm_project.enterprise_id', 'firm_enterprise.enterprise_name'])
      .where('firm_project.id', 'in', ids)
      .where('firm_project.is_deleted', '=', 0)
      .where(reachesProject(context))
      .orderBy('firm_project.id')
      .forUpdate('firm_project')
      .execute()
    every(ids)(rows)
    await db
      .updateTable('firm_project')
      .set({ is_deleted: 1, ...touched(context), version: sql`version + 1` })
      .where('id', 'in', ids)
      .execute()
    await release(db, 'project', rows.length)
    for (const row of rows)
      await context.kernel.trash.put(db, {
        kind: 'project',
        itemId: row.id,
        name: `${row.project_name} ${row.year}`,
        place: row.enterprise_name,
        ownerId: row.owner,
        enterpriseId: row.enterprise_id,
        projectId: row.id,
      })
    for (const { id, project_name: projectName, year } of rows) {
      await audit(context, { action: 'project.remove', bizType: 'project', bizId: id, before: { projectName, year } })
    }
    return {}
  },

  async files(context, { projectId }) {
    await reachableProject(context, projectId)
    return financialFiles(context.db, projectId)
  },

  copyFinancialInfo: copyFinancialFiles,
  assign: assignProjects,
}

const touched = ({ user }: Context) => ({ update_user: user.id, update_time: sql<Date>`now()` })

async function refuseUnknownCategory(db: Db, category: number): Promise<void> {
  const known = await db
    .selectFrom('dict')
    .where('code', '=', 'tax_project_category')
    .where('dict_key', '=', String(category))
    .where('is_deleted', '=', 0)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (!known) throw new Refusal('category')
}

/** Category 1 needs a template of its own; any other has none (specification, section 5). */
async function templateOf(db: Db, category: number, wished: string): Promise<string> {
  if (category !== AUDIT_CATEGORY) return ''
  await refuseUnknownTemplate(db, category, wished)
  return wished
}

async function refuseYearOfLedger({ db }: Context, projectId: string): Promise<void> {
  const held = await db
    .selectFrom('dataset')
    .where('project_id', '=', projectId)
    .where(datasetStands)
    .select('year')
    .executeTakeFirst()
  if (held) throw new Refusal('yearHasLedger', { year: held.year })
}
