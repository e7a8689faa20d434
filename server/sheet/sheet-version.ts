import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { sheetFile, SheetVersion } from '#contract/sheet-file.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { editableFile, inOwn, kept, revisionOf } from './sheet-document.ts'
import { sheetTask } from './sheet-files.ts'
import { addStep, lockSheet, mineToEdit } from './sheet-log.ts'

/** The kept versions, newest first. */
export async function versionsOf(db: Db, fileId: string): Promise<SheetVersion[]> {
  const rows = await db
    .selectFrom('sheet_version')
    .select(['no', 'rev', 'name', 'cells', 'create_time', sql<string | null>`person_name(create_user)`.as('user_name')])
    .where('file_id', '=', fileId)
    .orderBy('no', 'desc')
    .limit(500)
    .execute()
  return rows.map((row) => ({
    no: row.no,
    rev: row.rev,
    name: row.name,
    cells: row.cells,
    createUserName: row.user_name ?? '',
    createTime: wallTime(row.create_time),
  }))
}

/** Keeps the spreadsheet as it is now; without a name only if it has changed since the last. */
export async function keepVersion(context: Context, fileId: string, name: string): Promise<SheetVersion | undefined> {
  const now = await kept(context, fileId)
  if (name === '' && now.steps.length === 0) return undefined
  const { packed, cells } = await sheetTask('pack', now)
  return inOwn(context, async (db) => {
    await lockSheet(db, fileId)
    const last = await db
      .selectFrom('sheet_version')
      .select(['no', 'rev'])
      .where('file_id', '=', fileId)
      .orderBy('no', 'desc')
      .executeTakeFirst()
    if (name === '' && last && last.rev >= now.rev) return undefined
    const no = (last?.no ?? 0) + 1
    await db
      .insertInto('sheet_version')
      .values({ file_id: fileId, no, rev: now.rev, name, book: Buffer.from(packed), cells })
      .execute()
    const [made] = await versionsOf(db, fileId)
    if (name !== '')
      await audit(
        { ...context, db },
        { action: 'keep', bizType: 'sheet', bizId: fileId, after: { no, name, rev: now.rev } },
      )
    return made
  })
}

/** The spreadsheet becomes what it was at a version, by a step like any other: nothing between is lost. */
export async function restoreVersion(
  context: Context,
  { fileId, no }: z.output<typeof sheetFile.restore.input>,
): Promise<{ rev: number }> {
  await editableFile(context, fileId)
  await keepVersion(context, fileId, '')
  const [before, after] = [await kept(context, fileId), await kept(context, fileId, no)]
  const { ops } = await sheetTask('compare', { before, after })
  return inOwn(context, async (db) => {
    await lockSheet(db, fileId)
    const inside = { ...context, db }
    await mineToEdit(inside, fileId)
    const rev = await revisionOf(db, fileId)
    // somebody wrote while the two were compared
    if (rev !== before.rev) throw conflict()
    if (ops.length === 0) return { rev }
    await addStep(inside, { fileId, id: `restore-${randomUUID()}`, rev: rev + 1, ops })
    await audit(inside, { action: 'restore', bizType: 'sheet', bizId: fileId, after: { no, rev: rev + 1 } })
    return { rev: rev + 1 }
  })
}
