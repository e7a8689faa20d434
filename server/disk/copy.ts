import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { DEEPEST, DISK_COPY_JOB, diskLevel } from '#contract/disk-shapes.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import type { Jobs } from '#server/kernel/kernel.ts'
import type { Context } from '#server/kernel/service.ts'
import { type Asked, askedBy, personNow } from '../list/job-context.ts'
import { note } from './activity.ts'
import { holdFolder, takenNames } from './change.ts'
import { insertNodes, type NewNode } from './insert-nodes.ts'
import { freeName, nodeName } from './names.ts'
import { makeRoom } from './purge.ts'
import { type DiskRow, nodeById, walk } from './rows.ts'
import type { At } from './sight.ts'
import { addSize, charge } from './spaces.ts'
import { wantText } from './text-queue.ts'

/** More than this at once is a job. */
const AT_ONCE = 200
const MOST_COPIED = 20_000

type Walked = Awaited<ReturnType<typeof walk>>
/**
 * A node with all below it that the person may download, under a free name, all or nothing; `diskTooMany` over `most` nodes.
 * Versions, rules, tags and locks stay with the original.
 */
export async function copyNode(
  at: At,
  { id, targetId, name: given }: { id: string; targetId: string; name?: string },
  most = 2_000,
): Promise<DiskRow> {
  const { db } = at
  const row = await nodeById(at, id, diskLevel.download)
  if (row.parentId === null) throw new Refusal('diskTop')
  const all = await walk(at, row, most)
  const { row: target, space } = await holdFolder(at, targetId)
  if (target.id === row.id || target.ancestors.includes(row.id)) throw new Refusal('diskIntoItself', { name: row.name })
  const deepest = all.reduce((most, { ancestors }) => Math.max(most, ancestors.length), 0) - row.ancestors.length
  if (target.ancestors.length + 1 + deepest >= DEEPEST) throw new Refusal('diskTooDeep', { most: DEEPEST })
  const wanted = given === undefined ? row.name : nodeName(given)
  const made = plan(all, target, freeName(wanted, await takenNames(db, target.id)))
  const [top] = made
  if (!top) throw conflict()
  await makeRoom(db, space, top.size)
  await charge(db, space, top.size)
  await insertNodes(db, target.spaceId, made)
  await addSize(db, [...target.ancestors, target.id], top.size)
  // who reads the original need not see where the copy is
  await note(db, row, 'copy', { count: made.length })
  for (const node of made) if (await wantText(db, node)) break
  const copy = await nodeById(at, top.id)
  await note(db, copy, 'copy', { to: target.name, count: made.length })
  return copy
}

/** The new nodes, parents before children; what the person may not download stays behind with all below it. */
function plan(all: Walked, target: DiskRow, name: string): NewNode[] {
  const made = new Map<string, NewNode>()
  for (const from of all) {
    const first = made.size === 0
    const parent = made.get(from.parentId ?? '')
    if (from.level < diskLevel.download || (!first && !parent)) continue
    const above = parent ? [...parent.above, parent.id] : [...target.ancestors, target.id]
    const { kind, ext, mime, sha256 } = from
    made.set(from.id, {
      id: randomUUID(),
      above,
      name: first ? name : from.name,
      kind,
      ext,
      mime,
      size: kind === 'file' ? from.size : 0,
      content: kind === 'file' ? { file: randomUUID(), sha256 } : null,
    })
  }
  const byId = new Map([...made.values()].map((node) => [node.id, node]))
  for (const node of made.values()) {
    if (node.content === null) continue
    for (const id of node.above) {
      const folder = byId.get(id)
      if (folder) folder.size += node.size
    }
  }
  return [...made.values()]
}

type CopyInput = Asked & { ids: string[]; targetId: string }

/** Copies at once what is little, and the rest as a job; `done` counts what was copied at once. */
export async function copyNodes(
  context: Context,
  { ids, targetId }: { ids: string[]; targetId: string },
): Promise<{ jobId: string; done: number }> {
  const { db, user, kernel, language } = context
  const at = { db, user }
  await holdFolder(at, targetId)
  let nodes = 0
  for (const id of ids) {
    const row = await nodeById(at, id, diskLevel.download)
    nodes += row.kind === 'file' ? 1 : await countBelow(at, id)
  }
  if (nodes > MOST_COPIED) throw new Refusal('diskTooMany', { most: MOST_COPIED })
  if (nodes > AT_ONCE) {
    const actor = { tenantId: user.tenantId, userId: user.id }
    const title = language === 'en' ? 'Copying files' : '复制文件'
    const input: CopyInput = { ...askedBy(context), ids, targetId }
    const job = { type: DISK_COPY_JOB, title, bizType: 'disk', bizId: targetId, input }
    return { jobId: await kernel.jobs.start(db, actor, job), done: 0 }
  }
  for (const id of ids) await copyNode(at, { id, targetId })
  return { jobId: '', done: ids.length }
}

async function countBelow({ db }: At, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int + 1 as n from disk_node
    where ancestors @> array[${id}::uuid] and trashed_at is null`.execute(db)
  return rows[0]?.n ?? 1
}

export function registerCopy(jobs: Jobs): void {
  jobs.register<CopyInput>(DISK_COPY_JOB, async ({ kernel, actor, input }, progress) => {
    const { user } = await personNow(kernel, actor, input, 'disk.use')
    for (const [at, id] of input.ids.entries()) {
      progress.signal.throwIfAborted()
      await progress.at((at / input.ids.length) * 100, 'diskCopying', { at, of: input.ids.length })
      await kernel.database.inTenant(actor, (db) =>
        copyNode({ db, user }, { id, targetId: input.targetId }, MOST_COPIED),
      )
    }
    return { copied: input.ids.length }
  })
}
