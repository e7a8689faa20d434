import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { Zip, ZipDeflate } from 'fflate'
import type { WorkerSays } from '#server/kernel/worker-run.ts'

// The thread that packs files, piece by piece: never a whole one in memory.

export type ZipOrder = { path: string; entries: readonly { from: string; name: string }[] }

const { path, entries }: ZipOrder = workerData
const out = createWriteStream(path, { mode: 0o600 })
const zip = new Zip((error, piece) => {
  if (error) throw error
  out.write(piece)
})
for (const { from, name } of entries) {
  const entry = new ZipDeflate(name, { level: 6 })
  zip.add(entry)
  for await (const piece of createReadStream(from)) {
    entry.push(piece)
    if (out.writableNeedDrain) await once(out, 'drain')
  }
  entry.push(new Uint8Array(0), true)
}
zip.end()
out.end()
await once(out, 'finish')
parentPort?.postMessage({ kind: 'done', result: {} } satisfies WorkerSays<object>, [])
