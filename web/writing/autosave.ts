import { randomKey } from '#web/kernel/api.ts'
import { CallError } from '#web/kernel/transport.ts'
import type { Draft, DraftStore } from './draft-store.ts'

/** How what was written stands: kept by the server, on its way, only here, overtaken by somebody else's, or refused. */
export type SaveState = 'saved' | 'saving' | 'offline' | 'stale' | 'refused'
type Parts<Content> = {
  /** Whose writing on what: `${userId}:${documentId}`. */
  key: string
  /** The revision that was loaded. */
  rev: number
  store: DraftStore<Content>
  /** Sends the whole; answers the revision it made. Rejects with CallError: 0 no line, stale, else refused. */
  send: (draft: Pick<Draft<Content>, 'id' | 'baseRev' | 'content'>) => Promise<{ rev: number }>
  /** Whether a fault says that somebody else saved meanwhile. */
  isStale: (fault: unknown) => boolean
  onState?: (state: SaveState, fault?: unknown) => void
  /** Writing waits so long for more of it, in ms. */
  delay?: number
  /** After a lost line it is tried again after so long, in ms. */
  retry?: number
}
export type Autosave<Content> = {
  /** Something was written; `read` gives the whole when it is needed. */
  changed(read: () => Content): void
  /** Sends what waits; resolves when it was sent or could not be. */
  flush(): Promise<void>
  state(): SaveState
  rev(): number
  /** Whether the server lacks something. */
  waiting(): boolean
  /** Somebody else's version is loaded here: what is written from now on is written over it. */
  moved(rev: number): void
  /** After a decision between two versions: the whole goes on top of the newer revision. */
  rebase(rev: number, content: Content): Promise<void>
  /** What was refused is tried again: the person may now. */
  resume(): Promise<void>
  /** Forgets what was not sent; the document is at this revision. */
  discard(rev: number): Promise<void>
  /** The page may be gone in a moment: what is not on its way yet is kept here. */
  stash(): void
  /** Stops; what was not acknowledged stays in the store for the next opening. */
  close(): void
}

/** Codes of a server or a line that is not there at the moment. */
const AWAY: ReadonlySet<number> = new Set([0, 401, 429, 500, 502, 503, 504, 507])

/**
 * A document on its way to the server, whole, one sending at a time: in the store before it leaves and until it is acknowledged.
 * A sending whose answer was lost goes again under its id, so that it counts once.
 */
export function openAutosave<Content>(parts: Parts<Content>): Autosave<Content> {
  const { key, store, send, isStale, onState, delay = 1200, retry = 4000 } = parts
  let rev = parts.rev
  let state: SaveState = 'saved'
  let read: (() => Content) | undefined
  /** What is to be sent or is on its way. */
  let draft: Draft<Content> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let writing: Promise<unknown> = Promise.resolve()
  let closed = false

  const enter = (next: SaveState, fault?: unknown) => {
    state = next
    onState?.(next, fault)
  }
  const later = (ms: number) => {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(() => void flush(), ms)
  }
  /** Writes to the store follow each other, so that an older state never comes last. */
  const write = (work: () => Promise<unknown>) => {
    writing = writing.then(work, work)
    return writing
  }
  const keep = (content: Content, baseRev: number) => {
    const made = { key, id: randomKey(), baseRev, at: Date.now(), content }
    void write(() => store.put(made))
    return made
  }
  const take = () => {
    if (!read) return
    draft = keep(read(), rev)
    read = undefined
  }
  const drain = async () => {
    for (;;) {
      // one that may have reached the server goes again as it was
      if (!draft) take()
      if (!draft || closed) break
      const sent = draft
      enter('saving')
      await writing
      try {
        rev = Math.max(rev, (await send(sent)).rev)
        if (draft === sent) draft = undefined
        await write(() => store.remove(key))
      } catch (fault) {
        if (isStale(fault)) return enter('stale', fault)
        const code = fault instanceof CallError ? fault.code : 0
        if (!AWAY.has(code)) return enter('refused', fault)
        enter('offline', fault)
        return later(retry)
      }
    }
    if (!closed) enter('saved')
  }
  /** While it cannot be sent it is at least kept here. */
  const setAside = (next: () => Content) => {
    const aside = { key, id: randomKey(), baseRev: rev, at: Date.now(), content: next() }
    void write(() => store.put(aside))
  }
  const stopped = () => closed || state === 'stale' || state === 'refused'
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    if (stopped()) return
    running ??= drain().finally(() => {
      running = undefined
    })
    await running
    if (read && !draft && !stopped()) await flush()
  }
  return {
    changed(next) {
      if (closed) return
      read = next
      if (state === 'stale' || state === 'refused') return setAside(next)
      if (state === 'saved') enter('saving')
      later(state === 'offline' ? retry : delay)
    },
    flush,
    state: () => state,
    rev: () => rev,
    moved(next) {
      rev = Math.max(rev, next)
    },
    waiting: () => read !== undefined || draft !== undefined,
    async rebase(next, content) {
      rev = next
      read = undefined
      draft = keep(content, next)
      enter('saving')
      await flush()
    },
    async resume() {
      if (state !== 'refused') return
      enter('saving')
      await flush()
    },
    async discard(next) {
      clearTimeout(timer)
      rev = next
      read = undefined
      draft = undefined
      await write(() => store.remove(key))
      enter('saved')
    },
    stash() {
      if (read && !closed) setAside(read)
    },
    close() {
      if (closed) return
      take()
      closed = true
      clearTimeout(timer)
    },
  }
}
