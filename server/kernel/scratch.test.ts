import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sweepScratch } from './scratch.ts'

test('what a killed process left goes after a day, what is being written stays', async () => {
  const home = await mkdtemp(join(tmpdir(), 'digao-scratch-'))
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
  try {
    for (const name of ['list-old', 'list-new']) {
      await mkdir(join(home, name))
      await writeFile(join(home, name, '0'), 'x')
    }
    await writeFile(join(home, 'blob-old'), 'x')
    await writeFile(join(home, 'blob-new'), 'x')
    for (const name of ['list-old', 'blob-old']) await utimes(join(home, name), twoDaysAgo, twoDaysAgo)
    expect(await sweepScratch(home)).toBe(2)
    expect((await readdir(home)).toSorted()).toEqual(['blob-new', 'list-new'])
    expect(await sweepScratch(join(home, 'nowhere'))).toBe(0)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})
