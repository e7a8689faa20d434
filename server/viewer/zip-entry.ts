import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise } from 'yauzl'
import { MOST_ENTRY_MB } from '#contract/viewer.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { fileName } from '#server/kernel/files.ts'
import { FileProblem } from '#server/ledger/read/file-problem.ts'
import { inTurn } from './in-turn.ts'
import { listed, MOST_LISTED } from './zip-entries.ts'

const MOST = MOST_ENTRY_MB * 1024 ** 2
const SECONDS = 60
/** Unpacking takes a processor. */
const fewAtOnce = inTurn(2)

/**
 * Writes one entry of an archive, by its place in the listing, to the local path `to`; answers what it is called, without its
 * folders. Its name never becomes a path. Refuses with viewerEntryLocked, viewerEntryUnsafe, viewerEntryLarge, viewerEntryBroken;
 * folders and places beyond the listing are not found. What unpacks to more than it says is broken.
 */
export const unpackEntry = (path: string, place: number, to: string): Promise<string> =>
  fewAtOnce(() => unpack(path, place, to))

async function unpack(path: string, place: number, to: string): Promise<string> {
  // sizes are held to below: a listing is as tolerant as this
  const zip = await openPromise(path, {
    lazyEntries: true,
    autoClose: false,
    decodeStrings: false,
    validateEntrySizes: false,
  }).catch(damaged)
  try {
    const entry = place < MOST_LISTED ? await entryAt(zip, place).catch(damaged) : undefined
    if (!entry) throw notFound()
    const { name, folder, size, encrypted, unsafe } = listed(entry)
    if (folder) throw notFound()
    const called = fileName(name)
    if (encrypted) throw new Refusal('viewerEntryLocked', { entry: called })
    if (unsafe) throw new Refusal('viewerEntryUnsafe', { entry: called })
    if (size > MOST) throw new Refusal('viewerEntryLarge', { entry: called, limit: MOST_ENTRY_MB })
    if (size === 0) throw new Refusal('fileEmpty')
    const sum = await written(zip, entry, to).catch((error: unknown) => {
      throw error instanceof Error && 'syscall' in error ? error : new Refusal('viewerEntryBroken', { entry: called })
    })
    if (sum !== entry.crc32) throw new Refusal('viewerEntryBroken', { entry: called })
    return called
  } finally {
    zip.close()
  }
}

/** What the reader says of a directory it cannot make out; a fault of the disk stays one. */
function damaged(error: unknown): never {
  if (!(error instanceof Error) || 'syscall' in error) throw error
  throw new FileProblem('fileDamaged')
}

type Zip = Awaited<ReturnType<typeof openPromise>>

async function entryAt(zip: Zip, place: number): Promise<Entry | undefined> {
  let at = 0
  for await (const entry of zip.eachEntry()) if (at++ === place) return entry
  return undefined
}

/** Answers the sum of what was written; what grows beyond the size the directory says is stopped there. */
async function written(zip: Zip, entry: Entry, to: string): Promise<number> {
  let sum = 0
  let size = 0
  await pipeline(
    await zip.openReadStreamPromise(entry),
    async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        sum = crc32(part, sum)
        size += part.length
        if (size > entry.uncompressedSize) throw new FileProblem('fileBomb')
        yield part
      }
    },
    createWriteStream(to, { flags: 'wx', mode: 0o600 }),
    { signal: AbortSignal.timeout(SECONDS * 1000) },
  )
  return sum
}
