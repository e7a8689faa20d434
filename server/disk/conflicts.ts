import { sql } from 'kysely'
import type { disk } from '#contract/disk.ts'
import { say } from '#contract/errors.ts'
import type { Language } from '#contract/texts.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Service } from '#server/kernel/service.ts'
import { nameKey, pathNames } from './names.ts'
import { nodeById, nodes, toRow } from './rows.ts'
import { toWire } from './wire.ts'
import { type At, levelIn, sightOf } from './sight.ts'

type Conflicts = Awaited<ReturnType<Service<typeof disk>['conflicts']>>
type Checked = { path: string; names: string[] }

/** Which of the paths below a folder hold a file already, and which cannot be: asked once for a whole drop of files. */
export async function conflictsOf(
  at: At & { language: Language },
  parentId: string,
  paths: readonly string[],
): Promise<Conflicts> {
  const folder = await nodeById(at, parentId)
  const bad: Conflicts['bad'] = []
  const wanted: Checked[] = []
  for (const path of new Set(paths)) {
    try {
      wanted.push({ path, names: pathNames(path) })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      bad.push({ path, why: say(error.key, at.language, error.params) })
    }
  }
  const sight = await sightOf(at, folder.spaceId)
  // level by level: the folders that exist, by the keys of their paths
  let above = new Map([['', folder.id]])
  const taken: Conflicts['taken'] = []
  for (let depth = 0; above.size > 0 && depth < 60; depth += 1) {
    const here = wanted.filter(({ names }) => names.length > depth && above.has(keyOf(names.slice(0, depth))))
    if (here.length === 0) break
    const asked = here.map(({ names }) => ({
      parent: above.get(keyOf(names.slice(0, depth))) ?? '',
      key: nameKey(names[depth] ?? ''),
    }))
    const rows = await nodes(at.db)
      .where('trashed_at', 'is', null)
      .where(
        sql<boolean>`(disk_node.parent_id, disk_node.name_key) in (select * from unnest(${asked.map(({ parent }) => parent)}::uuid[], ${asked.map(({ key }) => key)}::text[]))`,
      )
      .execute()
    const found = new Map(rows.map((row) => [`${row.parent_id}/${nameKey(row.name)}`, row]))
    const next = new Map<string, string>()
    const clashing: { path: string; row: (typeof rows)[number] }[] = []
    for (const { path, names } of here) {
      const row = found.get(`${above.get(keyOf(names.slice(0, depth))) ?? ''}/${nameKey(names[depth] ?? '')}`)
      if (!row) continue
      if (names.length === depth + 1) clashing.push({ path, row })
      else if (row.kind === 'folder') next.set(keyOf(names.slice(0, depth + 1)), row.id)
    }
    const wire = await toWire(
      at,
      clashing.map(({ row }) => toRow(row, levelIn(sight, { ...row, spaceId: row.space_id }), at.user.id)),
    )
    for (const [index, node] of wire.entries()) {
      const path = clashing[index]?.path
      if (path !== undefined && Number(node.level) > 0) taken.push({ path, node })
    }
    above = next
  }
  return { taken, bad }
}

const keyOf = (names: readonly string[]) => names.map(nameKey).join('/')
