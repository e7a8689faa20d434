import { sql } from 'kysely'
import { VOUCHER_FILE, type WaitingFile } from '#contract/voucher-attachment.ts'
import { voucherKey } from '#engine/ledger/journal-lines.ts'
import { yuan } from '#engine/money.ts'
import type { Db } from '#server/kernel/database.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { type NamedVoucher, voucherInName } from './voucher-in-name.ts'

/** Shown at a time; the rest follows when these hang. */
const MOST_SHOWN = 500
const months = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))

/** The keys a name may mean, the month it says or all twelve. */
const keysOf = ({ word, number, period }: NamedVoucher): string[] =>
  (period ? [period] : months).map((month) => voucherKey({ period: month, word, number }))

type Found = { key: string; date: string; summary: string; amount: bigint }

async function vouchersOf(db: Db, datasetId: string, keys: readonly string[]): Promise<ReadonlyMap<string, Found>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<Found>`
    select v.key, v.date::text as date, v.debit as amount,
      coalesce((select l.summary from voucher_lines(${datasetId}, v.ordinal) l order by l.ordinal limit 1), '') as summary
    from ledger_voucher v where v.dataset_id = ${datasetId} and v.key = any(${[...keys]}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}

/** The words of a ledger's vouchers, found by leaps through the months: a journal has few words and many vouchers. */
async function wordsOf(db: Db, datasetId: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    with recursive leap as (
      (select key, word from ledger_voucher where dataset_id = ${datasetId} order by key limit 1)
      union all
      select next.key, next.word from leap cross join lateral (
        select key, word from ledger_voucher where dataset_id = ${datasetId}
          and key > substr(leap.key, 1, 3) || leap.word || '-~' and key > leap.key order by key limit 1) next)
    select distinct word from leap`.execute(db)
  return rows.map(({ word }) => word)
}

/** A project's uploaded files that never hung on a voucher, newest last as they were chosen, and what their names mean. */
export async function waitingFiles(
  db: Db,
  { projectId, datasetId }: { projectId: string; datasetId: string | null },
): Promise<{ files: WaitingFile[]; total: number }> {
  const waiting = db
    .selectFrom('file')
    .where('file.purpose', '=', VOUCHER_FILE)
    .where('file.owner_id', '=', projectId)
    .where('file.is_deleted', '=', 0)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('voucher_attachment')
            .select('voucher_attachment.id')
            .whereRef('voucher_attachment.file_id', '=', 'file.id'),
        ),
      ),
    )
  const rows = await waiting
    .select(['file.id', 'file.name', 'file.size', 'file.create_time'])
    .select([
      sql<string | null>`person_name(file.create_user)`.as('who'),
      sql<number>`(count(*) over ())::int`.as('all'),
    ])
    .orderBy('file.name')
    .orderBy('file.id')
    .limit(MOST_SHOWN)
    .execute()
  const words = rows.length > 0 && datasetId !== null ? await wordsOf(db, datasetId) : []
  const named = new Map(rows.map(({ id, name }) => [id, voucherInName(name, words)]))
  const keys = [...named.values()].flatMap((voucher) => (voucher ? keysOf(voucher) : []))
  const found = datasetId === null ? new Map<string, Found>() : await vouchersOf(db, datasetId, keys)
  const files = rows.map(({ id, name, size, create_time: createTime, who }): WaitingFile => {
    const voucher = named.get(id)
    const vouchers = voucher ? keysOf(voucher).flatMap((key) => found.get(key) ?? []) : []
    return {
      fileId: id,
      name,
      size: Number(size),
      createUserName: who ?? '',
      createTime: wallTime(createTime),
      match: !voucher ? 'unread' : vouchers.length === 0 ? 'none' : vouchers.length === 1 ? 'sure' : 'several',
      vouchers: vouchers.map(({ key, date, summary, amount }) => ({ key, date, summary, amount: yuan(amount) })),
    }
  })
  return { files, total: rows[0]?.all ?? 0 }
}
