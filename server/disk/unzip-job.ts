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
import type { Jobs, Kernel, Progress } from '#server/kernel/kernel.ts'
import type { Context, User } from '#server/kernel/service.ts'
import { leavesFolder, memberName, systemMember } from '../ledger/read/archive-names.ts'
import { type Asked, askedBy, personNow } from '../list/job-context.ts'
import { withScratch } from '../list/result-file.ts'
import { note } from './activity.ts'
import { holdFolder } from './change.ts'
import { pathNames } from './names.ts'
import type { Content } from './put.ts'
import { type Choice, type Incoming, putAll } from './put-all.ts'
import { nodeById } from './rows.ts'
import { checkPackage, checkRoom } from './spaces.ts'

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

export function registerUnzip(jobs: Jobs): void {
  jobs.register<UnzipInput>(DISK_UNZIP_JOB, async ({ kernel, actor, input }, progress) => {
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
        await kernel.database.inTenant(actor, async (db) => {
          const { space } = await holdFolder({ db, user }, input.targetId)
          checkRoom(space, bytes)
          await checkPackage(db, bytes)
        })
        const taken = await unpack({ kernel, user, zip, input, progress }, members)
        await kernel.database.inTenant(actor, async (db) => {
          const target = await nodeById({ db, user }, input.targetId)
          await note(db, target, 'unzip', { from: row.name, count: taken.files })
        })
        const all = [...skipped, ...taken.skipped]
        return { files: taken.files, skipped: all.length, told: all.slice(0, MOST_TOLD) }
      } finally {
        zip.close()
      }
    })
  })
}

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

type Work = { kernel: Kernel; user: User; zip: ZipFile; input: UnzipInput; progress: Progress }
type Told = { files: number; skipped: Skipped[] }

/** In batches: each is unpacked and its content stored, then one transaction gives all of it its names. */
async function unpack(work: Work, members: readonly Member[]): Promise<Told> {
  const { kernel, progress } = work
  const told: Told = { files: 0, skipped: [] }
  let done = 0
  for (const batch of batchesOf(members)) {
    progress.signal.throwIfAborted()
    await withScratch(kernel, async (folder) => {
      await mkdir(folder, { mode: 0o700 })
      try {
        const tell = (at: number, { path }: Member) =>
          progress.at(((done + at) / members.length) * 100, 'diskUnpacking', {
            file: path.slice(path.lastIndexOf('/') + 1),
          })
        const ready = await contentOf(work, batch, { folder, told, tell })
        progress.signal.throwIfAborted()
        await nameAll(work, ready, told)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
    done += batch.length
  }
  const order = new Map(members.map(({ path }, at) => [path, at]))
  told.skipped.sort((one, other) => (order.get(one.name) ?? 0) - (order.get(other.name) ?? 0))
  return told
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
type Unpacking = { folder: string; told: Told; tell: (at: number, member: Member) => Promise<void> }

/** The members of a batch whose content the store has by now; what could not be unpacked or may not come in is told. */
async function contentOf(work: Work, batch: readonly Member[], { folder, told, tell }: Unpacking): Promise<Ready[]> {
  const { kernel, user, zip, progress } = work
  const actor = { tenantId: user.tenantId, userId: user.id }
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
      leaveOut(work, told, { name: member.path, error })
      return undefined
    }
  })
  const there = laid.filter((one) => one !== undefined)
  const files = there.flatMap(({ file }) => (file ? [file] : []))
  const stored = (await kernel.blobs.putFiles(actor, files)).values()
  const ready: Ready[] = []
  for (const { path, names, file } of there) {
    const content = file ? stored.next().value : null
    if (content instanceof Refusal) leaveOut(work, told, { name: path, error: content })
    else if (content !== undefined) ready.push({ path, names, content })
  }
  return ready
}

/** All of a batch at once; where one of it is refused, its halves, until it stands alone and is told. */
async function nameAll(work: Work, ready: readonly Ready[], told: Told): Promise<void> {
  const { kernel, user, input, progress } = work
  if (ready.length === 0) return
  progress.signal.throwIfAborted()
  const actor = { tenantId: user.tenantId, userId: user.id }
  try {
    const taken = await kernel.database.inTenant(actor, (db) =>
      putAll({ db, user }, input.targetId, { incoming: ready, conflict: input.conflict }),
    )
    for (const [at, { path, names, content }] of ready.entries()) {
      const name = names.at(-1) ?? ''
      if (taken[at]) told.skipped.push({ name: path, why: say('diskNameTaken', input.language, { name }) })
      else if (content) told.files += 1
    }
  } catch (error) {
    const [first] = ready
    if (!(error instanceof Refusal)) throw error
    if (ready.length === 1 && first) return leaveOut(work, told, { name: first.path, error })
    const half = Math.ceil(ready.length / 2)
    await nameAll(work, ready.slice(0, half), told)
    await nameAll(work, ready.slice(half), told)
  }
}

/** An entry that is refused is told and left out, unless the rest would fare no better. */
function leaveOut({ input }: Work, { skipped }: Told, { name, error }: { name: string; error: unknown }): void {
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
