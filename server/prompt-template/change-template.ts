import { isDeepStrictEqual } from 'node:util'
import { type Selectable, sql } from 'kysely'
import type { PromptContent, PromptScope, PromptVariable } from '#contract/prompt-template.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { type Context, every, one } from '#server/kernel/service.ts'
import type { PromptTemplate as PromptTable } from '#server/kernel/tables.ts'
import { refuseScope } from './prompt-rows.ts'

export type TemplateRow = Selectable<PromptTable>

/** The tenant's templates of these ids, held until the transaction ends, if the caller may change all of them. */
export async function heldTemplates({ db, user }: Context, ids: readonly string[]): Promise<TemplateRow[]> {
  const rows = await db
    .selectFrom('prompt_template')
    .selectAll()
    // rows of 000000 are seen from everywhere, and changed only there
    .where('tenant_id', '=', user.tenantId)
    .where('id', 'in', ids)
    .where('is_deleted', '=', 0)
    .where((eb) => eb.or([eb('scope', '<>', 'personal'), eb('create_user', '=', user.id)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length < new Set(ids).size) await refuseSystem({ db, user }, ids)
  every(ids)(rows)
  for (const { scope } of rows) refuseScope(user, scope as PromptScope)
  return rows
}

/** Everybody sees the product's templates, so he may be told why he cannot change them. */
async function refuseSystem({ db, user }: Pick<Context, 'db' | 'user'>, ids: readonly string[]): Promise<void> {
  const [system] = await db
    .selectFrom('prompt_template')
    .select('id')
    .where('id', 'in', ids)
    .where('scope', '=', 'system')
    .where('version', '>', 0)
    .where('is_deleted', '=', 0)
    .limit(1)
    .execute()
  if (system) refuseScope(user, 'system')
}

type Named = { id: string | undefined; name: string; scope: PromptScope }

/** Refuses a name that another template of the scope has; of one's own, among one's own. */
export async function refuseName({ db, user }: Pick<Context, 'db' | 'user'>, { id, name, scope }: Named) {
  const query = db
    .selectFrom('prompt_template')
    .select('id')
    .where('tenant_id', '=', user.tenantId)
    .where('is_deleted', '=', 0)
    .where('scope', '=', scope)
    .where('name', '=', name)
  const same = await (scope === 'personal' ? query.where('create_user', '=', user.id) : query).execute()
  if (same.some((row) => row.id !== id)) throw new Refusal('promptNameTaken')
}

const draftOf = (row: TemplateRow): PromptContent => ({
  body: row.body,
  variables: row.variables as PromptVariable[],
})

/** Whether content is something else than the published version of a template. */
export async function differs(
  { db }: Pick<Context, 'db'>,
  { id, version }: Pick<TemplateRow, 'id' | 'version'>,
  content: PromptContent,
): Promise<boolean> {
  if (version === 0) return true
  const published = one(
    await db
      .selectFrom('prompt_version')
      .select(['body', 'variables'])
      .where('template_id', '=', id)
      .where('version', '=', version)
      .execute(),
  )
  return published.body !== content.body || !isDeepStrictEqual(published.variables, content.variables)
}

/** Makes the draft of a held template the newest version. */
export async function publishDraft(context: Context, row: TemplateRow, note: string) {
  const { db, user } = context
  const draft = draftOf(row)
  if (!(await differs(context, row, draft))) throw new Refusal('promptNothingToPublish')
  const version = row.version + 1
  await db
    .insertInto('prompt_version')
    .values({ template_id: row.id, version, body: draft.body, variables: JSON.stringify(draft.variables), note })
    .execute()
  const revision = row.revision + 1
  await db
    .updateTable('prompt_template')
    .set({ version, drafted: false, revision, update_user: user.id, update_time: sql<Date>`now()` })
    .where('tenant_id', '=', user.tenantId)
    .where('id', '=', row.id)
    .execute()
  await audit(context, {
    action: 'promptTemplate.publish',
    bizType: 'promptTemplate',
    bizId: row.id,
    after: { name: row.name, version, note },
  })
  return { version, revision }
}

/** The one held template, as it was when the caller read it. */
export async function heldAsRead(context: Context, id: string, revision: number | undefined): Promise<TemplateRow> {
  const row = one(await heldTemplates(context, [id]))
  if (row.revision !== revision) throw conflict()
  return row
}
