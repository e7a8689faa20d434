import { describe, expect, test } from 'vitest'
import { Refusal } from './errors.ts'
import { runWorker } from './worker-run.ts'

const module = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads'\n${code}`)}`,
  )

describe('work in a thread', () => {
  test('answers what it was asked, and tells how far it is', async () => {
    const heard: number[] = []
    const work = module(`
      parentPort.postMessage({ kind: 'progress', percent: 40, step: 'paperLoading', params: {} })
      parentPort.postMessage({ kind: 'done', result: workerData.n * 2 })`)
    const result = await runWorker<number>(work, { n: 21 }, { progress: (percent) => heard.push(percent) })
    expect(result).toBe(42)
    expect(heard).toEqual([40])
  })

  test('refuses in the words it was given', async () => {
    const work = module(`parentPort.postMessage({ kind: 'refused', key: 'paperNotLocked', params: {} })`)
    const refusal = await runWorker(work, {}).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ key: 'paperNotLocked' })
  })

  test('is stopped while it runs', async () => {
    const stop = new AbortController()
    const endless = runWorker(module('setInterval(() => {}, 1000)'), {}, { signal: stop.signal })
    setTimeout(() => stop.abort(), 50)
    await expect(endless).rejects.toThrow('aborted')
  })

  test('that fails, ends early or outgrows its memory is an error and not the end of the server', async () => {
    await expect(runWorker(module(`throw new Error('broken')`), {})).rejects.toThrow('broken')
    await expect(runWorker(module('process.exit(3)'), {})).rejects.toMatchObject({ key: 'workerDied' })
    const greedy = module('const all = []; for (;;) all.push(new Array(100_000).fill(Math.PI))')
    await expect(runWorker(greedy, {}, { memory: 40 })).rejects.toMatchObject({
      key: 'workerMemory',
      params: { limit: 40 },
    })
  })
})
