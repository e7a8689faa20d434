import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { given, tell } from './child.ts'

// The reference for files: node:http that writes a body to a file and through to the disk, and sends a file. No checksum, no
// database, nobody who asks.

export type BareFilesOrder = { path: string }
export type BareFiles = { port: number }

const { path } = given() as BareFilesOrder

const server = createServer((request, reply) => {
  const work = request.method === 'PUT' ? take() : send()
  work.catch((error: unknown) => reply.destroy(error instanceof Error ? error : new Error(String(error))))

  async function take() {
    await pipeline(request, createWriteStream(path))
    const handle = await open(path)
    await handle.sync()
    await handle.close()
    reply.end('{}')
  }
  async function send() {
    reply.setHeader('content-length', (await stat(path)).size)
    await pipeline(createReadStream(path), reply)
  }
})
process.once('SIGTERM', () => process.exit(0))
server.listen(0, '127.0.0.1', () => void tell({ port: (server.address() as AddressInfo).port } satisfies BareFiles))
