import { expect, test } from 'vitest'
import { loadOnce } from './load-once.ts'

test('what failed stays failed while it is asked again and again, and is tried anew when somebody says so', async () => {
  let asked = 0
  let broken = true
  const parts = loadOnce(async (name: string) => {
    asked += 1
    if (broken) throw new Error(`${name} did not come`)
    return name.toUpperCase()
  })
  const first = parts.get('firm')
  await expect(first).rejects.toThrow('firm did not come')
  expect(parts.get('firm')).toBe(first)
  expect(asked).toBe(1)
  broken = false
  parts.retry()
  expect(await parts.get('firm')).toBe('FIRM')
  // what came is not fetched again by a retry for something else
  parts.retry()
  expect(await parts.get('firm')).toBe('FIRM')
  expect(asked).toBe(2)
})
