import { sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { PurgeCaller, TrashCaller, TrashHold, TrashRow, TrashRules } from '#server/kernel/trash.ts'
import { touchBase } from '../knowledge/segment-cache.ts'
import { projectStands } from './file-kind.ts'
import { rowKind } from './row-kind.ts'

const personal = sql`(case when t.scope = 'personal' then t.create_user else '' end)`
const ofProject = ({ db }: TrashCaller, row: TrashRow) => projectStands(db, row.projectId)

/** What people write and collect: templates, knowledge, documents, conversations, chains. */
export function registerMadeKinds({ trash }: Pick<Kernel, 'trash'>): void {
  trash.register('paperTemplate', {
    ...rowKind({ table: 'paper_template', name: 'name', within: [] }),
    held: templatesInUse,
  })
  trash.register('promptTemplate', {
    ...rowKind({ table: 'prompt_template', name: 'name', within: [sql.ref('t.scope'), personal] }),
    held: shippedTemplates,
  })
  trash.register('thinkChain', rowKind({ table: 'think_chain', name: 'name', within: [sql.ref('t.scope'), personal] }))
  const base = rowKind({
    table: 'kb_base',
    name: 'name',
    within: [sql.ref('t.scope'), sql.ref('t.project_id'), personal],
    before: ofProject,
    after: ({ db }, row) => touched(db, row.itemId),
  })
  trash.register('knowledgeBase', {
    ...base,
    held: basesHeld,
    along: async (db, row) => (await docsOf(db, [row.itemId]).execute()).map(({ id }) => id),
    purge: (caller, row) => purgeBase(caller, row, base.purge),
  })
  trash.register(
    'knowledgeDoc',
    rowKind({ table: 'kb_doc', name: 'name', before: baseStands, after: ({ db }, row) => touchedOf(db, row.itemId) }),
  )
  trash.register('writingDoc', rowKind({ table: 'writing_doc', name: 'title', before: ofProject }))
  trash.register('conversation', rowKind({ table: 'chat_conversation', name: 'title' }))
}

/** Documents in the bin of these bases. */
const docsOf = (db: Db, baseIds: readonly string[]) =>
  db
    .selectFrom('trash_item')
    .innerJoin('kb_doc', (join) => join.on(sql<boolean>`kb_doc.id::text = trash_item.item_id`))
    .select(['trash_item.id', sql<string>`kb_doc.base_id::text`.as('baseId')])
    .where('trash_item.kind', '=', 'knowledgeDoc')
    .where(sql<boolean>`kb_doc.base_id = any(${[...baseIds]}::uuid[])`)

/** A document of it that lies in the bin under legal hold holds the base. */
async function basesHeld(db: Db, rows: readonly TrashRow[]): Promise<Map<string, TrashHold>> {
  const ids = rows.map(({ itemId }) => itemId)
  const held = await docsOf(db, ids).where('trash_item.legal_hold', '=', true).execute()
  const found = new Set(held.map(({ baseId }) => baseId))
  return new Map(
    rows.filter(({ itemId }) => found.has(itemId)).map(({ id }) => [id, { reason: 'legalHold', until: null }]),
  )
}

/** Its documents that had been deleted before go with it, from the list too. */
async function purgeBase(caller: PurgeCaller, row: TrashRow, purge: TrashRules['purge']): Promise<void> {
  const docs = await docsOf(caller.db, [row.itemId]).execute()
  await purge(caller, row)
  if (docs.length === 0) return
  const ids = docs.map(({ id }) => id)
  await caller.db.deleteFrom('trash_item').where('id', 'in', ids).execute()
}

const touched = async (db: Db, baseId: string) => void (await touchBase(db, baseId))

async function touchedOf(db: Db, docId: string): Promise<void> {
  const doc = await db.selectFrom('kb_doc').select('base_id').where('id', '=', docId).executeTakeFirst()
  if (doc) await touched(db, doc.base_id)
}

/** A document comes back into its base, which must stand. */
async function baseStands({ db }: TrashCaller, row: TrashRow): Promise<void> {
  const base = await db
    .selectFrom('kb_base')
    .innerJoin('kb_doc', 'kb_doc.base_id', 'kb_base.id')
    .where('kb_doc.id', '=', row.itemId)
    .select(['kb_base.name', 'kb_base.is_deleted', 'kb_base.project_id'])
    .executeTakeFirst()
  if (base?.is_deleted === 1) throw new Refusal('trashBaseGone', { base: base.name })
  await projectStands(db, base?.project_id ?? null)
}

const inUse = (rows: readonly TrashRow[], ids: ReadonlySet<string>): Map<string, TrashHold> =>
  new Map(rows.filter(({ itemId }) => ids.has(itemId)).map(({ id }) => [id, { reason: 'inUse', until: null }]))

/** Papers say by which template they were made, also of projects that are in the bin themselves. */
async function templatesInUse(db: Db, rows: readonly TrashRow[]) {
  const ids = rows.map(({ itemId }) => itemId)
  const used = await db
    .selectFrom('firm_project')
    .select('workpaper_template_id as id')
    .where('workpaper_template_id', 'in', ids)
    .union(
      db
        .selectFrom('project_template')
        .select(sql<string>`template_id::text`.as('id'))
        .where(sql<string>`template_id::text`, 'in', ids),
    )
    .execute()
  return inUse(rows, new Set(used.map(({ id }) => id)))
}

/** What the product ships would be planted again were its row gone. */
async function shippedTemplates(db: Db, rows: readonly TrashRow[]) {
  const shipped = await db
    .selectFrom('prompt_template')
    .select('id')
    .where('code', '<>', '')
    .where(
      'id',
      'in',
      rows.map(({ itemId }) => itemId),
    )
    .execute()
  return inUse(rows, new Set(shipped.map(({ id }) => id)))
}
