import { type Selectable, sql } from 'kysely'
import { type ShareKind, shareKinds } from '#contract/share-kinds.ts'
import { type ShareMode, shareModes, type ShareRow, type ShareState } from '#contract/share.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Share } from '#server/kernel/tables.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

export type ShareStored = Selectable<Share>

/** Today where the customers are. */
export const chinaToday = (): string => wallTime(new Date()).slice(0, 10)

/** Before it is asked whether what it leads to is still there. */
export function stateOf(row: Pick<ShareStored, 'revoke_time' | 'expire_day' | 'max_count' | 'used_count'>): ShareState {
  if (row.revoke_time) return 'revoked'
  if (row.expire_day !== null && row.expire_day < chinaToday()) return 'expired'
  return row.max_count !== null && row.used_count >= row.max_count ? 'exhausted' : 'active'
}

/** Until when wrong passwords have locked it; null: it is not locked now. */
export const lockedUntil = ({ locked_until: until }: { locked_until: Date | null }): string | null =>
  until && until.getTime() > Date.now() ? wallTime(until) : null

export const modeOf = (mode: string): ShareMode => shareModes.find((one) => one === mode) ?? 'view'
export const kindsOf = (kinds: readonly string[]): ShareKind[] => shareKinds.filter((kind) => kinds.includes(kind))

/** Shares with the names of their makers. */
export const shares = (db: Db) =>
  db
    .selectFrom('share')
    .selectAll('share')
    .select(sql<string>`coalesce(person_name(share.create_user::text), '')`.as('maker_name'))

export type NamedShare = ShareStored & { maker_name: string }

/** Shares as the wire says them, each with what of it still stands in the disk. */
export async function showShares(db: Db, rows: readonly NamedShare[]): Promise<ShareRow[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const nodes = await db
    .selectFrom('share_node')
    .innerJoin('disk_node', 'disk_node.id', 'share_node.node_id')
    .select(['share_node.share_id', 'disk_node.id', 'disk_node.name', 'disk_node.kind', 'disk_node.size'])
    .where('share_node.share_id', 'in', ids)
    .where('disk_node.trashed_at', 'is', null)
    .orderBy('disk_node.kind', 'desc')
    .orderBy('disk_node.name_key')
    .execute()
  const byShare = Map.groupBy(nodes, ({ share_id }) => share_id)
  return rows.map((row) => {
    const mine = byShare.get(row.id) ?? []
    const state = stateOf(row)
    return {
      id: row.id,
      mode: modeOf(row.mode),
      state: state === 'active' && mine.length === 0 ? 'lost' : state,
      title: row.title,
      hasPassword: row.password_hash !== null,
      lockedUntil: lockedUntil(row),
      expireDay: row.expire_day,
      maxCount: row.max_count,
      usedCount: row.used_count,
      views: row.views,
      watermark: row.watermark,
      notify: row.notify,
      note: row.note,
      maxFileMb: row.max_file_mb,
      kinds: kindsOf(row.kinds),
      askName: row.ask_name,
      nodes: mine.map(({ id, name, kind, size }) => ({
        id,
        name,
        kind: kind === 'folder' ? 'folder' : 'file',
        size: Number(size),
      })),
      createUser: row.create_user,
      createUserName: row.maker_name,
      createTime: wallTime(row.create_time),
      lastTime: row.last_time ? wallTime(row.last_time) : null,
    }
  })
}
