import { type Kysely, sql } from 'kysely'
import type { BookNote, SheetBook } from '#contract/sheet-book.ts'
import type { SheetOp } from '#contract/sheet-ops.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { StoredFile } from '#server/kernel/files.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import type { DB } from '#server/kernel/tables.ts'
import { sheetTask } from './sheet-files.ts'
import type { Kept } from './sheet-worker.ts'

export type FoundFile = StoredFile & { purpose: string }
type Asker = { kernel: Kernel; user: User }

/** A short transaction of the caller's tenant. */
export const inOwn = <T>({ kernel, user }: Asker, work: (db: Db) => Promise<T>): Promise<T> =>
  kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, work)

/** A file the caller may read, and whether he may edit it; not found otherwise. */
export async function foundFile(
  { kernel, user }: Asker,
  fileId: string,
): Promise<{ file: FoundFile; editable: boolean }> {
  const file = await kernel.files.find(user, fileId)
  return { file, editable: await kernel.files.mayEdit(user, file) }
}

/** The same for somebody who is about to change it. */
export async function editableFile(asker: Asker, fileId: string): Promise<FoundFile> {
  const { file, editable } = await foundFile(asker, fileId)
  if (!editable) throw new Refusal('sheetReadOnly')
  return file
}

/** The newest kept version; the first is made from the file itself, when somebody first opens it. */
export async function keptVersion(asker: Asker, file: FoundFile) {
  const known = await inOwn(asker, (db) => newest(db, file.id))
  if (known) return known
  const { kernel, user } = asker
  const actor = { tenantId: user.tenantId, userId: user.id }
  const { packed, cells, notes } = await kernel.blobs.asPath(actor, file.sha256, (path) =>
    sheetTask('read', { path, name: file.name }),
  )
  return inOwn(asker, async (db) => {
    await firstVersion(db, file.id, { packed, cells, notes })
    const made = await newest(db, file.id)
    if (!made) throw notFound()
    return made
  })
}

type First = { packed: Uint8Array; cells: number; notes: readonly BookNote[] }
/** Version 1: the file as it was read. Two who open it at once make one. */
export async function firstVersion(db: Db, fileId: string, { packed, cells, notes }: First): Promise<void> {
  await db
    .insertInto('sheet_version')
    .values({ file_id: fileId, no: 1, rev: 0, book: Buffer.from(packed), cells, notes: JSON.stringify(notes) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const newest = (db: Kysely<DB>, fileId: string) =>
  db
    .selectFrom('sheet_version')
    .select(['no', 'rev', 'notes', 'cells', 'create_time'])
    .where('file_id', '=', fileId)
    .orderBy('no', 'desc')
    .executeTakeFirst()

/** The revision a spreadsheet stands at. */
export async function revisionOf(db: Db, fileId: string): Promise<number> {
  const { rows } = await sql<{ rev: number }>`
    select coalesce(greatest((select max(rev) from sheet_step where file_id = ${fileId}),
      (select max(rev) from sheet_version where file_id = ${fileId})), 0) as rev`.execute(db)
  return rows[0]?.rev ?? 0
}

/** The steps after a revision, in order, up to another. */
export const stepsAfter = (db: Db, fileId: string, after: number, upTo = Number.MAX_SAFE_INTEGER) =>
  db
    .selectFrom('sheet_step')
    .select(['rev', 'ops', 'create_time', sql<string | null>`person_name(create_user)`.as('user_name')])
    .where('file_id', '=', fileId)
    .where('rev', '>', after)
    .where('rev', '<=', Math.min(upTo, 2_147_483_647))
    .orderBy('rev')
    .execute()

/** A version of a spreadsheet as it lies in the store, or (0) the newest with what came after it, and its revision. */
export async function kept(asker: Asker, fileId: string, no = 0): Promise<Kept & { rev: number }> {
  return inOwn(asker, async (db) => {
    let query = db.selectFrom('sheet_version').select(['book', 'rev']).where('file_id', '=', fileId)
    if (no > 0) query = query.where('no', '=', no)
    const version = await query.orderBy('no', 'desc').limit(1).executeTakeFirst()
    if (!version) throw notFound()
    const steps = no > 0 ? [] : await stepsAfter(db, fileId, version.rev)
    return {
      packed: new Uint8Array(version.book),
      // what was stored went through the contract
      steps: steps.map(({ ops }) => ops as SheetOp[]),
      rev: steps.at(-1)?.rev ?? version.rev,
    }
  })
}

/** A file's spreadsheet as it is now, edits included; for whoever may read the file. */
export async function sheetOf(kernel: Kernel, user: User, fileId: string): Promise<SheetBook> {
  const asker = { kernel, user }
  const { file } = await foundFile(asker, fileId)
  await keptVersion(asker, file)
  return sheetTask('book', await kept(asker, fileId))
}
