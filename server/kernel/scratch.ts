import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Nothing that is still worked on has been left alone for so long. */
const OLD_MS = 24 * 3_600_000

/**
 * Removes what lies in a folder for temporary files and nobody has touched for a day: whoever wrote it was killed. Answers how much
 * that was; a folder that is not there yet holds nothing.
 */
export async function sweepScratch(folder: string): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const { mtimeMs } = (await stat(path).catch(() => undefined)) ?? { mtimeMs: Infinity }
    if (mtimeMs > Date.now() - OLD_MS) continue
    await rm(path, { recursive: true, force: true })
    removed += 1
  }
  return removed
}
