import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Transform } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { DISK_UNZIP_JOB, diskLevel } from '#contract/disk-shapes.ts'
import { say } from '#contract/errors.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { inTurns } from '#server/kernel/in-turns.ts'
import type { Actor } from '#server/kernel/database.ts'
import type { JobWork } from '#server/kernel/jobs.ts'
import type { Jobs, Kernel, Progress } from '#server/kernel/kernel.ts'
import type { Context, User } from '#server/kernel/service.ts'
import { untangled } from '#server/kernel/untangled.ts'
import { leavesFolder, memberName, systemMember } from '../ledger/read/archive-names.ts'
import { type Asked, askedBy, personNow } from '../list/job-context.ts'
import { withScratch } from '../list/result-file.ts'
import { pathNames } from './names.ts'
import type { Content } from './put.ts'
import { type Choice, type Incoming, putAll } from './put-all.ts'
import { nodeById } from './rows.ts'
import { giveUnzipRoom, keepUnzipRoom, noteUnzip } from './unzip-room.ts'

type UnzipInput = Asked & { id: string; targetId: string; conflict: Choice }

const MOST_ENTRIES = 10_000
const MOST_BYTES = 20 * 1024 ** 3
/** Of one entry that is larger than this; text of zeros packs a thousand to one, papers do not. */
const MOST_RATIO = 200
const RATIO_FROM = 10 * 1024 ** 2
const MOST_TOLD = 50

export async function startUnzip(
  context: Context,
  { id, targetId, conflict }: { id: string; targetId: string; conflict: Choice },
): Promise<string> {
  const { db, user, kernel, language } = context
  const row = await nodeById({ db, user }, id, diskLevel.download)
  if (row.kind !== 'file') throw new Refusal('diskNotFile', { name: row.name })
  const target = await nodeById({ db, user }, targetId, diskLevel.upload)
  if (target.kind !== 'folder') throw new Refusal('diskNotFolder')
  const actor = { tenantId: user.tenantId, userId: user.id }
  const title = language === 'en' ? `Unpacking ${row.name}` : `解压 ${row.name}`
  const input: UnzipInput = { ...askedBy(context), id, targetId, conflict }
  return kernel.jobs.start(db, actor, { type: DISK_UNZIP_JOB, title, bizType: 'disk', bizId: targetId, input })
}

type Member = { entry: Entry; path: string }
type Skipped = { name: string; why: string }

const unzip: JobWork<UnzipInput> = async ({ kernel, actor, jobId, input }, progress) => {
  const { user } = await personNow(kernel, actor, input, 'disk.use')
  const row = await kernel.database.inTenant(actor, (db) => nodeById({ db, user }, input.id, diskLevel.download))
  return kernel.blobs.asPath(actor, row.sha256, async (path) => {
    const zip = await openPromise(path, {
      lazyEntries: true,
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: true,
    }).catch(() => {
      throw new Refusal('diskZipDamaged', { name: row.name })
    })
    try {
      // all of the directory is looked at before anything is written
      const { members, skipped } = await membersOf(zip, row.name, input.language)
      const bytes = members.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
      const room = { jobId, targetId: input.targetId, bytes }
      await kernel.database.inTenant(actor, (db) => keepUnzipRoom({ db, user }, room))
      const told: Told = { files: 0, skipped }
      const noted = () =>
        kernel.database.inTenant(actor, (db) => noteUnzip(db, input.targetId, { from: row.name, count: told.files }))
      try {
        await unpack({ kernel, actor, zip, jobId, input, progress, told }, members)
      } catch (error) {
        if (told.files === 0) throw error
        await noted().catch((worse: unknown) => kernel.log.warn({ err: worse, job: jobId }, 'not noted in its folder'))
        throw stopped(error, { told, of: members.length, language: input.language })
      }
      await noted()
      return { files: told.files, skipped: skipped.length, told: skipped.slice(0, MOST_TOLD) }
    } finally {
      zip.close()
      await kernel.database.inTenant(actor, (db) => giveUnzipRoom(db, jobId))
    }
  })
}

export function registerUnzip(jobs: Jobs): void {
  jobs.register(DISK_UNZIP_JOB, unzip, (kernel, actor, jobId) =>
    kernel.database.inTenant(actor, (db) => giveUnzipRoom(db, jobId)),
  )
}

/** What ended the work, and that something had come in before. */
const stopped = (error: unknown, { told, of, language }: { told: Told; of: number; language: Asked['language'] }) =>
  error instanceof Refusal
    ? new Refusal('diskUnzipStopped', { files: told.files, of, why: error.says(language) })
    : error

/** What is to be unpacked. Refuses the whole archive where it is a bomb, has a password or would leave the folder. */
async function membersOf(zip: ZipFile, archive: string, language: Asked['language']) {
  if (zip.entryCount > MOST_ENTRIES) throw new Refusal('diskZipMany', { most: MOST_ENTRIES })
  const members: Member[] = []
  const skipped: Skipped[] = []
  let bytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const raw: unknown = entry.fileName
      const name = memberName(
        raw instanceof Uint8Array ? raw : Buffer.from(String(raw)),
        (entry.generalPurposeBitFlag & 0x800) !== 0,
      ).replaceAll('\\', '/')
      if (leavesFolder(name)) throw new Refusal('diskZipLeaves', { part: name.slice(0, 100) })
      if (entry.isEncrypted()) throw new Refusal('diskZipEncrypted')
      bytes += entry.uncompressedSize
      const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
      if (bytes > MOST_BYTES || (entry.uncompressedSize > RATIO_FROM && ratio > MOST_RATIO))
        throw new Refusal('diskZipBomb', { part: name.slice(0, 100) })
      if (systemMember(name) || isLink(entry)) continue
      const problem = problemOf(name, language)
      if (problem) skipped.push({ name: name.slice(0, 200), why: problem })
      else members.push({ entry, path: name })
      if (members.length + skipped.length > MOST_ENTRIES) throw new Refusal('diskZipMany', { most: MOST_ENTRIES })
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('diskZipDamaged', { name: archive })
  }
  return { members, skipped }
}

/** A link of a Unix system: its content is a path, which leads nobody anywhere here. */
const isLink = (entry: Entry) => ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000

function problemOf(name: string, language: Asked['language']): string | undefined {
  try {
    pathNames(name)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return say(error.key, language, error.params)
    throw error
  }
}

/** What has come in, and what was left out so far. */
type Told = { files: number; skipped: Skipped[] }
type Job = {
  kernel: Kernel
  actor: Actor
  zip: ZipFile
  jobId: string
  input: UnzipInput
  progress: Progress
  told: Told
}
/** With the rights the person has now. */
type Work = Job & { user: User }

/** In batches: each is unpacked and its content stored, then one transaction gives all of it its names. */
async function unpack(job: Job, members: readonly Member[]): Promise<void> {
  const { kernel, actor, input, progress, told } = job
  let done = 0
  for (const batch of batchesOf(members)) {
    progress.signal.throwIfAborted()
    const { user } = await personNow(kernel, actor, input, 'disk.use')
    // a folder that is gone or closed to him by now takes nothing more
    await kernel.database.inTenant(actor, (db) => nodeById({ db, user }, input.targetId, diskLevel.upload))
    const work: Work = { ...job, user }
    await withScratch(kernel, async (folder) => {
      await mkdir(folder, { mode: 0o700 })
      try {
        const tell = (at: number, { path }: Member) =>
          progress.at(((done + at) / members.length) * 100, 'diskUnpacking', {
            file: path.slice(path.lastIndexOf('/') + 1),
          })
        const ready = await contentOf(work, batch, { folder, tell })
        progress.signal.throwIfAborted()
        await nameAll(work, ready)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
    done += batch.length
  }
  const order = new Map(members.map(({ path }, at) => [path, at]))
  told.skipped.sort((one, other) => (order.get(one.name) ?? -1) - (order.get(other.name) ?? -1))
}

/** So much of an archive lies unpacked beside it at a time, unless one of its files is larger. */
const BATCH_BYTES = 64 * 1024 ** 2
const BATCH_ENTRIES = 250
/** Entries that are unpacked at the same time. */
const AT_ONCE = 4

function* batchesOf(members: readonly Member[]): Generator<Member[]> {
  let batch: Member[] = []
  let bytes = 0
  for (const member of members) {
    const size = member.entry.uncompressedSize
    if (batch.length && (batch.length >= BATCH_ENTRIES || bytes + size > BATCH_BYTES)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(member)
    bytes += size
  }
  if (batch.length) yield batch
}

type Ready = Incoming & { path: string }
type Unpacking = { folder: string; tell: (at: number, member: Member) => Promise<void> }

/** The members of a batch whose content the store has by now; what could not be unpacked or may not come in is told. */
async function contentOf(work: Work, batch: readonly Member[], { folder, tell }: Unpacking): Promise<Ready[]> {
  const { kernel, actor, zip, progress } = work
  const laid = await inTurns(batch, AT_ONCE, async (member, at) => {
    progress.signal.throwIfAborted()
    await tell(at, member)
    const names = pathNames(member.path)
    const name = names.at(-1) ?? ''
    if (member.path.endsWith('/')) return { path: member.path, names, file: null }
    const file = join(folder, String(at))
    try {
      return { path: member.path, names, file: { ...(await extract(zip, member, file)), path: file, name } }
    } catch (error) {
      leaveOut(work, { name: member.path, error })
      return undefined
    }
  })
  const there = laid.filter((one) => one !== undefined)
  const files = there.flatMap(({ file }) => (file ? [file] : []))
  const stored = (await kernel.blobs.putFiles(actor, files)).values()
  const ready: Ready[] = []
  for (const { path, names, file } of there) {
    const content = file ? stored.next().value : null
    if (content instanceof Refusal) leaveOut(work, { name: path, error: content })
    else if (content !== undefined) ready.push({ path, names, content })
  }
  return ready
}

/** All of a batch at once; where one of it is refused, its halves, until it stands alone and is told. */
async function nameAll(work: Work, ready: readonly Ready[]): Promise<void> {
  const { kernel, actor, user, jobId, input, progress, told } = work
  if (ready.length === 0) return
  progress.signal.throwIfAborted()
  const bytes = ready.reduce((sum, { content }) => sum + (content?.size ?? 0), 0)
  try {
    const taken = await untangled(() =>
      kernel.database.inTenant(actor, async (db) => {
        await giveUnzipRoom(db, jobId, bytes)
        return putAll({ db, user }, input.targetId, { incoming: ready, conflict: input.conflict })
      }),
    )
    for (const [at, { path, names, content }] of ready.entries()) {
      const name = names.at(-1) ?? ''
      if (taken[at]) told.skipped.push({ name: path, why: say('diskNameTaken', input.language, { name }) })
      else if (content) told.files += 1
    }
  } catch (error) {
    const [first] = ready
    if (!(error instanceof Refusal)) throw error
    if (ready.length === 1 && first) return leaveOut(work, { name: first.path, error })
    const half = Math.ceil(ready.length / 2)
    await nameAll(work, ready.slice(0, half))
    await nameAll(work, ready.slice(half))
  }
}

/** An entry that is refused is told and left out, unless the rest would fare no better. */
function leaveOut({ input, told: { skipped } }: Work, { name, error }: { name: string; error: unknown }): void {
  if (!(error instanceof Refusal) || stops.has(error.key)) throw error
  skipped.push({ name, why: say(error.key, input.language, error.params) })
}

/** With these the rest would fare no better. */
const stops: ReadonlySet<string> = new Set([
  'diskSpaceFull',
  'overLimit',
  'storeFull',
  'storeDown',
  'notFound',
  'diskZipBomb',
])

/** One entry to a file, and what its bytes come to; it cannot grow beyond what the directory said of it. */
async function extract(zip: ZipFile, { entry, path: name }: Member, to: string): Promise<Content> {
  const hash = createHash('sha256')
  let bytes = 0
  let sum = 0
  const count = new Transform({
    transform(chunk: Buffer, _, pass) {
      bytes += chunk.length
      sum = crc32(chunk, sum)
      hash.update(chunk)
      if (bytes > entry.uncompressedSize) pass(new Refusal('diskZipBomb', { part: name }))
      else pass(null, chunk)
    },
  })
  const body = await zip.openReadStreamPromise(entry).catch(() => {
    throw new Refusal('diskZipDamaged', { name })
  })
  await pipeline(body, count, createWriteStream(to, { mode: 0o600 })).catch((error: unknown) => {
    throw isOurs(error) ? error : new Refusal('diskZipDamaged', { name })
  })
  if (sum !== entry.crc32) throw new Refusal('diskZipDamaged', { name })
  return { sha256: hash.digest('hex'), size: bytes }
}

const isOurs = (error: unknown) => error instanceof Refusal || (error instanceof Error && 'syscall' in error)
