/** A batch of changes that the server has not acknowledged; `id` makes sending it twice the same as once. */
export type QueuedBatch<Op> = { id: string; key: string; at: number; baseRev: number; ops: Op[] }

/** Where unacknowledged batches lie until they are: they outlive the page, the browser and the server. */
export type OpStore<Op> = {
  /** The batches of a document, oldest first. */
  all(key: string): Promise<QueuedBatch<Op>[]>
  put(batch: QueuedBatch<Op>): Promise<void>
  remove(ids: readonly string[]): Promise<void>
}

/** A store in memory, where the browser gives no other. */
export function memoryOpStore<Op>(held = new Map<string, QueuedBatch<Op>>()): OpStore<Op> {
  return {
    all: async (key) =>
      [...held.values()].filter((batch) => batch.key === key).sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)),
    put: async (batch) => void held.set(batch.id, structuredClone(batch)),
    remove: async (ids) => {
      for (const id of ids) held.delete(id)
    },
  }
}

const STORE = 'batches'

const orSpare = async <T>(work: () => Promise<T>, instead: () => Promise<T>) => work().catch(instead)

/** The browser's own database; a browser that refuses it (a private window) gets a store in memory. */
export function indexedOpStore<Op>(name = 'digao-changes'): OpStore<Op> {
  let opened: Promise<IDBDatabase> | undefined
  const database = () => (opened ??= open(name))
  const spare = memoryOpStore<Op>()
  const run = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T> | undefined) => {
    const transaction = (await database()).transaction(STORE, mode)
    const request = work(transaction.objectStore(STORE))
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('error', () => reject(transaction.error ?? new Error('the store failed')))
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the store gave up')))
    })
    return request?.result
  }
  return {
    all: (key) =>
      orSpare(
        async () => {
          const found = (await run('readonly', (store) => store.index('key').getAll(key))) ?? []
          return (found as QueuedBatch<Op>[]).sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
        },
        () => spare.all(key),
      ),
    put: (batch) =>
      orSpare(
        async () => void (await run('readwrite', (store) => store.put(batch))),
        () => spare.put(batch),
      ),
    remove: (ids) =>
      orSpare(
        async () => {
          await run('readwrite', (store) => {
            for (const id of ids) store.delete(id)
            return undefined
          })
          await spare.remove(ids)
        },
        () => spare.remove(ids),
      ),
  }
}

const open = (name: string) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => {
      const store = request.result.createObjectStore(STORE, { keyPath: 'id' })
      store.createIndex('key', 'key')
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no database in this browser')))
  })
