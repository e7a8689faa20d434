/** What a person has written and the server has not acknowledged: the whole content, on the revision it was made on. */
export type Draft<Content> = { key: string; id: string; baseRev: number; at: number; content: Content }

/** Where the unacknowledged draft of a document lies: it outlives the page, the browser and the server. One per key. */
export type DraftStore<Content> = {
  get(key: string): Promise<Draft<Content> | undefined>
  put(draft: Draft<Content>): Promise<void>
  remove(key: string): Promise<void>
}

/** A store in memory, where the browser gives no other. */
export function memoryDrafts<Content>(held = new Map<string, Draft<Content>>()): DraftStore<Content> {
  return {
    get: async (key) => held.get(key),
    put: async (draft) => void held.set(draft.key, structuredClone(draft)),
    remove: async (key) => void held.delete(key),
  }
}

const STORE = 'drafts'

const open = (name: string) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'key' }))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no database in this browser')))
  })

/** The browser's own database; a browser that refuses it (a private window) gets a store in memory. */
export function indexedDrafts<Content>(name = 'digao-writing'): DraftStore<Content> {
  let opened: Promise<IDBDatabase> | undefined
  const spare = memoryDrafts<Content>()
  const run = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) => {
    opened ??= open(name)
    const transaction = (await opened).transaction(STORE, mode)
    const request = work(transaction.objectStore(STORE))
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('error', () => reject(transaction.error ?? new Error('the store failed')))
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the store gave up')))
    })
    return request.result
  }
  return {
    get: (key) =>
      run('readonly', (store) => store.get(key) as IDBRequest<Draft<Content> | undefined>).catch(() => spare.get(key)),
    put: (draft) =>
      run('readwrite', (store) => store.put(draft)).then(
        () => undefined,
        () => spare.put(draft),
      ),
    remove: async (key) => {
      await run('readwrite', (store) => store.delete(key)).catch(() => undefined)
      await spare.remove(key)
    },
  }
}
