import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { Refusal } from './errors.ts'
import { writeAll } from './file-sink.ts'
import { release } from './release.ts'

/** Plain bytes of one chunk; only the last may be shorter. */
export const CHUNK = 64 * 1024
const TAG = 16
export const SEALED_CHUNK = CHUNK + TAG

/**
 * How content lies encrypted: chunks of 64 KB under AES-256-GCM, each followed by its tag. The key is made of the tenant's and of
 * the content's SHA-256, so one key never sees two contents and a chunk's number is nonce enough. The number and a mark of the last
 * chunk are the nonce: chunks that were swapped, left out or cut off do not open.
 */
export type ContentKey = Buffer

export const contentKey = (tenantKey: Buffer, sha256: string): ContentKey =>
  Buffer.from(hkdfSync('sha256', tenantKey, '', `digao blob ${sha256}`, 32))

function nonceOf(chunk: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(chunk, 5, 6)
  nonce.writeUInt8(last ? 1 : 0, 11)
  return nonce
}

/** How many chunks content of this size has; empty content has one, so that also its absence is proved. */
const chunksOf = (size: number) => Math.max(1, Math.ceil(size / CHUNK))

/** Bytes that content of `size` takes sealed. */
export const sealedSize = (size: number): number => size + chunksOf(size) * TAG

type Piece = (piece: Buffer, last: boolean) => Buffer[]

/** What it throws goes to the stream. */
const attempt = (done: (error?: Error) => void, work: () => void) => {
  try {
    work()
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)))
    return
  }
  done()
}

/** Cuts a stream, which nobody else reads, into pieces of exactly `length`; the last, which may be shorter, is told as such. */
function inPieces(length: number, each: Piece): Transform {
  let held: Buffer[] = []
  let size = 0
  // what the held parts lie in
  let owners: Buffer[] = []
  const used = () => {
    for (const owner of owners) release(owner)
    owners = []
    held = []
    size = 0
  }
  return new Transform({
    transform(chunk: Buffer, _, done) {
      attempt(done, () => {
        let at = 0
        // a whole piece waits until more comes: it may be the last
        while (size + chunk.length - at > length) {
          const rest = chunk.subarray(at, at + length - size)
          // most pieces lie in one chunk, and are not copied
          const piece = size === 0 ? rest : Buffer.concat([...held, rest])
          at += rest.length
          for (const out of each(piece, false)) this.push(out)
          used()
        }
        owners.push(chunk)
        held.push(chunk.subarray(at))
        size += chunk.length - at
      })
    },
    flush(done) {
      attempt(done, () => {
        for (const out of each(Buffer.concat(held), true)) this.push(out)
        used()
      })
    },
  })
}

/** So many chunks are sealed and written in one go. */
const AT_ONCE = 8

/** Seals the file `from` into a new file `to`. One buffer serves all reads: new ones would cost more to collect than the sealing. */
export async function sealFile(from: string, to: string, key: ContentKey): Promise<void> {
  const buffer = Buffer.allocUnsafe(AT_ONCE * CHUNK)
  const source = await open(from)
  try {
    const { size } = await source.stat()
    const target = await open(to, 'wx', 0o600)
    try {
      const chunks = chunksOf(size)
      for (let first = 0; first < chunks; first += AT_ONCE) {
        const length = Math.min(buffer.length, size - first * CHUNK)
        if (!(await filled(source, buffer.subarray(0, length)))) throw new Error('the file became shorter')
        const sealed: Buffer[] = []
        for (let chunk = first; chunk < Math.min(chunks, first + AT_ONCE); chunk++) {
          const at = (chunk - first) * CHUNK
          const cipher = createCipheriv('aes-256-gcm', key, nonceOf(chunk, chunk === chunks - 1))
          sealed.push(cipher.update(buffer.subarray(at, Math.min(at + CHUNK, length))))
          cipher.final()
          sealed.push(cipher.getAuthTag())
        }
        await writeAll(target, sealed, first * SEALED_CHUNK)
        for (const piece of sealed) release(piece)
      }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Reads on until the buffer is full; false where the file ends before. */
async function filled(source: FileHandle, buffer: Buffer): Promise<boolean> {
  for (let at = 0; at < buffer.length;) {
    const { bytesRead } = await source.read(buffer, at, buffer.length - at, null)
    if (bytesRead === 0) return false
    at += bytesRead
  }
  return true
}

/** Which bytes of the object hold these of the content; `end` is inclusive. */
export function sealedRange(size: number, range: { start: number; end: number }): { start: number; end: number } {
  const last = Math.floor(range.end / CHUNK)
  return {
    start: Math.floor(range.start / CHUNK) * SEALED_CHUNK,
    end: Math.min((last + 1) * SEALED_CHUNK, sealedSize(size)) - 1,
  }
}

/**
 * Sealed bytes (of the whole, or as `sealedRange` says) in, the plain bytes of the range out; each chunk only after its tag held.
 * What does not open ends with the refusal `fileDamaged`.
 */
export function unsealing(key: ContentKey, size: number, range?: { start: number; end: number }): Transform {
  const { start = 0, end = size - 1 } = range ?? {}
  const lastOfAll = chunksOf(size) - 1
  const lastWanted = range ? Math.floor(end / CHUNK) : lastOfAll
  let chunk = Math.floor(start / CHUNK)
  return inPieces(SEALED_CHUNK, (piece, ended) => {
    // fewer or more chunks than the content has
    if (piece.length < TAG || chunk > lastWanted || (ended && chunk !== lastWanted)) throw new Refusal('fileDamaged')
    const plain = opened(key, piece, nonceOf(chunk, chunk === lastOfAll))
    const from = chunk * CHUNK
    chunk++
    return [plain.subarray(Math.max(0, start - from), Math.min(plain.length, end + 1 - from))]
  })
}

function opened(key: ContentKey, piece: Buffer, nonce: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
  decipher.setAuthTag(piece.subarray(piece.length - TAG))
  try {
    const plain = decipher.update(piece.subarray(0, piece.length - TAG))
    decipher.final()
    return plain
  } catch {
    throw new Refusal('fileDamaged')
  }
}
