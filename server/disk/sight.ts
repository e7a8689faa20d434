import { type RawBuilder, sql } from 'kysely'
import { diskLevel } from '#contract/disk-shapes.ts'
import { extentOf, type Grant } from '#contract/grants.ts'
import type { Db } from '#server/kernel/database.ts'
import type { User } from '#server/kernel/service.ts'
import { reachesEnterprise, reachesProject } from '../project/reach.ts'

export type At = { db: Db; user: User }
/** Where a node stands: all that its level depends on. */
export type Standing = { id: string; spaceId: string; ancestors: readonly string[] }
/** How far a person may go: at the top of each space, and at each folder with rules of its own. */
export type Sight = {
  spaces: ReadonlyMap<string, number>
  ruled: ReadonlyMap<string, Rule>
  /** Of folders: the bytes below them in what he does not see. */
  veiled: ReadonlyMap<string, number>
}
type Rule = { level: number; ancestors: readonly string[]; spaceId: string }

type Ruled = {
  id: string
  space_id: string
  ancestors: string[]
  inherits: boolean
  own: number | null
  given: number | null
  /** What it adds to the folders above it. */
  bytes: bigint
}

/** What a person may see and do, of one space or of all; asked once per transaction, then `levelIn` answers without a query. */
export async function sightOf(at: At, spaceId?: string): Promise<Sight> {
  const spaces = await baseLevels(at, spaceId)
  const ruled = new Map<string, Rule>()
  const veiled = new Map<string, number>()
  // from the top down: what a rule does depends on what came from above
  for (const row of await ruledNodes(at, spaceId)) {
    const standing = { id: row.id, spaceId: row.space_id, ancestors: row.ancestors }
    const above = levelIn({ spaces, ruled }, standing)
    const level = above >= diskLevel.manage ? above : (row.own ?? row.given ?? (row.inherits ? above : diskLevel.none))
    ruled.set(row.id, { level, ancestors: row.ancestors, spaceId: row.space_id })
    if (level >= diskLevel.view || row.bytes === 0n) continue
    // up to the next that he does not see either, which has them already
    for (const id of row.ancestors.toReversed()) {
      if ((ruled.get(id)?.level ?? diskLevel.view) < diskLevel.view) break
      veiled.set(id, (veiled.get(id) ?? 0) + Number(row.bytes))
    }
  }
  return { spaces, ruled, veiled }
}

/** The level on a node: what the nearest rule at it or above says, else that of its space. */
export function levelIn(
  { spaces, ruled }: Pick<Sight, 'spaces' | 'ruled'>,
  { id, spaceId, ancestors }: Standing,
): number {
  const self = ruled.get(id)
  if (self) return self.level
  for (let at = ancestors.length - 1; at >= 0; at -= 1) {
    const above = ruled.get(ancestors[at] ?? '')
    if (above) return above.level
  }
  return spaces.get(spaceId) ?? diskLevel.none
}

/** The same as SQL over a table of nodes called `disk_node`. */
function levelSql({ spaces, ruled }: Sight): RawBuilder<number> {
  const base = sql<number>`coalesce((select s.level from unnest(${[...spaces.keys()]}::uuid[], ${[...spaces.values()]}::int[])
    as s(id, level) where s.id = disk_node.space_id), 0)`
  if (ruled.size === 0) return base
  const rules = [...ruled.values()]
  return sql<number>`coalesce((select r.level from unnest(${[...ruled.keys()]}::uuid[], ${rules.map(({ ancestors }) => ancestors.length)}::int[],
      ${rules.map(({ level }) => level)}::int[]) as r(id, depth, level)
    where r.id = disk_node.id or r.id = any(disk_node.ancestors) order by r.depth desc limit 1), ${base})`
}

/** Whether a node is seen at this level or above, as SQL over `disk_node`: by its space where no rule is near. */
export function atLeast(sight: Sight, least: number): RawBuilder<boolean> {
  const spaces = [...sight.spaces].flatMap(([id, level]) => (level >= least ? [id] : []))
  const plain = sql<boolean>`disk_node.space_id = any(${spaces}::uuid[])`
  if (sight.ruled.size === 0) return plain
  const ruled = [...sight.ruled.keys()]
  return sql<boolean>`case when disk_node.ancestors && ${ruled}::uuid[] or disk_node.id = any(${ruled}::uuid[])
    then ${levelSql(sight)} >= ${least} else ${plain} end`
}

function ruledNodes({ db, user }: At, spaceId?: string): Promise<Ruled[]> {
  const mine = sql`(a.subject = 'user' and a.subject_id = ${user.id})
    or (a.subject = 'role' and a.subject_id = any(${[...user.roles]}::text[]))
    or (a.subject = 'dept' and a.subject_id in (select id from my_dept))`
  return sql<Ruled>`with recursive of_user as (
      select d.id, d.parent_id from dept d join user_dept u on u.dept_id = d.id where u.user_id::text = ${user.id}
      union select d.id, d.parent_id from dept d join of_user o on d.id = o.parent_id
    ), my_dept as (select id::text as id from of_user)
    select n.id, n.space_id, n.ancestors, n.inherits, case when n.trashed_at is null then n.size else 0 end as bytes,
      max(a.level) filter (where a.subject = 'user') as own, max(a.level) filter (where a.subject <> 'user') as given
    from disk_node n left join disk_acl a on a.node_id = n.id and (${mine})
    where n.own_rules and ${spaceId ? sql`n.space_id = ${spaceId}` : sql`true`}
    group by n.id, n.space_id, n.ancestors, n.inherits, n.size, n.trashed_at order by cardinality(n.ancestors)`
    .execute(db)
    .then(({ rows }) => rows)
}

async function baseLevels({ db, user }: At, spaceId?: string): Promise<Map<string, number>> {
  let query = db.selectFrom('disk_space').select(['disk_space.id', 'disk_space.type', 'disk_space.owner_id'])
  if (spaceId) query = query.where('disk_space.id', '=', spaceId)
  else query = query.where((eb) => eb.or([eb('type', '<>', 'user'), eb('owner_id', '=', user.id)]))
  const rows = await query.execute()
  const ofType = (type: string) => rows.flatMap((row) => (row.type === type ? [row.owner_id] : []))
  const enterprises = await reached({ db, user }, 'enterprise', ofType('enterprise'))
  const projects = await reached({ db, user }, 'project', ofType('project'))
  return new Map(
    rows.map(({ id, type, owner_id: owner }) => {
      if (type === 'firm') return [id, firmLevel(user)]
      if (type === 'user') return [id, owner === user.id ? diskLevel.manage : diskLevel.none]
      return [id, (type === 'enterprise' ? enterprises : projects).get(owner) ?? diskLevel.none]
    }),
  )
}

/** In the firm's space: administrators manage, who adds documents uploads and keeps his own, others read. */
function firmLevel(user: User): number {
  if (extentOf(user.held, 'disk.manage') !== undefined) return diskLevel.manage
  if (extentOf(user.held, 'docFile.add') !== undefined) return diskLevel.upload
  return extentOf(user.held, 'docFile.view') === undefined ? diskLevel.none : diskLevel.download
}

/** Those of the enterprises or projects whom a person reaches: who may edit one manages its space, who may view it downloads. */
async function reached(at: At, kind: 'enterprise' | 'project', ids: readonly string[]): Promise<Map<string, number>> {
  const levels = new Map<string, number>()
  if (ids.length === 0) return levels
  for (const [action, level] of [
    ['view', diskLevel.download],
    ['edit', diskLevel.manage],
  ] as const)
    for (const id of await reachedBy(at, kind, { grant: `${kind}.${action}`, ids })) levels.set(id, level)
  return levels
}

async function reachedBy(
  { db, user }: At,
  kind: 'enterprise' | 'project',
  { grant, ids }: { grant: Grant; ids: readonly string[] },
): Promise<string[]> {
  const extent = extentOf(user.held, grant)
  if (extent === undefined) return []
  const rows =
    kind === 'enterprise'
      ? await db
          .selectFrom('firm_enterprise')
          .select('firm_enterprise.id')
          .where('firm_enterprise.id', 'in', ids)
          .where('firm_enterprise.is_deleted', '=', 0)
          .where(reachesEnterprise({ user, extent }))
          .execute()
      : await db
          .selectFrom('firm_project')
          .select('firm_project.id')
          .where('firm_project.id', 'in', ids)
          .where('firm_project.is_deleted', '=', 0)
          .where(reachesProject({ user, extent }))
          .execute()
  return rows.map(({ id }) => id)
}
