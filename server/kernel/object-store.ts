import type { Readable } from 'node:stream'

/** The object store: local disk or S3. Keys are made by us, never from a user's file name. */
export type ObjectStore = {
  /** Stores a finished local file durably under the key, or nothing; the file is used up. */
  take(key: string, path: string): Promise<void>
  /** `end` is inclusive, as in HTTP. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>
  has(key: string): Promise<boolean>
  remove(key: string): Promise<void>
  /** The local file itself, where there is one. */
  pathOf(key: string): string | undefined
}
