import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { SELF_CHECK_MESSAGE, type selfCheck, STREAM_PIECES } from '#contract/self-check.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Service } from '#server/kernel/service.ts'

const PIECE_MS = 150

/** Nothing here is kept or changes anything, so nothing is audited. */
export const selfCheckService: Service<typeof selfCheck> = {
  clock: () => Promise.resolve({ now: Date.now() }),

  async echo({ db, user, kernel }, { text }) {
    await kernel.push.send(db, user.id, SELF_CHECK_MESSAGE, { text })
    return {}
  },

  async stream({ reply, trace }) {
    reply.hijack()
    const out = reply.raw
    out.writeHead(200, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-trace-id': trace,
    })
    for (let piece = 1; piece <= STREAM_PIECES && !out.destroyed; piece++) {
      out.write(`${piece}\n`)
      await pause(PIECE_MS)
    }
    out.end()
  },

  async upload({ files }) {
    const [file] = files
    if (!file) throw new Refusal('fileEmpty')
    const hash = createHash('sha256')
    await pipeline(createReadStream(file.path), hash)
    return { size: file.size, sha256: hash.digest('hex') }
  },
}
