import { mkdir, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Stands in the folder of a store: where it is missing, the disk is not mounted, or this is another one. No storage key. */
export const MARKER = '.digao-store'
/** What a file system has of its own, and what is on its way in. */
const OTHERS: ReadonlySet<string> = new Set(['lost+found', '.incoming'])

/** A store's disk is not there: nothing is written, and nothing of it counts as lost. */
export class StoreAway extends Error {
  readonly folder: string
  constructor(folder: string) {
    super(`the disk of the store ${folder} is not there: no file ${MARKER} in it`)
    this.folder = folder
  }
}

export const isMarked = (folder: string): Promise<boolean> =>
  stat(join(folder, MARKER)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
        return false
      throw error
    },
  )

/** Whether objects lie in it. */
export const isFilled = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.some((name) => name !== MARKER && !OTHERS.has(name)),
    () => false,
  )

/** Says that this is the store's disk; again: nothing. */
export async function markFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = await open(join(folder, MARKER), 'a', 0o600)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
