import { sql } from 'kysely'
import type { DocFile } from '#contract/doc-files.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { type Asker, reachableProject, under } from '../project/reach.ts'

/** What `file` rows of sheets and attachments under papers are marked with. */
export const CUSTOM_SHEET = 'customSheet'
export const CUSTOM_ATTACHMENT = 'customAttachment'
export type DocKind = 'sheet' | 'attachment'

/** Where a file hangs: a paper of a project, or the project itself (paperId ''). */
export type Parent = { projectId: string; paperId: string }
const PARENT = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:_([A-Z]\d{2}(?:-\d)?))?$/i

/** The id of a paper as a file. */
export const paperFileId = ({ projectId, paperId }: Parent) => (paperId === '' ? projectId : `${projectId}_${paperId}`)

/**
 * A project's files are for who may see both such files and the project: by the specification a student views doc files
 * everywhere, but only his own projects.
 */
export async function reachableThrough(asker: Asker, projectId: string): Promise<void> {
  await reachableProject(asker, projectId)
  await reachableProject(under(asker.db, asker.user, 'project.view'), projectId)
}

/** What `parentFileId` names: a paper, the project, or (`file`) a sheet that was added. Not found if the caller does not reach it. */
export async function reachableParent(asker: Asker, parentFileId: string): Promise<Parent & { fileId?: string }> {
  const [, id, paperId = ''] = PARENT.exec(parentFileId) ?? []
  if (id === undefined) throw new Refusal('docParentUnknown')
  if (paperId === '') {
    const sheet = await asker.db
      .selectFrom('doc_file')
      .innerJoin('file', 'file.id', 'doc_file.file_id')
      .select(['doc_file.project_id', 'doc_file.paper_id'])
      .where('doc_file.file_id', '=', id)
      .where('doc_file.kind', '=', 'sheet')
      .where('file.is_deleted', '=', 0)
      .executeTakeFirst()
    if (sheet) {
      await reachableThrough(asker, sheet.project_id)
      return { projectId: sheet.project_id, paperId: sheet.paper_id, fileId: id }
    }
  }
  await reachableThrough(asker, id)
  return { projectId: id, paperId }
}

/** Files under a paper, oldest first. */
export async function docFiles(
  db: Db,
  { projectId, paperId }: Parent,
  { kind, customType = '', fileId }: { kind: DocKind; customType?: string; fileId?: string | undefined },
): Promise<DocFile[]> {
  let query = db
    .selectFrom('doc_file')
    .innerJoin('file', 'file.id', 'doc_file.file_id')
    .select(['file.id', 'file.name', 'file.size', 'file.create_time', 'doc_file.custom_type'])
    .select(sql<string | null>`person_name(file.create_user)`.as('creator'))
    .where('doc_file.project_id', '=', projectId)
    .where('doc_file.paper_id', '=', paperId)
    .where('doc_file.kind', '=', kind)
    .where('file.is_deleted', '=', 0)
  if (customType !== '') query = query.where('doc_file.custom_type', '=', customType)
  if (fileId !== undefined) query = query.where('file.id', '=', fileId)
  const rows = await query.orderBy('file.create_time').orderBy('file.id').execute()
  return rows.map((row) => ({
    id: row.id,
    parentFileId: paperFileId({ projectId, paperId }),
    projectId,
    paperId,
    customType: row.custom_type,
    originalName: row.name,
    size: Number(row.size),
    createUserName: row.creator ?? '',
    createTime: wallTime(row.create_time),
  }))
}

/** How many sheets and attachments hang under each paper of a project. */
export async function docCounts(
  db: Db,
  projectId: string,
): Promise<Map<string, { sheets: number; attachments: number }>> {
  const rows = await db
    .selectFrom('doc_file')
    .innerJoin('file', 'file.id', 'doc_file.file_id')
    .select('doc_file.paper_id')
    .select([
      sql<number>`(count(*) filter (where doc_file.kind = 'sheet'))::int`.as('sheets'),
      sql<number>`(count(*) filter (where doc_file.kind = 'attachment'))::int`.as('attachments'),
    ])
    .where('doc_file.project_id', '=', projectId)
    .where('file.is_deleted', '=', 0)
    .groupBy('doc_file.paper_id')
    .execute()
  return new Map(rows.map(({ paper_id: paperId, ...counts }) => [paperId, counts]))
}
