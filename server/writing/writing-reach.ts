import { type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import { extentOf } from '#contract/grants.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Context, User } from '#server/kernel/service.ts'
import type { DB } from '#server/kernel/tables.ts'
import { reachesProject } from '../project/reach.ts'

/** What somebody may with a document; each includes those before it. */
export const writingLevel = { none: 0, read: 1, edit: 2, manage: 3 } as const

/** Administrators keep what is shared, the firm's templates above all. */
export const keepsShared = (user: Pick<User, 'held'>): boolean => extentOf(user.held, 'writing.edit') === true

type Rows = ExpressionBuilder<DB, 'writing_doc'>
/** Whether the person reaches the document's project, as SQL. */
export const inProject = (eb: Rows, user: User, grant: 'project.view' | 'project.edit') => {
  const extent = extentOf(user.held, grant)
  if (extent === undefined) return sql<SqlBool>`false`
  return eb.exists(
    eb
      .selectFrom('firm_project')
      .select('firm_project.id')
      .whereRef('firm_project.id', '=', 'writing_doc.project_id')
      .where('firm_project.is_deleted', '=', 0)
      .where(reachesProject({ user, extent })),
  )
}

/**
 * How far a person may go with a row of writing_doc, 0 to 3, as SQL. Nobody sees another's personal document. One that is shared
 * with a project follows the project, for its maker too: who is taken off the project loses it.
 */
export function levelOf(user: User) {
  return (eb: Rows) => {
    const { read, edit, manage } = writingLevel
    const keeper = keepsShared(user)
    const shared = keeper ? manage : read
    // a template of the firm is changed by those who keep it, never by whoever uses it
    const open = sql<SqlBool>`writing_doc.others_edit and writing_doc.form = 'document'`
    return sql<number>`case
      when writing_doc.share = 'personal' then case when writing_doc.create_user = ${user.id} then ${manage}::int else 0 end
      when writing_doc.share = 'project' and not ${inProject(eb, user, 'project.view')} then 0
      when writing_doc.share = 'firm' and writing_doc.form = 'template' then ${shared}::int
      when writing_doc.create_user = ${user.id} then ${manage}::int
      else greatest(${shared}::int, case when ${open} and (writing_doc.share = 'firm' or ${inProject(eb, user, 'project.edit')})
        then ${edit}::int else ${read}::int end) end`
  }
}

/** The documents a person sees. */
export const visibleDocs = (db: Db, user: User) =>
  db.selectFrom('writing_doc').where((eb) => sql<SqlBool>`${levelOf(user)(eb)} >= ${writingLevel.read}`)

type Least = { least?: number; lock?: boolean; deleted?: boolean }
/**
 * A document the person may at least `least`: not found if he may not see it, refused if he may but not that much. `lock` holds the
 * row until the transaction ends.
 */
export async function reachableDoc(
  { db, user }: Pick<Context, 'db' | 'user'>,
  id: string,
  { least = writingLevel.read, lock = false, deleted = false }: Least = {},
) {
  let query = visibleDocs(db, user)
    .select([
      'id',
      'kind',
      'form',
      'title',
      'share',
      'others_edit',
      'project_id',
      'rev',
      'create_user',
      'create_time',
      'update_user',
      'update_time',
    ]) // prettier-ignore
    .select((eb) => levelOf(user)(eb).as('level'))
    .where('id', '=', id)
    .where('is_deleted', '=', deleted ? 1 : 0)
  if (lock) query = query.forUpdate()
  const row = await query.executeTakeFirst()
  if (!row) throw notFound()
  if (row.level < least) throw new Refusal(least === writingLevel.manage ? 'writingManagers' : 'writingReadOnly')
  return row
}
export type ReachedDoc = Awaited<ReturnType<typeof reachableDoc>>
