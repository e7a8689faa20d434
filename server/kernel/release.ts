import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'

/**
 * Gives the memory of a piece of a stream back at once; the piece is empty afterwards, so nobody may use it any more. Left to the
 * collector, every few dozen megabytes of pieces make it walk through the whole heap, which costs several times what is done with
 * them. A piece that shares its memory with others keeps it.
 */
export function release(piece: Buffer): void {
  const { buffer } = piece
  if (buffer instanceof ArrayBuffer && piece.length > 0 && piece.length === buffer.byteLength) buffer.transfer(0)
}

/** A stream whose pieces nobody else holds: as an answer, each gives its memory back once it has left. */
export function releasing(body: Readable): Readable {
  const pipe = <T extends NodeJS.WritableStream>(target: T, options?: { end?: boolean }): T => {
    // others keep pieces after they have taken them
    if (!(target instanceof ServerResponse)) return Readable.prototype.pipe.call(body, target, options) as T
    body.on('data', (piece: Buffer) => {
      // one that could not be sent may still be in the hands of the system
      if (!target.write(piece, (error) => void (error ?? release(piece)))) body.pause()
    })
    target.on('drain', () => body.resume())
    body.once('end', () => target.end())
    return target
  }
  return Object.assign(body, { pipe })
}
