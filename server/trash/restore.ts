import type { z } from 'zod'
import type { Language } from '#contract/texts.ts'
import type { trash, TrashOutcome } from '#contract/trash.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { Context, User } from '#server/kernel/service.ts'
import type { RestoreHow } from '#server/kernel/trash.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { heldRow, rowColumns, trashRows, type Whose } from './trash-rows.ts'

/** How far the bin goes for a person: who administers the firm sees all of it. */
export const widest = (user: User): Whose => (user.held['trash.firm'] === undefined ? 'mine' : 'firm')

/**
 * Brings things back, each in a transaction of its own, in the order they were deleted (what stood around them was deleted
 * later). What cannot come back says why in the caller's language; nothing found at all is not found.
 */
export async function restoreMany(
  context: Context,
  { ids, taken, folderId }: z.output<typeof trash.restore.input>,
): Promise<TrashOutcome[]> {
  const { kernel, user, language } = context
  const inTenant = <T>(work: (db: Db) => Promise<T>) =>
    kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, work)
  const known = await inTenant(async (db) => {
    const seen = await trashRows(db, user, widest(user))
    return seen().select(['id', 'name']).where('id', 'in', ids).orderBy('deleted_at', 'desc').orderBy('id').execute()
  })
  if (known.length === 0) throw new Refusal('trashSomeGone')
  const day = wallTime(new Date()).slice(0, 10)
  const suffix = language === 'en' ? ` (restored ${day})` : ` (恢复 ${day})`
  const how = { taken, suffix, ...(folderId !== undefined && { folderId }) }
  const outcomes: TrashOutcome[] = []
  for (const { id, name } of known)
    outcomes.push(await inTenant((db) => restoreOne({ ...context, db }, id, how)).catch(toldBy({ id, name, language })))
  const missing = ids.filter((id) => !known.some((row) => row.id === id))
  const gone = new Refusal('trashSomeGone').says(language)
  for (const id of new Set(missing)) outcomes.push({ id, name: '', done: false, place: '', renamed: false, why: gone })
  return outcomes
}

type Told = { id: string; name: string; language: Language }
/** A refusal in words; anything else is a bug and stops the call. */
const toldBy =
  ({ id, name, language }: Told) =>
  (error: unknown): TrashOutcome => {
    if (!(error instanceof Refusal)) throw error
    return { id, name, done: false, place: '', renamed: false, why: error.says(language) }
  }

async function restoreOne(context: Context, id: string, how: RestoreHow): Promise<TrashOutcome> {
  const { db, user, kernel } = context
  // whoever comes second waits here and finds it gone
  const seen = await trashRows(db, user, widest(user))
  const first = await seen().select(rowColumns).where('id', '=', id).executeTakeFirst()
  if (first) await rulesOf(kernel, first.kind).lock?.(db, heldRow(first))
  const selected = await seen().select(rowColumns).where('id', '=', id).forUpdate('trash_item').executeTakeFirst()
  if (!selected) throw new Refusal('trashSomeGone')
  const row = heldRow(selected)
  // the hold would end with its row: who brought it back could delete and purge it
  if (row.legalHold) throw new Refusal('trashHeldLegal', { name: row.name })
  const rules = rulesOf(kernel, row.kind)
  if (how.folderId !== undefined && !rules.folders) throw new Refusal('trashNoFolders')
  const restored = await rules.restore({ db, user, kernel }, row, how)
  await db.deleteFrom('trash_item').where('id', '=', id).execute()
  const after = { kind: row.kind, name: restored.name, place: restored.place }
  await audit(context, { action: 'trash.restore', bizType: row.kind, bizId: row.itemId, after })
  return { id, name: restored.name, done: true, place: restored.place, renamed: restored.renamed, why: '' }
}

/** The rules of a kind that is on the list. */
export function rulesOf(kernel: Kernel, kind: string) {
  const rules = kernel.trash.rulesOf(kind)
  if (!rules) throw new Error(`nobody owns deleted things called ${kind}`)
  return rules
}
