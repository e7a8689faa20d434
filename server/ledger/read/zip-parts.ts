import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

import { openPromise, type Entry, type ZipFile } from 'yauzl'

import { FileProblem } from './file-problem.ts'
import type { ReadLimits } from './read-limits.ts'

/** The parts of an archive by name; each may be opened many times. */
export type ZipParts = {
  names: string[]
  size(name: string): number
  /** The part's text in chunks with the bytes unpacked so far; throws `FileProblem` if it is damaged or larger than declared. */
  text(name: string, signal?: AbortSignal): AsyncGenerator<{ text: string; consumed: number }, void, undefined>
  close(): void
}

/**
 * Opens an archive and reads its directory; unpacks nothing. A part that would grow more than `limits.ratio` times, or
 * parts that together pass `limits.unpackedBytes`, refuse the file (fileBomb) before a byte is unpacked; sizes are
 * checked again while unpacking, so a directory that lies is refused too.
 */
export async function openZip(path: string, limits: ReadLimits): Promise<ZipParts> {
  const parts = new Map<string, Entry>()
  let zip: ZipFile
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
  } catch (error) {
    throw damaged(error)
  }
  try {
    if (zip.entryCount > 20_000) throw new FileProblem('fileBomb', { parts: zip.entryCount })
    let unpacked = 0
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize
      const ratio = entry.uncompressedSize / Math.max(entry.compressedSize, 1)
      const bomb = entry.uncompressedSize > limits.ratioFrom && ratio > limits.ratio
      if (bomb || unpacked > limits.unpackedBytes) {
        throw new FileProblem('fileBomb', { part: entry.fileName, unpacked: megabytes(entry.uncompressedSize) })
      }
      if (entry.isEncrypted()) throw new FileProblem('fileEncrypted')
      parts.set(entry.fileName, entry)
    }
  } catch (error) {
    zip.close()
    throw error instanceof FileProblem ? error : damaged(error)
  }
  return {
    names: [...parts.keys()],
    size: (name) => parts.get(name)?.uncompressedSize ?? 0,
    text: (name, signal) => partText(zip, parts.get(name), signal),
    close: () => zip.close(),
  }
}

async function* partText(zip: ZipFile, entry: Entry | undefined, signal?: AbortSignal) {
  if (!entry) throw new FileProblem('fileDamaged')
  let stream: Readable | undefined
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let consumed = 0
  let sum = 0
  try {
    stream = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream) {
      signal?.throwIfAborted()
      const bytes = chunk as Uint8Array
      decoder ??= new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8', { fatal: true })
      const text = decoder.decode(bytes, { stream: true })
      consumed += bytes.length
      sum = crc32(bytes, sum)
      yield { text, consumed }
    }
    decoder?.decode()
    if (sum !== entry.crc32) throw new FileProblem('fileDamaged')
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof FileProblem ? error : damaged(error)
  } finally {
    stream?.destroy()
  }
}

/** yauzl, zlib and the decoder speak of damage in many words; a missing end means the file was cut off. */
function damaged(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EMFILE') return error
  if (/end of central directory|unexpected end|not enough bytes|unexpected EOF/i.test(error.message)) {
    return new FileProblem('fileTruncated')
  }
  if (/relative path|absolute path|characters in fileName/i.test(error.message))
    return new FileProblem('fileUnsafePath')
  return new FileProblem(/too many bytes/i.test(error.message) ? 'fileBomb' : 'fileDamaged')
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2)
