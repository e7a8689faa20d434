import { sql } from 'kysely'
import type { disk } from '#contract/disk.ts'
import { diskLevel } from '#contract/disk-shapes.ts'
import { usageOf } from '#server/kernel/entitlement.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Service } from '#server/kernel/service.ts'
import { nodes, standing, toRow } from './rows.ts'
import { toWire } from './wire.ts'
import { type At, atLeast, levelIn, sightOf } from './sight.ts'
import { managesDisk, spaceById } from './spaces.ts'

type Usage = Awaited<ReturnType<Service<typeof disk>['usage']>>

/** Groups a person knows by their endings. */
const kindOf = sql<string>`case
  when disk_node.ext in ('doc', 'docx', 'wps', 'txt', 'md', 'rtf') then 'document'
  when disk_node.ext in ('xls', 'xlsx', 'csv', 'et') then 'sheet'
  when disk_node.ext in ('ppt', 'pptx', 'dps') then 'slides'
  when disk_node.ext in ('pdf', 'ofd') then 'pdf'
  when disk_node.ext in ('jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'tif', 'tiff', 'svg', 'heic') then 'image'
  when disk_node.ext in ('mp4', 'webm', 'mov', 'avi', 'mkv') then 'video'
  when disk_node.ext in ('mp3', 'wav', 'm4a', 'flac') then 'audio'
  when disk_node.ext in ('zip', 'rar', '7z', 'gz', 'tar') then 'archive'
  else 'other' end`

/**
 * What fills a space, or all the firm's. Whoever does not manage it learns of others only what they take together, and nothing of
 * what is closed to him: its kinds, versions and deleted files count for those alone who see it.
 */
export const usage: Service<typeof disk>['usage'] = async ({ db, user }, { spaceId }) => {
  const at: At = { db, user }
  const space = spaceId ? await spaceById(at, spaceId) : undefined
  const all = managesDisk(at)
  if (!space && !all) throw new Refusal('diskUsageWhich')
  const full = all || (space?.level ?? diskLevel.none) >= diskLevel.manage
  const here = spaceId ? sql<boolean>`disk_node.space_id = ${spaceId}` : sql<boolean>`true`
  const within = full ? here : sql<boolean>`${here} and ${atLeast(await sightOf(at, spaceId), diskLevel.view)}`
  const versions = sql`disk_node join disk_version v on v.node_id = disk_node.id join file f on f.id = v.file_id`
  const kinds = await sql<Row & { kind: string }>`select ${kindOf} as kind, coalesce(sum(f.size), 0)::bigint as bytes,
    count(distinct disk_node.id)::int as files from ${versions} where ${within} group by 1 order by 2 desc`.execute(db)
  const people = await sql<
    Row & { id: string; name: string | null }
  >`select v.create_user as id, person_name(v.create_user) as name,
    sum(f.size)::bigint as bytes, count(distinct disk_node.id)::int as files from ${versions}
    where ${within} and ${full ? sql`true` : sql`v.create_user = ${user.id}`} group by 1 order by 3 desc limit 20`.execute(
    db,
  )
  const old = await sql<{ bytes: bigint; trash: bigint }>`select
    coalesce(sum(f.size) filter (where v.file_id <> disk_node.file_id), 0)::bigint as bytes,
    coalesce(sum(f.size) filter (where disk_node.trash_root is not null), 0)::bigint as trash from ${versions} where ${within}`.execute(
    db,
  )
  const spaces = spaceId ? [] : await spacesBySize(at)
  return {
    ...(space ? ofSpace(space) : await ofFirm(at)),
    trashBytes: Number(old.rows[0]?.trash ?? 0),
    versionBytes: Number(old.rows[0]?.bytes ?? 0),
    kinds: kinds.rows.map(({ kind, bytes, files }) => ({ kind, bytes: Number(bytes), files })),
    people: people.rows.map(({ id, name, bytes, files }) => ({
      userId: id,
      name: name ?? '',
      bytes: Number(bytes),
      files,
    })),
    largest: await largest(at, spaceId),
    spaces,
  }
}

type Row = { bytes: bigint; files: number }
type Head = Pick<Usage, 'quotaBytes' | 'usedBytes' | 'reservedBytes'>

const ofSpace = ({ quotaBytes, usedBytes, reservedBytes }: Head): Head => ({ quotaBytes, usedBytes, reservedBytes })

async function ofFirm({ db }: At): Promise<Head> {
  const { limit, used } = await usageOf(db, 'storage_bytes')
  const { rows } = await sql<{
    reserved: bigint
  }>`select coalesce(sum(reserved_bytes), 0)::bigint as reserved from disk_space`.execute(db)
  return { quotaBytes: limit, usedBytes: used, reservedBytes: Number(rows[0]?.reserved ?? 0) }
}

async function spacesBySize({ db }: At): Promise<Usage['spaces']> {
  const { rows } = await sql<{
    id: string
    type: string
    name: string | null
    bytes: bigint
  }>`select s.id, s.type, s.used_bytes as bytes,
      case s.type when 'user' then person_name(s.owner_id)
        when 'enterprise' then (select enterprise_name from firm_enterprise where id::text = s.owner_id)
        when 'project' then (select project_name from firm_project where id::text = s.owner_id) end as name
    from disk_space s order by s.used_bytes desc limit 50`.execute(db)
  return rows.map(({ id, type, name, bytes }) => ({ id, type, name: name ?? '', bytes: Number(bytes) }))
}

/** The largest files that the person himself sees. */
async function largest(at: At, spaceId: string | undefined): Promise<Usage['largest']> {
  const sight = await sightOf(at, spaceId)
  let query = nodes(at.db)
    .where('disk_node.kind', '=', 'file')
    .where('disk_node.trashed_at', 'is', null)
    .where(atLeast(sight, diskLevel.view))
  if (spaceId) query = query.where('disk_node.space_id', '=', spaceId)
  const rows = await query.orderBy('disk_node.size', 'desc').orderBy('disk_node.id').limit(10).execute()
  return toWire(
    at,
    rows.map((row) => toRow(row, levelIn(sight, standing(row)), at.user.id)),
  )
}
