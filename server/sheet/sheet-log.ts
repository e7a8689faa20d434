import { sql } from 'kysely'
import { SHEET_LEASE } from '#contract/sheet-file.ts'
import type { SheetOp } from '#contract/sheet-ops.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { holderOf, takeLease, tellViewers } from './lease.ts'

/** One writer of a spreadsheet at a time. */
export async function lockSheet(db: Db, fileId: string): Promise<void> {
  const row = await db
    .selectFrom('file')
    .select('id')
    .where('id', '=', fileId)
    .where('is_deleted', '=', 0)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
}

/** The lease is the caller's, or free and his from now on; else a refusal that names who has it. */
export async function mineToEdit(context: Context, fileId: string): Promise<void> {
  const document = { kind: SHEET_LEASE, documentId: fileId }
  const holder = await holderOf(context.db, document)
  if (holder?.userId === context.user.id) return
  if (holder) throw new Refusal('sheetNotHeld', { name: holder.name })
  await takeLease(context, document)
}

type Step = { fileId: string; id: string; rev: number; ops: readonly SheetOp[] }
/** Writes a step down and tells whoever has the spreadsheet open. */
export async function addStep(context: Context, { fileId, id, rev, ops }: Step): Promise<void> {
  await context.db
    .insertInto('sheet_step')
    .values({ file_id: fileId, rev, op_id: id, ops: JSON.stringify(ops) })
    .execute()
  await context.db
    .updateTable('document_lease')
    .set({ until: sql<Date>`greatest(until, now() + interval '60 seconds')` })
    .where('kind', '=', SHEET_LEASE)
    .where('document_id', '=', fileId)
    .where('user_id', '=', context.user.id)
    .execute()
  await tellViewers(context, { kind: SHEET_LEASE, documentId: fileId }, { rev })
}
