import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

test('heavy work runs one after the other, goes on after a fault, and a long line is refused', async () => {
  const gate = inTurn(1)
  let running = 0
  let most = 0
  const ends: (() => void)[] = []
  const work = async (fails: boolean) => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((end) => void ends.push(end))
    running -= 1
    if (fails) throw new Error('broken')
  }
  const asked = Array.from({ length: 31 }, (_, at) => gate(() => work(at === 0)).catch(() => 'failed'))
  await expect(gate(() => work(false))).rejects.toMatchObject({ key: 'viewerBusy' })
  let ended = 0
  while (ended < 31) {
    await new Promise((next) => setImmediate(next))
    const end = ends.shift()
    if (!end) continue
    ended += 1
    end()
  }
  expect((await Promise.all(asked)).filter((one) => one === 'failed')).toHaveLength(1)
  expect(most).toBe(1)
})
