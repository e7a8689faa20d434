import { sql } from 'kysely'
import type { z } from 'zod'
import { diskLevel, type DiskNode } from '#contract/disk-shapes.ts'
import { notFound } from '#server/kernel/errors.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { mimeOf } from './names.ts'
import type { DiskRow } from './rows.ts'
import type { At } from './sight.ts'

/** Rows as they go over the wire, with the names of people and the person's own marks. */
export async function toWire({ db, user }: At, rows: readonly DiskRow[]): Promise<z.input<typeof DiskNode>[]> {
  if (rows.length === 0) return []
  const people = [...new Set(rows.flatMap((row) => [row.createUser, row.updateUser, row.lockedBy]))].filter(Boolean)
  const { rows: named } = await sql<{ id: string; name: string | null }>`
    select id, person_name(id) as name from unnest(${people}::text[]) as p(id)`.execute(db)
  const names = new Map(named.map(({ id, name }) => [id, name ?? '']))
  const ids = rows.map(({ id }) => id)
  const marked = await db
    .selectFrom('disk_favorite')
    .select('node_id')
    .where('user_id', '=', user.id)
    .where('node_id', 'in', ids)
    .execute()
  const favourites = new Set(marked.map((row) => row.node_id))
  return rows.map((row) => ({
    id: row.id,
    spaceId: row.spaceId,
    parentId: row.parentId ?? '',
    name: row.name,
    kind: row.kind,
    ext: row.ext,
    mime: row.mime || (row.kind === 'file' ? mimeOf(row.name) : ''),
    size: row.size - row.veiled,
    fileId: row.fileId ?? '',
    // whoever knows it is half way to the content
    sha256: row.level < diskLevel.download ? '' : row.sha256,
    versionNo: row.versionNo,
    level: row.level,
    ownRules: row.ownRules,
    lockedBy: row.lockedBy,
    lockedByName: names.get(row.lockedBy) ?? '',
    lockUntil: row.lockUntil ? wallTime(row.lockUntil) : null,
    legalHold: row.legalHold,
    tags: row.tags,
    favourite: favourites.has(row.id),
    createUserName: names.get(row.createUser) ?? '',
    createTime: wallTime(row.createTime),
    updateUserName: names.get(row.updateUser) ?? '',
    updateTime: wallTime(row.updateTime),
  }))
}

/** One of them. */
export async function oneToWire(at: At, row: DiskRow): Promise<z.input<typeof DiskNode>> {
  const [wire] = await toWire(at, [row])
  if (!wire) throw notFound()
  return wire
}
