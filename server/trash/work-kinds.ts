import { sql } from 'kysely'
import { reserve } from '#server/kernel/entitlement.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { PurgeCaller, TrashCaller, TrashHold, TrashRow } from '#server/kernel/trash.ts'
import type { Db } from '#server/kernel/database.ts'
import { purgeRow } from './purge-rows.ts'
import { rowKind } from './row-kind.ts'

/** Clients and their projects. */
export function registerWorkKinds({ trash }: Pick<Kernel, 'trash'>): void {
  trash.register('enterprise', {
    ...rowKind({
      table: 'firm_enterprise',
      name: 'enterprise_name',
      before: ({ db }, row) => mayStand(db, row.itemId),
    }),
    held: enterprisesInUse,
    lock: (db, row) => lockSpaces(db, 'enterprise', row.itemId),
    along: (db, row) => rowsWithin(db, 'enterprise_id', row),
    purge: purgeEnterprise,
  })
  trash.register('project', {
    ...rowKind({
      table: 'firm_project',
      name: 'project_name',
      within: [sql.ref('t.enterprise_id'), sql.ref('t.year')],
      before: bringEnterprise,
    }),
    held: projectsHeld,
    lock: (db, row) => lockSpaces(db, 'project', row.itemId),
    along: (db, row) => rowsWithin(db, 'project_id', row),
    purge: purgeProject,
  })
}

const lockSpaces = async (db: Db, type: string, ownerId: string) =>
  void (await db
    .selectFrom('disk_space')
    .select('id')
    .where('type', '=', type)
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .forUpdate()
    .execute())

/** What had been deleted inside it before. */
async function rowsWithin(db: Db, of: 'project_id' | 'enterprise_id', row: TrashRow): Promise<string[]> {
  const rows = await db
    .selectFrom('trash_item')
    .select('id')
    .where(of, '=', row.itemId)
    .where('id', '<>', row.id)
    .execute()
  return rows.map(({ id }) => id)
}

/** Counts the client's seat again; its credit code must still be its alone. */
async function mayStand(db: Db, id: string): Promise<void> {
  const other = await db
    .selectFrom('firm_enterprise as gone')
    .innerJoin('firm_enterprise as other', 'other.credit_code', 'gone.credit_code')
    .where('gone.id', '=', id)
    .where('other.is_deleted', '=', 0)
    .select('other.credit_code')
    .executeTakeFirst()
  if (other) throw new Refusal('trashSameCode', { code: other.credit_code })
  await reserve(db, 'enterprise')
}

/** A project comes back into its client; one that was deleted after it comes back too. */
async function bringEnterprise({ db, kernel }: TrashCaller, row: TrashRow): Promise<void> {
  const enterprise = await db
    .selectFrom('firm_enterprise')
    .innerJoin('firm_project', 'firm_project.enterprise_id', 'firm_enterprise.id')
    .where('firm_project.id', '=', row.itemId)
    .select(['firm_enterprise.id', 'firm_enterprise.is_deleted'])
    .forUpdate('firm_enterprise')
    .executeTakeFirst()
  if (enterprise?.is_deleted === 1) {
    await mayStand(db, enterprise.id)
    await db.updateTable('firm_enterprise').set({ is_deleted: 0 }).where('id', '=', enterprise.id).execute()
    await kernel.trash.forget(db, 'enterprise', [enterprise.id])
  }
  await reserve(db, 'project')
}

/** A client whose projects are still in the bin, or stand again, waits for them. */
async function enterprisesInUse(db: Db, rows: readonly TrashRow[]): Promise<Map<string, TrashHold>> {
  const used = await db
    .selectFrom('firm_project')
    .select('enterprise_id')
    .distinct()
    .where(
      'enterprise_id',
      'in',
      rows.map(({ itemId }) => itemId),
    )
    .execute()
  const ids = new Set(used.map((row) => row.enterprise_id))
  const held = await legallyHeld(db, 'enterprise', rows)
  return new Map(
    rows.flatMap(({ id, itemId }): [string, TrashHold][] => {
      if (held.has(itemId)) return [[id, { reason: 'legalHold', until: null }]]
      return ids.has(itemId) ? [[id, { reason: 'inUse', until: null }]] : []
    }),
  )
}

/** What was deleted inside a project, or lies in its disk, and must be kept keeps the project. */
async function projectsHeld(db: Db, rows: readonly TrashRow[]): Promise<Map<string, TrashHold>> {
  const found = await legallyHeld(db, 'project', rows)
  return new Map(
    rows.filter(({ itemId }) => found.has(itemId)).map(({ id }) => [id, { reason: 'legalHold', until: null }]),
  )
}

/** In which of these clients or projects something lies, in the bin or in the disk, that is under legal hold. */
async function legallyHeld(db: Db, kind: 'enterprise' | 'project', rows: readonly TrashRow[]): Promise<Set<string>> {
  const ids = rows.map(({ itemId }) => itemId)
  const whose = sql.ref(`trash_item.${kind}_id`)
  const held = await db
    .selectFrom('trash_item')
    .select(sql<string>`${whose}::text`.as('id'))
    .where(sql<boolean>`${whose} = any(${ids}::uuid[])`)
    .where('kind', '<>', kind)
    .where('legal_hold', '=', true)
    .union(
      db
        .selectFrom('disk_space')
        .innerJoin('disk_node', 'disk_node.space_id', 'disk_space.id')
        .select('disk_space.owner_id as id')
        .where('disk_space.type', '=', kind)
        .where('disk_space.owner_id', 'in', ids)
        .where('disk_node.legal_hold', '=', true),
    )
    .execute()
  return new Set(held.map(({ id }) => id))
}

/** With its disk, and with what had been deleted inside it before. */
async function purgeProject({ db }: PurgeCaller, row: TrashRow): Promise<void> {
  await purgeSpace(db, 'project', row.itemId)
  await purgeRow(db, 'firm_project', row.itemId)
  await db.deleteFrom('trash_item').where('project_id', '=', row.itemId).where('id', '<>', row.id).execute()
}

async function purgeEnterprise({ db }: PurgeCaller, row: TrashRow): Promise<void> {
  await purgeSpace(db, 'enterprise', row.itemId)
  await purgeRow(db, 'firm_enterprise', row.itemId)
  await db.deleteFrom('trash_item').where('enterprise_id', '=', row.itemId).where('id', '<>', row.id).execute()
}

async function purgeSpace(db: Db, type: string, ownerId: string): Promise<void> {
  const spaces = await db
    .selectFrom('disk_space')
    .select('id')
    .where('type', '=', type)
    .where('owner_id', '=', ownerId)
    .execute()
  for (const { id } of spaces) await purgeRow(db, 'disk_space', id)
}
