import { afterAll, describe, expect, test } from 'vitest'
import { Refusal } from './errors.ts'
import { warmThread } from './warm-thread.ts'

/** Counts its tasks while it lives; some tasks refuse, wait for ever, break or eat memory. */
const module = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { Refusal } from ${JSON.stringify(new URL('errors.ts', import.meta.url).href)}
    import { serveTasks } from ${JSON.stringify(new URL('warm-thread.ts', import.meta.url).href)}
    let served = 0
    serveTasks(async (task, progress) => {
      served += 1
      if (task === 'refuse') throw new Refusal('paperNotLocked')
      if (task === 'break') throw new Error('broken')
      if (task === 'wait') { progress(10, 'paperLoading'); await new Promise(() => setInterval(() => {}, 1000)) }
      if (task === 'eat') { const all = []; for (;;) all.push(new Array(100_000).fill(Math.PI)) }
      progress(50, 'paperComputing', { n: served })
      return served
    })`)}`,
)
const threads: ReturnType<typeof warmThread>[] = []
const open = (more: { memory?: number; idleMs?: number } = {}) => {
  const thread = warmThread(module, { memory: 200, ...more })
  threads.push(thread)
  return thread
}
afterAll(() => Promise.all(threads.map((thread) => thread.close())))

/** Runs a task that never ends, and answers once it has begun. */
const begun = (thread: ReturnType<typeof warmThread>, signal: AbortSignal) => {
  const { promise: began, resolve } = Promise.withResolvers<undefined>()
  const ended = thread.run('wait', { signal, progress: () => resolve(undefined) }).catch((error: unknown) => error)
  return { began, ended }
}

describe('a thread that stays warm', () => {
  test('keeps what it knows from task to task, one at a time in order, and tells how far it is', async () => {
    const thread = open()
    const heard: unknown[] = []
    const all = [1, 2, 3].map((task) =>
      thread.run<number>(task, { progress: (percent, step, params) => heard.push([percent, step, params]) }),
    )
    expect(thread.load()).toBe(3)
    expect(await Promise.all(all)).toEqual([1, 2, 3])
    expect(heard).toEqual([1, 2, 3].map((n) => [50, 'paperComputing', { n }]))
    expect(thread.load()).toBe(0)
  })

  test('passes a refusal on, and goes on knowing what it knew', async () => {
    const thread = open()
    await thread.run('first')
    const refusal = await thread.run('refuse').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ key: 'paperNotLocked' })
    expect(await thread.run('next')).toBe(3)
  })

  test('stopped while a task runs begins anew for the next one; one that only waited just leaves the line', async () => {
    const thread = open()
    const [running, waiting] = [new AbortController(), new AbortController()]
    const { began, ended } = begun(thread, running.signal)
    await began
    const left = thread.run('waits', { signal: waiting.signal }).catch((error: unknown) => error)
    const after = thread.run<number>('after')
    waiting.abort(new Error('nobody asks any more'))
    expect(await left).toMatchObject({ message: 'nobody asks any more' })
    expect(thread.load()).toBe(2)
    running.abort(new Error('cancelled'))
    expect(await ended).toMatchObject({ message: 'cancelled' })
    expect(await after).toBe(1)
    await expect(thread.run('late', { signal: running.signal })).rejects.toThrow('cancelled')
  })

  test('broken or out of memory refuses only the task it ran, and the next finds a fresh thread', async () => {
    const thread = open({ memory: 40 })
    const [broken, next] = [thread.run('break'), thread.run<number>('next')]
    await expect(broken).rejects.toThrow('broken')
    expect(await next).toBe(1)
    await expect(thread.run('eat')).rejects.toMatchObject({ key: 'workerMemory', params: { limit: 40 } })
    expect(await thread.run('again')).toBe(1)
  })

  test('ends after a while without work, and starts again when asked', async () => {
    const thread = open({ idleMs: 1 })
    expect(await thread.run('one')).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await thread.run('two')).toBe(1)
  })
})
