import { vi } from 'vitest'

/** Of a browser's window what the kernel asks of it, for tests: storage that remembers, events that can be raised. */
export function windowOf() {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
    key: () => null,
    length: 0,
  } satisfies Storage
  const listeners = new Map<string, Set<(event: unknown) => void>>()
  const heard = (type: string) => {
    const known = listeners.get(type) ?? new Set()
    listeners.set(type, known)
    return known
  }
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('location', { pathname: '/firm/index', assign: () => undefined })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  vi.stubGlobal('document', { documentElement: { dataset: {}, lang: '' } })
  vi.stubGlobal(
    'addEventListener',
    (type: string, listener: (event: unknown) => void, { signal }: { signal?: AbortSignal } = {}) => {
      heard(type).add(listener)
      signal?.addEventListener('abort', () => heard(type).delete(listener))
    },
  )
  return {
    storage,
    raise: (type: string, event: unknown) => {
      for (const listener of heard(type)) listener(event)
    },
  }
}
