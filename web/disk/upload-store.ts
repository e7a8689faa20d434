import { create } from 'zustand'
import type { ConflictChoice } from '#contract/disk-shapes.ts'
import { itemKey, keepItem, keptItem } from '#web/kernel/local-item.ts'
import { useSession } from '#web/kernel/session.ts'

/**
 * waiting → hashing → sending → done; `paused` by the person; `taken`: the name was taken meanwhile and waits for a choice;
 * `lost`: begun before a reload, the file has to be chosen again.
 */
export type UploadState =
  | 'waiting'
  | 'hashing'
  | 'sending'
  | 'paused'
  | 'done'
  | 'skipped'
  | 'taken'
  | 'failed'
  | 'lost'
export type DiskUpload = {
  id: string
  name: string
  /** Folders below the target with `/`; empty: the target itself. */
  relPath: string
  size: number
  lastModified: number
  parentId: string
  /** What the target is called. */
  folderName: string
  conflict: ConflictChoice
  /** Goes up as a new version of this file. */
  node: string
  /** Bytes behind it, of the hash or of the sending. */
  sent: number
  state: UploadState
  /** Why it failed, as the server said it. */
  error: string
  /** The content was there already: nothing had to be sent. */
  instant: boolean
  begun: number
}

/** Uploads of this window, oldest first. Held outside React: there may be thousands, and each moves many times a second. */
const uploads = new Map<string, DiskUpload>()
const files = new Map<string, File>()

/** Moves when something about the uploads has moved, at most some times a second. */
export const useUploadTick = create<{ tick: number; open: boolean }>(() => ({ tick: 0, open: true }))

const TELL_MS = 150
let telling: ReturnType<typeof setTimeout> | undefined
function tell() {
  telling ??= setTimeout(() => {
    telling = undefined
    useUploadTick.setState(({ tick }) => ({ tick: tick + 1 }))
  }, TELL_MS)
}

export const allUploads = (): DiskUpload[] => [...uploads.values()]
export const uploadOf = (id: string): DiskUpload | undefined => uploads.get(id)
export const fileOf = (id: string): File | undefined => files.get(id)

export const isUnderWay = ({ state }: Pick<DiskUpload, 'state'>) =>
  state === 'waiting' || state === 'hashing' || state === 'sending'
/** It has come to an end that nothing more is done about. */
export const isOver = ({ state }: Pick<DiskUpload, 'state'>) => state === 'done' || state === 'skipped'

export function putUpload(upload: DiskUpload, file?: File): void {
  uploads.set(upload.id, upload)
  if (file) files.set(upload.id, file)
  useUploadTick.setState({ open: true })
  tell()
  keep()
}

export function patchUpload(id: string, change: Partial<DiskUpload>): void {
  const before = uploads.get(id)
  if (!before) return
  uploads.set(id, { ...before, ...change })
  if (change.state === 'done' || change.state === 'skipped') files.delete(id)
  tell()
  if (change.state) keep()
}

export function forgetUpload(id: string): void {
  uploads.delete(id)
  files.delete(id)
  tell()
  keep()
}

// What a reload or a closed window would lose is kept in the browser, per person and window: names and places, never content.

/** An unfinished upload lies at the server for a day. */
const KEPT_MS = 86_400_000
/** More than these are not kept: the browser's store is small. */
const MOST_KEPT = 2000
const KEEP_MS = 500
/** A window with uploads says that often that it is there, and counts as closed when it has been silent for this long. */
const BEAT_MS = 5000
const SILENT_MS = 15_000
const WINDOW = 'digao.diskWindow'

const prefix = () => `diskUploads.${useSession.getState().userId}.`
/** Stays with the window through a reload. */
function windowId(): string {
  const known = sessionStorage.getItem(WINDOW)
  if (known) return known
  const made = `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`
  sessionStorage.setItem(WINDOW, made)
  return made
}

let keeping: ReturnType<typeof setTimeout> | undefined
let beating: ReturnType<typeof setTimeout> | undefined
function keep() {
  keeping ??= setTimeout(() => {
    keeping = undefined
    write()
  }, KEEP_MS)
}

function write() {
  clearTimeout(beating)
  const unfinished = allUploads().filter((upload) => !isOver(upload))
  const name = prefix() + windowId()
  if (unfinished.length === 0) {
    localStorage.removeItem(itemKey(name))
    return
  }
  keepItem(name, { beat: Date.now(), uploads: unfinished.slice(0, MOST_KEPT) })
  beating = setTimeout(write, BEAT_MS)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const texts = ['id', 'name', 'relPath', 'parentId', 'folderName', 'state'] as const
const isKept = (one: unknown): one is DiskUpload =>
  isObject(one) && texts.every((key) => typeof one[key] === 'string') && typeof one['begun'] === 'number'

/** Takes up what this window, or one that is closed, left unfinished; what another window is busy with stays there. */
export function recallUploads(now = Date.now()): void {
  const own = itemKey(prefix() + windowId())
  for (const key of storedKeys().filter((name) => name.startsWith(itemKey(prefix())))) {
    const content = keptItem(key.slice(itemKey('').length))
    const closed = !isObject(content) || typeof content['beat'] !== 'number' || now - content['beat'] > SILENT_MS
    if (key !== own && !closed) continue
    localStorage.removeItem(key)
    const kept = isObject(content) && Array.isArray(content['uploads']) ? content['uploads'] : []
    for (const one of kept.filter(isKept))
      if (now - one.begun < KEPT_MS && !uploads.has(one.id))
        // what the server refused it would refuse again
        uploads.set(one.id, one.state === 'failed' && one.error ? one : { ...one, state: 'lost' })
  }
  tell()
  keep()
}

const storedKeys = () =>
  Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at)).filter((key) => key !== null)
