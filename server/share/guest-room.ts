import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Refusal } from '#server/kernel/errors.ts'

/** Files of one link under way at once, and how many of the largest size they may be together. */
const MOST_FILES = 60
const MOST_LARGEST = 4
/** What strangers leave free of the disk, whatever they promise. */
const LEFT_FREE = 2 * 2 ** 30

type Kept = { link: string; size: number; since: number }

const Stored = z.object({
  size: z.number(),
  creation_date: z.string(),
  metadata: z.object({ link: z.string() }),
})

/**
 * How much strangers have begun to send and not finished, by link: a link is no way to fill the disk of the server. What a
 * process that has ended left half sent is counted, too.
 */
export function openRoom(folder: string, { largest, hours }: { largest: number; hours: number }) {
  const kept = new Map<string, Kept>()
  for (const name of readdirSync(folder)) {
    // a second name of a file that was being taken in when a process ended
    if (name.endsWith('.taken')) rmSync(join(folder, name), { force: true })
    if (!name.endsWith('.json')) continue
    const found = storedIn(join(folder, name))
    if (found) kept.set(name.slice(0, -'.json'.length), found)
  }
  return {
    /** Refuses what there is no room for: of its link, or of the disk. */
    async keep(id: string, { link, size }: { link: string; size: number }): Promise<void> {
      const oldest = Date.now() - hours * 3_600_000
      for (const [old, { since }] of kept) if (since < oldest) kept.delete(old)
      const all = [...kept.values()]
      const mine = all.filter((one) => one.link === link)
      const bytes = (of: readonly Kept[]) => of.reduce((sum, one) => sum + one.size, size)
      if (mine.length >= MOST_FILES || bytes(mine) > MOST_LARGEST * largest) throw new Refusal('guestManyAtOnce')
      kept.set(id, { link, size, since: Date.now() })
      const { bavail, bsize } = await statfs(folder)
      if (bytes(all) + LEFT_FREE <= bavail * bsize) return
      kept.delete(id)
      throw new Refusal('collectQuota')
    },
    free: (id: string): void => void kept.delete(id),
  }
}

function storedIn(path: string): Kept | undefined {
  try {
    const { size, creation_date: since, metadata } = Stored.parse(JSON.parse(readFileSync(path, 'utf8')))
    return { link: metadata.link, size, since: Date.parse(since) }
  } catch {
    // written half, or by another version: swept by its age
    return undefined
  }
}
