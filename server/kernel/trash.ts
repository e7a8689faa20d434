import { sql } from 'kysely'
import type { TrashKind } from '#contract/trash.ts'
import type { Db } from './database.ts'
import { Refusal } from './errors.ts'
import type { Kernel } from './kernel.ts'
import type { User } from './service.ts'

/** What the deleting slice says, in its own transaction, of one thing that a person deleted (never of what went with it). */
export type TrashItem = {
  kind: TrashKind
  itemId: string
  /** What the person called it. */
  name: string
  /** Where it was, in words a person reads: `事务所云盘 / 2025 / 底稿`. */
  place?: string
  /** Bytes that purging gives back; 0 where it counts in no quota. */
  size?: number
  /** Whose it was: sees it among his own, beside who deleted it. Empty or left out: who deletes. */
  ownerId?: string
  enterpriseId?: string
  projectId?: string
}

/** One row of the list, as the slice that owns the kind gets it back. */
export type TrashRow = Required<Omit<TrashItem, 'enterpriseId' | 'projectId'>> & {
  id: string
  enterpriseId: string | null
  projectId: string | null
  deletedBy: string
  deletedAt: Date
}

/** How a thing comes back. */
export type RestoreHow = {
  /** What happens where its name is taken: another name, or (kinds with versions) a new version of what stands there. */
  taken: 'rename' | 'version'
  /** Where a person wants it instead of where it was (kinds with folders). */
  folderId?: string
  /** Put behind a name that is taken: ` (恢复 2026-11-22)`. */
  suffix: string
}
/** Where it is now, for the person who asked. */
export type Restored = { name: string; place: string; renamed: boolean }

/** Who restores, in a transaction of his tenant. */
export type TrashCaller = { db: Db; user: User; kernel: Kernel }
/** Who purges: nobody, where the term is over. The transaction is of the item's tenant. */
export type PurgeCaller = { db: Db; kernel: Kernel; user?: User }

/** What the slice that owns a kind of thing says about it. All of it runs in one transaction with the row of the list. */
export type TrashRules = {
  /** Brings it back with what went with it; counts its limits again (60002). Refuses in words that say what to do. */
  restore(caller: TrashCaller, row: TrashRow, how: RestoreHow): Promise<Restored>
  /** Removes its rows for good, gives back limits and files. Bytes that nothing else holds are freed by the store's own sweep. */
  purge(caller: PurgeCaller, row: TrashRow): Promise<void>
  /** Why it may not be purged yet: a law or a person holds it until a day, or for good. Asked before every purge. */
  held?(db: Db, rows: readonly TrashRow[]): Promise<ReadonlyMap<string, TrashHold>>
  /**
   * Takes what must be held before the row of the list is, so that all who restore and purge wait for each other in one order:
   * spaces of the disk first.
   */
  lock?(db: Db, row: TrashRow): Promise<void>
  /** Ids of other rows of the list that a purge takes along: they are locked before it is looked who holds what. */
  along?(db: Db, row: TrashRow): Promise<string[]>
  /** Whether the kind knows folders (may be put elsewhere) and versions. */
  folders?: boolean
}
/** `until` null: until somebody lifts it. Keyed by the row's id. */
export type TrashHold = { reason: 'archived' | 'legalHold' | 'inUse'; until: Date | null }

export type Trash = {
  /** Names a kind; each has one owner. */
  register(kind: TrashKind, rules: TrashRules): void
  rulesOf(kind: string): TrashRules | undefined
  /** Puts a deleted thing on the list, in the transaction that deletes it; again: it stands there once, as of now. */
  put(db: Db, item: TrashItem): Promise<void>
  /** Takes things off the list whose own screen brought them back, in that transaction; trashHeldLegal where somebody holds one. */
  forget(db: Db, kind: TrashKind, itemIds: readonly string[]): Promise<void>
}

export function openTrash(): Trash {
  const kinds = new Map<string, TrashRules>()
  return {
    register(kind, rules) {
      if (kinds.has(kind)) throw new Error(`two owners of deleted things called ${kind}`)
      kinds.set(kind, rules)
    },
    rulesOf: (kind) => kinds.get(kind),

    async put(db, item) {
      const row = {
        name: item.name,
        place: item.place ?? '',
        size: BigInt(item.size ?? 0),
        enterprise_id: item.enterpriseId ?? null,
        project_id: item.projectId ?? null,
      }
      await db
        .insertInto('trash_item')
        .values({
          kind: item.kind,
          item_id: item.itemId,
          ...row,
          owner_id: item.ownerId ? item.ownerId : sql<string>`current_actor()`,
        })
        .onConflict((clash) =>
          clash.columns(['tenant_id', 'kind', 'item_id']).doUpdateSet({
            ...row,
            deleted_by: sql<string>`current_actor()`,
            deleted_at: sql<Date>`now()`,
            listed_at: sql<Date>`now()`,
          }),
        )
        .execute()
    },

    async forget(db, kind, itemIds) {
      if (itemIds.length === 0) return
      const held = await db
        .selectFrom('trash_item')
        .select('name')
        .where('kind', '=', kind)
        .where('item_id', 'in', itemIds)
        .where('legal_hold', '=', true)
        .executeTakeFirst()
      // the hold would end with its row
      if (held) throw new Refusal('trashHeldLegal', { name: held.name })
      await db.deleteFrom('trash_item').where('kind', '=', kind).where('item_id', 'in', itemIds).execute()
    },
  }
}
