import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { z } from 'zod'
import type { StorageTest } from '#contract/storage.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { HOME } from '#server/kernel/stores.ts'
import { cleanStorage, scanStorage } from './storage-scan.ts'

export const PROBE = 'storage.test'
export const SCAN = 'storage.scan'
export const CLEAN = 'storage.clean'
const PATIENCE_MS = 15_000

/** Jobs about the object store: they wait for the network, which no transaction may. */
export function registerStorageJobs({ jobs }: Kernel): void {
  jobs.register(PROBE, async ({ kernel, input }: { kernel: Kernel; input: { storeId?: string } }, progress) => {
    await progress.at(10, 'stepProbe')
    return probe(kernel, input.storeId ?? HOME)
  })
  jobs.register(SCAN, async ({ kernel }, progress) =>
    scanStorage(kernel, progress.signal, (done, of, tenant) =>
      progress.at(Math.round((100 * done) / of), 'stepScan', { tenant }),
    ),
  )
  jobs.register(CLEAN, async ({ kernel }, progress) =>
    cleanStorage(kernel, progress.signal, (count) => progress.at(50, 'stepClean', { count })),
  )
}

/** Stores a few bytes, reads them back and deletes them; says at which step that failed. */
async function probe({ stores, config }: Kernel, storeId: string): Promise<z.output<typeof StorageTest>> {
  const began = Date.now()
  const text = randomBytes(32).toString('hex')
  const key = `${PLATFORM}/70/${randomBytes(16).toString('hex')}`
  const path = join(config.DIGAO_DATA, 'tmp', `probe-${randomBytes(8).toString('hex')}`)
  let step: 'put' | 'get' | 'delete' = 'put'
  const work = async () => {
    const store = await stores.of(storeId)
    await mkdir(join(config.DIGAO_DATA, 'tmp'), { recursive: true, mode: 0o700 })
    await writeFile(path, text, { mode: 0o600 })
    await store.take(key, path)
    step = 'get'
    if ((await buffer(await store.get(key))).toString() !== text) throw new Error('read something else than was stored')
    step = 'delete'
    await store.remove(key)
    if (await store.has(key)) throw new Error('still there after it was deleted')
  }
  const late = new Promise<never>((_, refuse) => {
    setTimeout(() => refuse(new Error(`no answer within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS).unref()
  })
  try {
    const working = work()
    // what goes wrong after the time is up has nobody to tell
    working.catch(() => {})
    await Promise.race([working, late])
    return { ok: true, step: '', took: Date.now() - began, error: '' }
  } catch (error) {
    // the store's own words, of which the name is enough: the text may hold keys and addresses
    const said = error instanceof Error ? (error.name === 'Error' ? error.message : error.name) : ''
    return { ok: false, step, took: Date.now() - began, error: said.slice(0, 200) }
  } finally {
    await rm(path, { force: true })
  }
}
