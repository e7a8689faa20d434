import { randomKey } from '#web/kernel/api.ts'
import { CallError } from '#web/kernel/transport.ts'
import type { OpStore, QueuedBatch } from './op-store.ts'

/** How the last changes stand: kept by the server, on their way, only here, not to be joined to what others did, or refused. */
export type QueueState = 'saved' | 'saving' | 'offline' | 'stale' | 'refused'
type Sending<Op> = Pick<QueuedBatch<Op>, 'id' | 'baseRev' | 'ops'>
type QueueParts<Op> = {
  /** Whose changes to what: `${userId}:${documentId}`. */
  key: string
  /** The revision that was loaded. */
  rev: number
  store: OpStore<Op>
  /** Sends a batch; answers the revision it made. Rejects with CallError: 0 no line, 409 the document moved on, else refused. */
  send: (batch: Sending<Op>) => Promise<{ rev: number }>
  onState?: (state: QueueState, fault?: unknown) => void
  /** Changes wait so long for more of them, in ms. */
  delay?: number
  /** After a lost line it is tried again after so long, in ms. */
  retry?: number
}
export type OpQueue<Op> = {
  /** Takes changes in: they are in the store before the next batch is sent. */
  push(ops: readonly Op[]): void
  /** Sends what waits; resolves when it was sent or could not be. */
  flush(): Promise<void>
  /** Everything the server has not acknowledged, oldest first. */
  pending(): Op[]
  state(): QueueState
  rev(): number
  /** Another's change that is part of the document here already: later batches build on it. */
  moved(rev: number): void
  /** After a merge: `keep` says what of each change still counts; it is sent on the new revision. */
  rebase(rev: number, keep: (op: Op) => Op | null): Promise<void>
  /** What was refused is tried again: the person may now. */
  resume(): Promise<void>
  /** Forgets what was not sent. */
  discard(): Promise<void>
  /** Stops; what was not acknowledged stays in the store for the next opening. */
  close(): void
}

const STALE = 409
/** Codes of a server or a line that is not there at the moment. */
const AWAY: ReadonlySet<number> = new Set([0, 401, 429, 500, 502, 503, 504, 507])

/**
 * Changes on their way to the server: one batch at a time, in order, each in the store before it is sent and until it is
 * acknowledged. What an earlier page left unsent is taken up first, under the ids it had, so that a batch whose answer was lost
 * counts once.
 */
export async function openOpQueue<Op>(parts: QueueParts<Op>): Promise<OpQueue<Op>> {
  const { key, store, send, onState, delay = 800, retry = 4000 } = parts
  let rev = parts.rev
  let state: QueueState = 'saved'
  let batches = await store.all(key)
  /** What an earlier page left: built on the revision it had, each on the one before. */
  const left = new Set(batches.map(({ id }) => id))
  /** Batches that may have reached the server, with the revision they went on: nothing is added to them any more. */
  const sent = new Map(batches.slice(0, 1).map(({ id, baseRev }) => [id, baseRev]))
  let answered = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let writing: Promise<unknown> = Promise.resolve()
  let closed = false

  const enter = (next: QueueState, fault?: unknown) => {
    state = next
    onState?.(next, fault)
  }
  const later = (ms: number) => {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(() => void flush(), ms)
  }
  /** Writes to the store follow each other, so that an older state of a batch never comes last. */
  const write = (work: () => Promise<unknown>) => {
    writing = writing.then(work, work)
    return writing
  }
  const keep = (batch: QueuedBatch<Op>) => write(() => store.put(batch))

  const drain = async () => {
    for (let [batch] = batches; batch !== undefined; [batch] = batches) {
      if (closed) return
      const { id, ops } = batch
      enter('saving')
      // in the store before it leaves
      await writing
      // one that was sent before goes again on the same revision: the server knows its id
      const baseRev = sent.get(id) ?? (left.has(id) ? answered : rev)
      sent.set(id, baseRev)
      try {
        const answer = await send({ id, baseRev, ops })
        answered = answer.rev
        rev = Math.max(rev, answered)
        batches = batches.slice(1)
        await write(() => store.remove([id]))
      } catch (fault) {
        const code = fault instanceof CallError ? fault.code : 0
        if (code === STALE) return enter('stale', fault)
        if (!AWAY.has(code)) return enter('refused', fault)
        enter('offline', fault)
        return later(retry)
      }
    }
    if (!closed) enter('saved')
  }
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    if (closed || state === 'stale' || state === 'refused') return
    running ??= drain().finally(() => {
      running = undefined
    })
    await running
  }
  /** Two batches of one millisecond keep their order. */
  const after = () => Math.max(Date.now(), (batches.at(-1)?.at ?? 0) + 1)
  const made = (ops: Op[]): QueuedBatch<Op> => ({ id: randomKey(), key, at: after(), baseRev: rev, ops })
  const replace = async (next: QueuedBatch<Op>[]) => {
    const gone = batches.map(({ id }) => id)
    batches = next
    for (const batch of next) void keep(batch)
    await write(() => store.remove(gone))
  }

  if (batches.length > 0) {
    enter('saving')
    later(0)
  }
  return {
    push(ops) {
      if (ops.length === 0 || closed) return
      const last = batches.at(-1)
      if (last && !sent.has(last.id) && !left.has(last.id))
        batches[batches.length - 1] = { ...last, ops: [...last.ops, ...ops] }
      else batches.push(made([...ops]))
      const changed = batches.at(-1)
      if (changed) void keep(changed)
      if (state === 'stale' || state === 'refused') return
      if (state === 'saved') enter('saving')
      later(state === 'offline' ? retry : delay)
    },
    flush,
    pending: () => batches.flatMap(({ ops }) => ops),
    state: () => state,
    rev: () => rev,
    moved(next) {
      rev = Math.max(rev, next)
    },
    async rebase(next, keepOf) {
      rev = next
      const ops = batches.flatMap((batch) => batch.ops).flatMap((op) => keepOf(op) ?? [])
      await replace(ops.length === 0 ? [] : [made(ops)])
      enter('saving')
      await flush()
    },
    async resume() {
      if (state !== 'refused') return
      enter('saving')
      await flush()
    },
    async discard() {
      await replace([])
      enter('saved')
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
