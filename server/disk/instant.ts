import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { z } from 'zod'
import type { diskFile } from '#contract/disk-file.ts'
import { conflictChoice, diskLevel } from '#contract/disk-shapes.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import type { Db } from '#server/kernel/database.ts'
import { holdFolder } from './change.ts'
import { nodeName, pathNames } from './names.ts'
import { putBlob, type Stored } from './put.ts'
import { standing } from './rows.ts'
import { oneToWire } from './wire.ts'
import { type At, levelIn, sightOf } from './sight.ts'

type Calls = Service<typeof diskFile>
type Instant = Awaited<ReturnType<Calls['offer']>>

/** What is smaller is asked for whole: who knows most of a file, an older version say, must not get the rest of it. */
const WHOLE = 1024 * 1024
const RANGES = 16
const LONGEST_RANGE = 64 * 1024
const OPEN_MINUTES = 5

const Target = z.object({ parentId: z.string(), name: z.string(), relPath: z.string(), conflict: conflictChoice })
const Ranges = z.array(z.object({ start: z.number(), end: z.number() }))
type Ranges = z.output<typeof Ranges>

const send: Instant = { state: 'send', node: null, skipped: false, challengeId: '', nonce: '', ranges: [] }
const done = async (at: At, { node, skipped }: Stored): Promise<Instant> => ({
  ...send,
  state: 'done',
  node: await oneToWire(at, node),
  skipped,
})

/**
 * Content by its hash, within the tenant alone. Who can read a file of that content has it at once. Anybody else is asked for
 * hashes of random stretches, whether the content is there or not: a hash alone tells nothing and gives nothing.
 */
export const offer: Calls['offer'] = async ({ db, user }, { sha256, size, ...target }) => {
  const at: At = { db, user }
  nodeName(target.name)
  pathNames(target.relPath)
  await holdFolder(at, target.parentId)
  if (await reads(at, { sha256, size }))
    // what is not handed out any more is sent again: that heals it
    return (await isUnsound(db, sha256)) ? send : done(at, await putBlob(at, { ...target, sha256, size }))
  const nonce = randomBytes(32).toString('hex')
  const ranges = randomRanges(size)
  const { id } = await db
    .insertInto('disk_challenge')
    .values({ sha256, size: BigInt(size), nonce, ranges: JSON.stringify(ranges), target: JSON.stringify(target) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...send, state: 'prove', challengeId: id, nonce, ranges }
}

function randomRanges(size: number): Ranges {
  if (size <= WHOLE) return [{ start: 0, end: size }]
  const length = LONGEST_RANGE
  return Array.from({ length: RANGES }, () => {
    const start = randomInt(0, Math.min(size - length, 2 ** 47) + 1)
    return { start, end: start + length }
  })
}

/** Content that is damaged, or that a scanner has stopped. */
const isUnsound = (db: Db, sha256: string) =>
  db
    .selectFrom('blob')
    .select('sha256')
    .where('sha256', '=', sha256)
    .where((eb) => eb.or([eb('damage', '<>', ''), eb('scan', '=', 'infected')]))
    .executeTakeFirst()

/** Whether he may download a file of the disk that is, or was, this content. */
async function reads(at: At, { sha256, size }: { sha256: string; size: number }): Promise<boolean> {
  const rows = await at.db
    .selectFrom('file')
    .innerJoin('disk_version', 'disk_version.file_id', 'file.id')
    .innerJoin('disk_node', 'disk_node.id', 'disk_version.node_id')
    .select(['disk_node.id', 'disk_node.space_id', 'disk_node.ancestors'])
    .where('file.sha256', '=', sha256)
    .where('file.size', '=', BigInt(size))
    .where('file.is_deleted', '=', 0)
    .where('disk_node.trashed_at', 'is', null)
    .limit(50)
    .execute()
  if (rows.length === 0) return false
  const sight = await sightOf(at)
  return rows.some((row) => levelIn(sight, standing(row)) >= diskLevel.download)
}

const held = (db: Db, sha256: string, size: number) =>
  db
    .selectFrom('file')
    .select('id')
    .where('sha256', '=', sha256)
    .where('size', '=', BigInt(size))
    .where('is_deleted', '=', 0)
    .limit(1)
    .executeTakeFirst()

/** The answer to the question, which is used up by it; wrong, late, another's and not there all read `send`. */
export const prove: Calls['prove'] = async ({ kernel, user }, { challengeId, answers }) => {
  const actor = { tenantId: user.tenantId, userId: user.id }
  const asked = await kernel.database.inTenant(actor, async (db) => {
    const row = await db
      .deleteFrom('disk_challenge')
      .where('id', '=', challengeId)
      .where('user_id', '=', user.id)
      .where('create_time', '>', sql<Date>`now() - make_interval(mins => ${OPEN_MINUTES})`)
      .returning(['sha256', 'size', 'nonce', 'ranges', 'target'])
      .executeTakeFirst()
    const there = row && (await held(db, row.sha256, Number(row.size))) && !(await isUnsound(db, row.sha256))
    return there ? row : undefined
  })
  if (!asked) return send
  const ranges = Ranges.parse(asked.ranges)
  const right = await answersOf({ kernel, actor, ...asked, ranges })
  if (right.length !== answers.length || !right.every((one, at) => same(one, answers[at] ?? ''))) return send
  const target = Target.parse(asked.target)
  return kernel.database.inTenant(actor, async (db) => {
    const content = { sha256: asked.sha256, size: Number(asked.size) }
    // removed while he was answering
    if (!(await held(db, content.sha256, content.size))) return send
    return done({ db, user }, await putBlob({ db, user }, { ...target, ...content }))
  })
}

type Asked = {
  kernel: Pick<Context['kernel'], 'blobs'>
  actor: { tenantId: string; userId: string }
  sha256: string
  nonce: string
  ranges: Ranges
}

/** What the bytes in the store answer; no connection is held meanwhile. */
async function answersOf({ kernel, actor, sha256, nonce, ranges }: Asked): Promise<string[]> {
  const answers: string[] = []
  for (const { start, end } of ranges) {
    const bytes = await buffer(await kernel.blobs.open(actor, sha256, { start, end: end - 1 }))
    answers.push(createHash('sha256').update(Buffer.from(nonce, 'hex')).update(bytes).digest('hex'))
  }
  return answers
}

const same = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
