import { type FileHandle, open } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { callbackify } from 'node:util'
import { release } from './release.ts'

/** So much waits while what came before is written, and is then written in one go. */
const AT_ONCE = 1024 * 1024

type Sink = {
  /** As of fs.open; a new file by default. */
  flags?: string
  start?: number
  /** Looks at what is to be written next; throws for what must not be. */
  admit?: (pieces: readonly Buffer[], length: number) => void
  /** Told how many bytes have been written since. */
  wrote?: (length: number) => void
}

/** A file as a stream writes it. The memory of what has been written is given back: nobody else may hold these pieces. */
export function fileSink(path: string, { flags = 'w', start = 0, admit, wrote }: Sink = {}): Writable {
  let file: FileHandle | undefined
  let at = start
  const begin = callbackify(async () => {
    file = await open(path, flags, 0o600)
  })
  const put = callbackify(async (pieces: readonly Buffer[]) => {
    const length = sizeOf(pieces)
    admit?.(pieces, length)
    if (file) await writeAll(file, pieces, at)
    at += length
    wrote?.(length)
    for (const piece of pieces) release(piece)
  })
  const end = callbackify(async () => file?.close())
  return new Writable({
    highWaterMark: AT_ONCE,
    construct: begin,
    write: (piece: Buffer, _, done) => put([piece], done),
    writev: (pieces, done) =>
      put(
        pieces.map(({ chunk }) => chunk as Buffer),
        done,
      ),
    destroy: (error, done) => end((failed) => done(error ?? failed)),
  })
}

const sizeOf = (pieces: readonly Buffer[]) => pieces.reduce((sum, { length }) => sum + length, 0)

/** Writes from the byte `at`. A disk that fills up takes a part of what it is given, and only then says so. */
export async function writeAll(file: FileHandle, pieces: readonly Buffer[], at: number): Promise<void> {
  const { bytesWritten } = await file.writev(pieces, at)
  if (bytesWritten === sizeOf(pieces)) return
  const rest = Buffer.concat(pieces).subarray(bytesWritten)
  for (let done = 0; done < rest.length;)
    done += (await file.write(rest, done, rest.length - done, at + bytesWritten + done)).bytesWritten
}
