import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { ERRORS } from '@tus/server'
import { fileSink } from './file-sink.ts'

const full: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])
const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

type Place = {
  path: string
  /** Where the piece begins: the end of what is there. */
  offset: number
  /** More bytes than these are refused. */
  most: number
  /** Somebody else wants to go on with the upload: what has come is kept, and no more is taken. */
  signal: AbortSignal
}

/** Appends the body of a request to the file of an upload; answers its new size. What had come when it broke off stays. */
export async function receive(body: IncomingMessage, { path, offset, most, signal }: Place): Promise<number> {
  let written = 0
  const file = fileSink(path, {
    flags: 'r+',
    start: offset,
    admit: (_, length) => {
      if (written + length > most) throw ERRORS.ERR_MAX_SIZE_EXCEEDED
    },
    wrote: (length) => (written += length),
  })
  const stop = () => {
    body.unpipe(file)
    file.end()
  }
  body.once('error', stop).once('close', stop)
  signal.addEventListener('abort', stop, { once: true })
  try {
    body.pipe(file)
    if (signal.aborted || (body.destroyed && !body.readableEnded)) stop()
    await finished(file)
  } catch (error) {
    // an answer leaves before the connection is closed, and the rest is not wanted
    body.resume()
    // a disk that is full says so; what had been written stays, and the upload goes on from there once there is room
    throw error === ERRORS.ERR_MAX_SIZE_EXCEEDED || full.has(codeOf(error)) ? error : ERRORS.FILE_WRITE_ERROR
  } finally {
    body.off('close', stop)
    signal.removeEventListener('abort', stop)
  }
  if (!body.complete && !signal.aborted) throw ERRORS.ABORTED
  return offset + written
}
