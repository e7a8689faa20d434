import { sql } from 'kysely'
import type { trash, TrashEntry } from '#contract/trash.ts'
import { PURGE_JOB } from '#contract/trash.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, page, type Service, type User } from '#server/kernel/service.ts'
import type { TrashHold } from '#server/kernel/trash.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { readParam } from '../system/param-store.ts'
import { heldRefusal, holdsOf, keepDaysOf } from './holds.ts'
import { askedBy } from '../list/job-context.ts'
import { type PurgeInput, type PurgeWanted, purgeTitle } from './purge.ts'
import { restoreMany, rulesOf, widest } from './restore.ts'
import {
  deleterName,
  type HeldRow,
  heldRow,
  kindOf,
  ownerName,
  rowColumns,
  trashRows,
  type Whose,
} from './trash-rows.ts'

const DAY_MS = 86_400_000

export const trashService: Service<typeof trash> = {
  async list({ db, user, kernel }, { whose, ...paging }) {
    refuseFirm(user, whose)
    const columns = {
      name: 'name',
      kind: 'kind',
      place: 'place',
      deletedByName: deleterName,
      deletedTime: 'deleted_at',
      size: 'size',
    }
    const query = (await trashRows(db, user, whose))()
      .select([...rowColumns, 'hold_note'])
      .select([deleterName.as('deleter'), ownerName.as('owner')])
    const found = await page(query, paging, columns, ['deleted_at desc', 'id'])
    const rows = found.records.map((selected) => ({ ...selected, row: heldRow(selected) }))
    const holds = await holdsOf(
      kernel,
      db,
      rows.map(({ row }) => row),
    )
    const days = await keepDays(db)
    const records = rows.map(({ row, hold_note: holdNote, deleter, owner }): TrashEntry => {
      const term = termOf(row, holds.get(row.id), days)
      return Object.assign(shown(row), term, {
        ownerName: owner,
        deletedByName: deleter,
        holdNote,
        folders: rulesOf(kernel, row.kind).folders === true,
      })
    })
    return { ...found, records }
  },

  async summary({ db, user }, { whose }) {
    refuseFirm(user, whose)
    const rows = await (
      await trashRows(db, user, whose)
    )()
      .select('kind')
      .select([sql<number>`count(*)::int`.as('total'), sql<bigint>`coalesce(sum(size), 0)::bigint`.as('size')])
      .groupBy('kind')
      .orderBy('total', 'desc')
      .execute()
    const kinds = rows.map(({ kind, total, size }) => ({ kind: kindOf(kind), total, size: Number(size) }))
    return {
      keepDays: await keepDays(db),
      total: kinds.reduce((sum, { total }) => sum + total, 0),
      size: kinds.reduce((sum, { size }) => sum + size, 0),
      kinds,
    }
  },

  restore: async (context, input) => ({ outcomes: await restoreMany(context, input) }),

  async purge(context, { ids }) {
    const { db, user, kernel } = context
    const seen = await trashRows(db, user, widest(user))
    const rows = await seen().select(rowColumns).where('id', 'in', ids).execute()
    if (rows.length < new Set(ids).size) throw new Refusal('trashSomeGone')
    const all = rows.map(heldRow)
    const holds = await holdsOf(kernel, db, all)
    // where nothing may go, it is said why at once; of several, those that may go do
    const [first] = all
    const hold = first && holds.get(first.id)
    if (hold && holds.size === all.length) throw heldRefusal(first, hold)
    return { jobId: await start(context, { ids }) }
  },

  async empty(context, { whose, kind }) {
    const { db, user } = context
    refuseFirm(user, whose)
    let query = (await trashRows(db, user, whose))().select('id')
    if (kind) query = query.where('kind', '=', kind)
    if (!(await query.limit(1).executeTakeFirst())) throw new Refusal('trashNothing')
    return { jobId: await start(context, { whose, ...(kind && { kind }) }) }
  },

  async hold(context, { ids, held, note }) {
    const { db, user } = context
    const rows = await (
      await trashRows(db, user, 'firm')
    )()
      .select(['id', 'kind', 'item_id', 'name'])
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute()
    if (rows.length < new Set(ids).size) throw new Refusal('trashSomeGone')
    await db
      .updateTable('trash_item')
      .set({ legal_hold: held, hold_note: held ? note : '', held_by: held ? user.id : '' })
      .where('id', 'in', ids)
      .execute()
    const action = held ? 'trash.hold' : 'trash.release'
    for (const row of rows)
      await audit(context, { action, bizType: row.kind, bizId: row.item_id, after: { name: row.name, note } })
    return {}
  },
}

const shown = (row: HeldRow) => ({
  id: row.id,
  kind: row.kind,
  itemId: row.itemId,
  name: row.name,
  place: row.place,
  size: row.size,
  deletedBy: row.deletedBy,
  deletedTime: wallTime(row.deletedAt),
  legalHold: row.legalHold,
})

function refuseFirm(user: User, whose: Whose): void {
  if (whose === 'firm' && widest(user) !== 'firm') throw new Refusal('trashFirm')
}

const keepDays = async (db: Db) => keepDaysOf(db, await readParam(db, 'trashKeepDays'))

/** When it goes by itself, or why it does not. */
function termOf(row: HeldRow, hold: TrashHold | undefined, days: number) {
  const none = { purgeTime: null, daysLeft: null }
  if (hold) return { ...none, hold: hold.reason, holdUntil: hold.until?.toISOString().slice(0, 10) ?? null }
  const at = new Date(Math.max(row.deletedAt.getTime(), row.listedAt.getTime()) + days * DAY_MS)
  const daysLeft = Math.max(0, Math.ceil((at.getTime() - Date.now()) / DAY_MS))
  return { purgeTime: wallTime(at), daysLeft, hold: null, holdUntil: null }
}

async function start(context: Context, what: PurgeWanted): Promise<string> {
  const { db, user, kernel, language } = context
  const input: PurgeInput = { ...askedBy(context), ...what }
  const job = { type: PURGE_JOB, title: purgeTitle(language), bizType: 'trash', bizId: '', input }
  return kernel.jobs.start(db, { tenantId: user.tenantId, userId: user.id }, job)
}
