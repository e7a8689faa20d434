import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { underLease } from './lease.ts'

/** Storage as two windows share it. */
function storage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

test('of windows that begin at the same moment one works at a time', async () => {
  const shared = storage()
  let inside = 0
  const most: number[] = []
  const work = async () => {
    inside++
    most.push(inside)
    await pause(3000)
    inside--
  }
  const all = Promise.all(['a', 'b', 'c'].map((name) => underLease('k', work, { shared, name })))
  await vi.advanceTimersByTimeAsync(60_000)
  await all
  expect(most).toEqual([1, 1, 1])
})

test('a holder that works longer than a lease lasts keeps it', async () => {
  const shared = storage()
  const order: string[] = []
  const long = async () => {
    await pause(45_000)
    order.push('long')
  }
  const first = underLease('k', long, { shared, name: 'a' })
  await vi.advanceTimersByTimeAsync(1000)
  const second = underLease('k', async () => void order.push('second'), { shared, name: 'b' })
  await vi.advanceTimersByTimeAsync(120_000)
  await Promise.all([first, second])
  expect(order).toEqual(['long', 'second'])
})

test('it is free again after a failure, and after ten seconds when its window was killed', async () => {
  const shared = storage()
  const failing = underLease('k', () => Promise.reject(new Error('lost')), { shared, name: 'a' })
  const failed = failing.catch((fault: Error) => fault.message)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await failed).toBe('lost')
  expect(shared.getItem('k')).toBeNull()

  shared.setItem('k', JSON.stringify({ holder: 'killed', until: Date.now() + 10_000 }))
  let done = false
  const next = underLease('k', async () => void (done = true), { shared, name: 'b' })
  await vi.advanceTimersByTimeAsync(9000)
  expect(done).toBe(false)
  await vi.advanceTimersByTimeAsync(2000)
  await next
  expect(done).toBe(true)
})

test('what is no lease, or pretends to last for ever, stops nobody', async () => {
  for (const rubbish of ['{', 'null', '"x"', JSON.stringify({ holder: 'x', until: Date.now() + 1e12 })]) {
    const shared = storage()
    shared.setItem('k', rubbish)
    const done = underLease('k', async () => 'done', { shared, name: 'b' })
    await vi.advanceTimersByTimeAsync(1000)
    await expect(done).resolves.toBe('done')
  }
})

test('who no longer wants it stops waiting', async () => {
  const shared = storage()
  shared.setItem('k', JSON.stringify({ holder: 'other', until: Date.now() + 9000 }))
  const stop = new AbortController()
  const waiting = underLease('k', async () => 'done', { shared, name: 'b', signal: stop.signal })
  const refused = waiting.catch((fault: Error) => fault.name)
  stop.abort()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await refused).toBe('AbortError')
})

test('a window that slept until another took over hears of it, and takes nothing back', async () => {
  const shared = storage()
  let heard = false
  const sleeping = underLease(
    'k',
    (lost) =>
      new Promise<void>((resolve) => {
        lost.addEventListener('abort', () => ((heard = true), resolve()))
      }),
    { shared, name: 'a' },
  )
  await vi.advanceTimersByTimeAsync(200)
  shared.setItem('k', JSON.stringify({ holder: 'b', until: Date.now() + 10_000 }))
  await vi.advanceTimersByTimeAsync(3000)
  await sleeping
  expect(heard).toBe(true)
  expect(shared.getItem('k')).toContain('"b"')
})
