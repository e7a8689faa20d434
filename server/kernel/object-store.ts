import type { Readable } from 'node:stream'

/** An object as a listing has it. */
export type StoredObject = { key: string; size: number; time: Date }

/** The object store: local disk or S3. Keys are made by us, never from a user's file name. */
export type ObjectStore = {
  /** Stores a finished local file durably under the key, or nothing; the file is used up. */
  take(key: string, path: string): Promise<void>
  /** `end` is inclusive, as in HTTP. Throws ObjectGone where there is none. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>
  has(key: string): Promise<boolean>
  /** As a listing has it; undefined where there is none. */
  find(key: string): Promise<StoredObject | undefined>
  remove(key: string): Promise<void>
  /** All objects, or those whose key begins with `prefix` (whole folders: `100001/`), in no order. */
  list(prefix?: string): AsyncIterable<StoredObject>
  /** The local file itself, where there is one. */
  pathOf(key: string): string | undefined
}

/** The store answers, and has no such object. */
export class ObjectGone extends Error {
  constructor(key: string) {
    super(`no object ${key}`)
  }
}

/** Keys of blobs: the tenant, and hexadecimal parts. */
export const isStorageKey = (key: string): boolean => /^[0-9A-Za-z]+(\/[0-9a-f]+)+$/.test(key)
