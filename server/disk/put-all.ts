import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { DEEPEST, diskLevel } from '#contract/disk-shapes.ts'
import { holdBlobs } from '#server/kernel/blob-row.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { noteEach } from './activity.ts'
import { holdFolder, takenNames } from './change.ts'
import { insertNodes, type NewNode } from './insert-nodes.ts'
import { extensionOf, freeName, mimeOf, nameKey } from './names.ts'
import { makeRoom } from './purge.ts'
import { type Content, putBlob } from './put.ts'
import { type NodeRow, nodes, standing, toRow } from './rows.ts'
import { type At, levelIn, type Sight, sightOf } from './sight.ts'
import { addSizes, charge } from './spaces.ts'
import { wantText } from './text-queue.ts'

/** What a path below a folder is to hold; without content it is a folder. Names are checked already. */
export type Incoming = { names: readonly string[]; content: Content | null }
export type Choice = 'skip' | 'version' | 'rename'

/** A folder of this tree: one that was there, or one that this makes. */
type Place = { id: string; path: string[]; level: number; fresh: boolean; keys: Set<string>; asked: boolean }

const pathKey = (names: readonly string[]) => names.map(nameKey).join('/')

/**
 * Some hundred files and folders into a folder, in a few statements for all of them, all or none: the first that is refused
 * refuses them. Answers for each whether it was left out because its name was taken.
 */
export async function putAll(
  at: At,
  parentId: string,
  { incoming, conflict }: { incoming: readonly Incoming[]; conflict: Choice },
): Promise<boolean[]> {
  const { row: top, space } = await holdFolder(at, parentId)
  // all at once and in one order, versions too, so that nobody who stores some of the same waits for us while we wait for him
  await holdBlobs(
    at.db,
    incoming.flatMap(({ content }) => (content ? [content.sha256] : [])),
    true,
  )
  const sight = await sightOf(at, top.spaceId)
  const places = new Map<string, Place>([
    ['', { ...place(top.id, top.ancestors), level: top.level, fresh: false, keys: new Set(), asked: false }],
  ])
  const plan: Plan = { at, sight, conflict, places, made: [], later: [], taken: incoming.map(() => false) }
  const deepest = incoming.reduce((most, { names }) => Math.max(most, names.length), 0)
  for (let depth = 0; depth < deepest; depth += 1) {
    const here = incoming.flatMap((one, index) => (one.names.length > depth ? [{ ...one, index }] : []))
    const there = await found(plan, here, depth)
    for (const one of here) await planStep(plan, one, { depth, there })
  }
  const files = plan.made.filter(({ kind }) => kind === 'file')
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  await makeRoom(at.db, space, bytes)
  await charge(at.db, space, bytes)
  const sizes = sizesAbove(files)
  for (const node of plan.made) if (node.kind === 'folder') node.size = sizes.get(node.id) ?? 0
  await insertNodes(at.db, top.spaceId, plan.made)
  for (const { id } of plan.made) sizes.delete(id)
  await addSizes(at.db, sizes)
  await noteEach(
    at.db,
    plan.made.map(({ id, above, name, kind, size }) => ({
      node: { id, spaceId: top.spaceId, ancestors: above, name },
      ...(kind === 'file' ? { verb: 'upload', detail: { size } } : { verb: 'folder', detail: {} }),
    })),
  )
  for (const { folder, name, content } of plan.later)
    await putBlob(at, { ...content, parentId: folder, name, conflict: 'version' })
  for (const node of files) if (await wantText(at.db, node)) break
  return plan.taken
}

type Plan = {
  at: At
  sight: Sight
  conflict: Choice
  places: Map<string, Place>
  made: NewNode[]
  /** New versions of what is there, one by one. */
  later: { folder: string; name: string; content: Content }[]
  taken: boolean[]
}
type Here = Incoming & { index: number }

const place = (id: string, ancestors: readonly string[]) => ({ id, path: [...ancestors, id] })

/** What lies already under the names that come at this depth: one question for all of them. */
async function found({ at, places }: Plan, here: readonly Here[], depth: number): Promise<Map<string, NodeRow>> {
  const asked = new Map<string, { parent: string; key: string }>()
  for (const { names } of here) {
    const above = places.get(pathKey(names.slice(0, depth)))
    const key = nameKey(names[depth] ?? '')
    if (above && !above.fresh) asked.set(`${above.id}/${key}`, { parent: above.id, key })
  }
  if (asked.size === 0) return new Map()
  const wanted = [...asked.values()]
  const rows = await nodes(at.db)
    .where('trashed_at', 'is', null)
    .where(
      sql<boolean>`(disk_node.parent_id, disk_node.name_key) in (select * from
        unnest(${wanted.map(({ parent }) => parent)}::uuid[], ${wanted.map(({ key }) => key)}::text[]))`,
    )
    .execute()
  return new Map(rows.map((row) => [`${row.parent_id}/${nameKey(row.name)}`, row]))
}

type Step = { depth: number; there: ReadonlyMap<string, NodeRow> }

async function planStep(plan: Plan, { names, content, index }: Here, { depth, there }: Step): Promise<void> {
  const above = plan.places.get(pathKey(names.slice(0, depth)))
  const name = names[depth]
  if (!above || name === undefined) return
  const row = there.get(`${above.id}/${nameKey(name)}`)
  if (content && names.length === depth + 1) return planFile(plan, { above, name, row, content, index })
  const path = pathKey(names.slice(0, depth + 1))
  if (plan.places.has(path)) return
  if (above.keys.has(nameKey(name))) throw new Refusal('diskNameFile', { name })
  plan.places.set(path, row ? folderThere(plan, row, name) : newFolder(plan, above, name))
}

/** A folder that is there, if he sees it. */
function folderThere({ at, sight }: Plan, row: NodeRow, name: string): Place {
  const { id, kind, level, ancestors } = toRow(row, levelIn(sight, standing(row)), at.user.id)
  if (level < diskLevel.view) throw new Refusal('diskNameTaken', { name }, { name })
  if (kind !== 'folder') throw new Refusal('diskNameFile', { name })
  return { ...place(id, ancestors), level, fresh: false, keys: new Set(), asked: false }
}

function newFolder({ made }: Plan, above: Place, name: string): Place {
  checkUpload(above, name)
  if (above.path.length >= DEEPEST) throw new Refusal('diskTooDeep', { most: DEEPEST })
  const id = randomUUID()
  made.push({ id, above: above.path, name, kind: 'folder', ext: '', mime: '', size: 0, content: null })
  above.keys.add(nameKey(name))
  return { ...place(id, above.path), level: above.level, fresh: true, keys: new Set(), asked: true }
}

function checkUpload({ level }: Place, name: string): void {
  if (level < diskLevel.upload) throw new Refusal('diskMayNot', { name })
}

type NewFile = { above: Place; name: string; row: NodeRow | undefined; content: Content; index: number }

async function planFile(plan: Plan, { above, name: wanted, row, content, index }: NewFile): Promise<void> {
  checkUpload(above, wanted)
  const { at, conflict, later, made, taken } = plan
  let name = wanted
  if (row || above.keys.has(nameKey(name))) {
    if (conflict === 'skip') {
      taken[index] = true
      return
    }
    if (conflict === 'version') {
      later.push({ folder: above.id, name, content })
      return
    }
    if (!above.asked) {
      for (const key of await takenNames(at.db, above.id)) above.keys.add(key)
      above.asked = true
    }
    name = freeName(name, above.keys)
  }
  above.keys.add(nameKey(name))
  const kind = { ext: extensionOf(name), mime: mimeOf(name) }
  const { sha256, size } = content
  made.push({
    id: randomUUID(),
    above: above.path,
    name,
    kind: 'file',
    ...kind,
    size,
    content: { file: randomUUID(), sha256 },
  })
}

/** What files add to the folders above them. */
function sizesAbove(files: readonly NewNode[]): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const { above, size } of files) for (const id of above) sizes.set(id, (sizes.get(id) ?? 0) + size)
  return sizes
}
