import { createServer, get, type IncomingMessage } from 'node:http'
import { type AddressInfo } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { release, releasing } from './release.ts'

const MB = 1024 * 1024
const COUNT = 24
/** Pieces with memory of their own, each full of its number. */
const pieces = () => Readable.from(Array.from({ length: COUNT }, (_, n) => Buffer.alloc(MB, n + 1)))

test('a piece gives its memory back; one that shares it with others does not', () => {
  const own = Buffer.alloc(MB, 1)
  release(own)
  expect(own).toHaveLength(0)
  const whole = Buffer.alloc(MB, 2)
  release(whole.subarray(1))
  expect(whole.equals(Buffer.alloc(MB, 2))).toBe(true)
  const small = Buffer.from('abc')
  release(small)
  expect(small.toString()).toBe('abc')
})

test('a reader that waits long gets every byte as it was', async () => {
  const server = createServer((_request, reply) => void releasing(pieces()).pipe(reply))
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1' }, resolve).once('error', reject)
  })
  await sleep(300)
  let at = 0
  let wrong = 0
  for await (const piece of answer) {
    const bytes = piece as Buffer
    for (let next = 0; next < bytes.length;) {
      const n = Math.floor(at / MB)
      const part = bytes.subarray(next, next + (n + 1) * MB - at)
      if (!part.equals(Buffer.alloc(part.length, n + 1))) wrong++
      next += part.length
      at += part.length
    }
    if (at < 10 * MB) await sleep(1)
  }
  server.close()
  expect({ at, wrong }).toEqual({ at: COUNT * MB, wrong: 0 })
}, 30_000)

test('what is piped elsewhere stays as it is', async () => {
  const kept: Buffer[] = []
  for await (const piece of releasing(pieces()).pipe(new PassThrough())) kept.push(piece as Buffer)
  await sleep(10)
  expect(Buffer.concat(kept)).toHaveLength(COUNT * MB)
})
