import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Transform } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { DISK_UNZIP_JOB, diskLevel } from '#contract/disk-shapes.ts'
import { say } from '#contract/errors.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Jobs, Kernel, Progress } from '#server/kernel/kernel.ts'
import type { Context, User } from '#server/kernel/service.ts'
import { leavesFolder, memberName, systemMember } from '../ledger/read/archive-names.ts'
import { type Asked, askedBy, personNow } from '../list/job-context.ts'
import { withScratch } from '../list/result-file.ts'
import { note } from './activity.ts'
import { holdFolder } from './change.ts'
import { makeFolders } from './folders.ts'
import { pathNames } from './names.ts'
import { putFile } from './put.ts'
import { nodeById } from './rows.ts'
import { checkPackage, checkRoom } from './spaces.ts'

type Choice = 'skip' | 'version' | 'rename'
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

async function unpack({ kernel, user, zip, input, progress }: Work, members: readonly Member[]) {
  const actor = { tenantId: user.tenantId, userId: user.id }
  const skipped: Skipped[] = []
  let files = 0
  for (const [at, { entry, path }] of members.entries()) {
    progress.signal.throwIfAborted()
    const names = pathNames(path)
    await progress.at((at / members.length) * 100, 'diskUnpacking', { file: names.at(-1) ?? path })
    try {
      if (path.endsWith('/')) {
        await kernel.database.inTenant(actor, (db) => makeFolders({ db, user }, input.targetId, names.join('/')))
        continue
      }
      const stored = await withScratch(kernel, async (scratch) => {
        await extract(zip, { entry, path }, scratch)
        return putFile(
          { kernel, user },
          {
            parentId: input.targetId,
            relPath: names.slice(0, -1).join('/'),
            name: names.at(-1) ?? '',
            path: scratch,
            conflict: input.conflict,
          },
        )
      })
      if (stored.skipped)
        skipped.push({ name: path, why: say('diskNameTaken', input.language, { name: stored.node.name }) })
      else files += 1
    } catch (error) {
      if (!(error instanceof Refusal) || stops.has(error.key)) throw error
      skipped.push({ name: path, why: say(error.key, input.language, error.params) })
    }
  }
  return { files, skipped }
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

/** One entry to a file; it cannot grow beyond what the directory said of it. */
async function extract(zip: ZipFile, { entry, path: name }: Member, to: string): Promise<void> {
  let bytes = 0
  let sum = 0
  const count = new Transform({
    transform(chunk: Buffer, _, pass) {
      bytes += chunk.length
      sum = crc32(chunk, sum)
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
}

const isOurs = (error: unknown) => error instanceof Refusal || (error instanceof Error && 'syscall' in error)
