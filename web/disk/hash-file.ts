import type { HashAsked, HashSaid } from './hash-worker.ts'

type Waiting = { done: (sha256: string | undefined) => void; read: (bytes: number) => void }
const waiting = new Map<number, Waiting>()
let worker: Worker | undefined
let count = 0

function heard({ data }: MessageEvent<HashSaid>) {
  const one = waiting.get(data.id)
  if (!one) return
  if (data.state === 'reading') {
    one.read(data.read)
    return
  }
  waiting.delete(data.id)
  one.done(data.state === 'done' ? data.sha256 : undefined)
}

/** The worker cannot run here (an old browser, no memory): files go up without being known beforehand. */
function broken() {
  worker?.terminate()
  worker = undefined
  for (const { done } of waiting.values()) done(undefined)
  waiting.clear()
}

function hasher(): Worker {
  if (worker) return worker
  worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', heard)
  worker.addEventListener('error', broken)
  return worker
}

/** The SHA-256 of a file in hex, made beside the page; undefined where it cannot be. `read` hears how many bytes are behind it. */
export function hashFile(file: Blob, read: (bytes: number) => void): Promise<string | undefined> {
  return new Promise((done) => {
    try {
      const asked: HashAsked = { id: ++count, file }
      waiting.set(asked.id, { done, read })
      hasher().postMessage(asked, [])
    } catch {
      broken()
    }
  })
}
