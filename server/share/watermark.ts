import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { warmThread } from '#server/kernel/warm-thread.ts'
import { shownType } from './file-kinds.ts'
import type { MarkTask } from './watermark-worker.ts'

const MOST_BYTES = 60 * 2 ** 20
const MOST_WAITING = 24
const SECONDS = 60

const thread = warmThread(new URL('watermark-worker.ts', import.meta.url), { memory: 1024 })

type Marked = { name: string; sha256: string; size: number; words: string }

/**
 * Runs `work` with a private copy of a blob that has the words across every page; removed afterwards. Refuses what cannot be
 * marked: never is the original given instead.
 */
export async function withMarked<T>(
  kernel: Kernel,
  tenantId: string,
  { name, sha256, size, words }: Marked,
  work: (path: string, type: string) => Promise<T>,
): Promise<T> {
  const type = shownType(name)
  if (!type) throw new Refusal('shareNoMark', { file: name })
  if (size > MOST_BYTES) throw new Refusal('shareMarkLarge', { file: name, limit: MOST_BYTES / 2 ** 20 })
  if (thread.load() >= MOST_WAITING) throw new Refusal('tooMany', { seconds: 10 })
  const home = join(kernel.config.DIGAO_DATA, 'tmp')
  await mkdir(home, { recursive: true, mode: 0o700 })
  const to = join(home, `mark-${randomUUID()}`)
  try {
    const signal = AbortSignal.timeout(SECONDS * 1000)
    await kernel.blobs
      .asPath({ tenantId, userId: '' }, sha256, (from) => {
        const task: MarkTask = { from, to, name, type, words }
        return thread.run(task, { signal })
      })
      .catch((error: unknown) => {
        if (signal.aborted) throw new Refusal('shareMarkBroken', { file: name })
        throw error
      })
    return await work(to, type)
  } finally {
    await rm(to, { force: true })
  }
}
