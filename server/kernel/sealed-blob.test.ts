import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { CHUNK, contentKey, sealedRange, sealedSize, sealFile, unsealing } from './sealed-blob.ts'

const key = contentKey(randomBytes(32), 'ab'.repeat(32))
/** In pieces that meet no chunk's border. */
const pieces = (bytes: Buffer, length = 50_001) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) => bytes.subarray(at * length, (at + 1) * length)),
  )
const folder = mkdtempSync(join(tmpdir(), 'digao-seal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const seal = async (plain: Buffer) => {
  const [from, to] = [join(folder, 'plain'), join(folder, `sealed-${randomBytes(4).toString('hex')}`)]
  writeFileSync(from, plain)
  await sealFile(from, to, key)
  return readFileSync(to)
}
const open = (sealed: Buffer, size: number, range?: { start: number; end: number }) =>
  buffer(pieces(sealed).compose(unsealing(key, size, range)))

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 8 * CHUNK, 16 * CHUNK + 5])(
  '%i bytes come back as they were, and nothing of them shows while they lie',
  async (size) => {
    const plain = Buffer.alloc(size, '底稿')
    const sealed = await seal(plain)
    expect(sealed.length).toBe(sealedSize(size))
    expect(sealed.includes('底稿')).toBe(false)
    expect((await open(sealed, size)).equals(plain)).toBe(true)
  },
)

test('any range is read from its chunks alone', async () => {
  const size = 5 * CHUNK + 100
  const plain = randomBytes(size)
  const sealed = await seal(plain)
  const ends = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK - 1, 5 * CHUNK, size - 2, size - 1]
  for (const start of ends)
    for (const end of ends.filter((end) => end >= start)) {
      const range = { start, end }
      const { start: from, end: to } = sealedRange(size, range)
      expect(to - from).toBeLessThan(end - start + 2 * (CHUNK + 16))
      const got = await open(sealed.subarray(from, to + 1), size, range)
      expect(got.equals(plain.subarray(start, end + 1)), `${start}-${end}`).toBe(true)
    }
})

test('a bit turned, chunks swapped, left out, doubled or cut off, another content’s key: nothing opens', async () => {
  const size = 3 * CHUNK + 7
  const sealed = await seal(randomBytes(size))
  const step = CHUNK + 16
  const [a, b, c, d] = [0, 1, 2, 3].map((at) => sealed.subarray(at * step, (at + 1) * step))
  if (!a || !b || !c || !d) throw new Error('four chunks')
  const flipped = Buffer.from(sealed)
  flipped[step + 5] = (flipped[step + 5] ?? 0) ^ 1
  const wrong = [flipped, Buffer.concat([b, a, c, d]), Buffer.concat([a, c, d]), Buffer.concat([a, b, c])]
  for (const bytes of [...wrong, Buffer.concat([a, b, c, d, d]), sealed.subarray(0, -1), Buffer.alloc(0)])
    await expect(open(bytes, size)).rejects.toMatchObject({ key: 'fileDamaged' })
  const other = unsealing(contentKey(randomBytes(32), 'cd'.repeat(32)), size)
  await expect(buffer(pieces(sealed).compose(other))).rejects.toMatchObject({ key: 'fileDamaged' })
})
