import { createSHA256 } from 'hash-wasm'

/** What a page sends: a file to be read; and what it hears: how far, then the SHA-256 in hex, or that it cannot be read. */
export type HashAsked = { id: number; file: Blob }
export type HashSaid =
  | { id: number; state: 'reading'; read: number }
  | { id: number; state: 'done'; sha256: string }
  | { id: number; state: 'failed' }

/** Read at a time: large enough for speed, small enough for a phone. */
const PIECE = 8 * 1024 * 1024

const tell = (said: HashSaid) => postMessage(said)

async function hashed({ id, file }: HashAsked) {
  const hash = await createSHA256()
  hash.init()
  for (let at = 0; at < file.size; at += PIECE) {
    hash.update(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()))
    tell({ id, state: 'reading', read: Math.min(at + PIECE, file.size) })
  }
  tell({ id, state: 'done', sha256: hash.digest('hex') })
}

addEventListener('message', ({ data }: MessageEvent<HashAsked>) => {
  hashed(data).catch(() => tell({ id: data.id, state: 'failed' }))
})
