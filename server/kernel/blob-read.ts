import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import type { BlobKeys } from './blob-keys.ts'
import type { BlobRow } from './blob-row.ts'
import type { Actor } from './database.ts'
import { Refusal } from './errors.ts'
import { contentKey, sealedRange, unsealing } from './sealed-blob.ts'
import type { Stores } from './stores.ts'

type Reading = {
  stores: Stores
  keys: BlobKeys
  actor: Actor
  /** Called when the bytes prove to be others than were stored; whoever reads does not wait for it. */
  damaged: () => void
}

/**
 * The plain bytes of content, or of a range of it. The whole is held against its checksum while it passes, a sealed range against
 * the tags of its chunks: the last bytes leave only when all is right, so wrong content never arrives complete.
 */
export async function readBlob(reading: Reading, row: BlobRow, range?: { start: number; end: number }) {
  const { stores, keys, actor, damaged } = reading
  const store = await stores.of(row.store)
  if (row.sealed === 0) {
    const plain = await store.get(row.storageKey, range)
    // a plain part cannot be proved, unless it is the whole; the scrub finds what is wrong with it
    return range && range.end - range.start + 1 < row.size
      ? plain
      : through(plain, verifying(row.sha256, row.size), damaged)
  }
  const key = contentKey(await keys.of(actor, row.sealed), row.sha256)
  const sealed = await store.get(row.storageKey, range && sealedRange(row.size, range))
  return through(sealed, unsealing(key, row.size, range), damaged)
}

function through(source: Readable, check: Transform, damaged: () => void): Readable {
  pipeline(source, check, (error) => {
    if (error instanceof Refusal) damaged()
  })
  return check
}

/** Passes bytes on, the last of them only when all together have the size and the hash. */
export function verifying(sha256: string, size: number): Transform {
  const hash = createHash('sha256')
  let seen = 0
  let held: Buffer | undefined
  return new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      seen += chunk.length
      const ready = held
      held = chunk
      if (seen > size) done(new Refusal('fileDamaged'))
      else done(null, ready)
    },
    flush(done) {
      if (seen !== size || hash.digest('hex') !== sha256) done(new Refusal('fileDamaged'))
      else done(null, held)
    },
  })
}
