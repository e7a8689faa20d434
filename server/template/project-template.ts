import { sql } from 'kysely'
import type { paperTemplate } from '#contract/paper-template.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Service } from '#server/kernel/service.ts'
import { recalculate } from '../paper/recalculate.ts'
import { reachableProject } from '../project/reach.ts'
import { templateOfProject } from './project-papers.ts'
import { systemTemplate } from './system-template.ts'
import { templateDiff } from './template-diff.ts'
import { contentsOf } from './template-store.ts'

type Calls = Service<typeof paperTemplate>

/** The version a project works on, and what the newest would change. */
export const ofProject: Calls['ofProject'] = async (context, { projectId }) => {
  const { db } = context
  await reachableProject(context, projectId)
  const pinned = await templateOfProject(db, projectId)
  if (!pinned) {
    const name = systemTemplate.originalName
    return { templateId: systemTemplate.id, name, templateType: 'system', version: 0, newest: 0, diff: null }
  }
  const { name, current_version: newest } = await db
    .selectFrom('paper_template')
    .select(['name', 'current_version'])
    .where('id', '=', pinned.templateId)
    .executeTakeFirstOrThrow()
  const { templateId, version } = pinned
  const diff =
    newest === version
      ? null
      : templateDiff(await contentsOf(db, pinned), await contentsOf(db, { templateId, version: newest }))
  return { templateId, name, templateType: 'firm', version, newest, diff }
}

/** Moves a project to another published version of its template; its papers are computed again. */
export const moveUp: Calls['moveUp'] = async (context, { projectId, version }) => {
  const { db, user } = context
  await reachableProject(context, projectId, { lock: true })
  const pinned = await templateOfProject(db, projectId)
  if (!pinned) throw new Refusal('templateNotOfFirm')
  const { templateId } = pinned
  const known = await db
    .selectFrom('paper_template_version')
    .select('version')
    .where('template_id', '=', templateId)
    .where('version', '=', version)
    .where('published', '=', true)
    .executeTakeFirst()
  if (!known) throw new Refusal('templateNotPublished')
  await db
    .updateTable('project_template')
    .set({ version, update_user: user.id, update_time: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .execute()
  const jobId = (await recalculate(context, projectId)) ?? ''
  const change = { before: { templateId, version: pinned.version }, after: { templateId, version, jobId } }
  await audit(context, { action: 'template.moveUp', bizType: 'project', bizId: projectId, ...change })
  return { jobId }
}
