/** How long a holder that says nothing more keeps its lease. */
const LASTS_MS = 10_000
/** After writing its name a window waits until another that wrote at the same moment is seen. */
const SETTLE_MS = 120
const LOOK_MS = 500

type Held = { holder: string; until: number }
type Shared = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const me = Math.random().toString(36).slice(2)

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

function read(shared: Shared, key: string): Held | undefined {
  try {
    const held: unknown = JSON.parse(shared.getItem(key) ?? 'null')
    if (typeof held !== 'object' || held === null || !('holder' in held) || !('until' in held)) return undefined
    const { holder, until } = held
    // a clock that was put back must not leave a lease for ever
    const plausible = typeof until === 'number' && until - Date.now() <= LASTS_MS
    return typeof holder === 'string' && plausible && until > Date.now() ? { holder, until } : undefined
  } catch {
    return undefined
  }
}

/**
 * Runs work that only one window of this browser may do at a time, where the lock API is not there (it needs a secure
 * context, which an office's plain http address is not): a name with an end in the storage all windows share. The holder
 * renews it until the work has ended; one that was closed or killed loses it after ten seconds, and one that browsers have
 * put to sleep hears by `lost` that another has it now. `name` is who this is.
 */
export async function underLease<T>(
  key: string,
  work: (lost: AbortSignal) => Promise<T>,
  { shared = localStorage, name = me, signal }: { shared?: Shared; name?: string; signal?: AbortSignal } = {},
): Promise<T> {
  const write = () => shared.setItem(key, JSON.stringify({ holder: name, until: Date.now() + LASTS_MS }))
  const mine = () => read(shared, key)?.holder === name
  for (;;) {
    signal?.throwIfAborted()
    const held = read(shared, key)
    if (held && held.holder !== name) {
      await pause(LOOK_MS)
      continue
    }
    write()
    await pause(SETTLE_MS)
    // the last of those that wrote at the same moment has it
    if (mine()) break
  }
  const lost = new AbortController()
  const renew = () => {
    const held = read(shared, key)
    if (held && held.holder !== name) lost.abort()
    else if (!lost.signal.aborted) write()
  }
  const renewing = setInterval(renew, LASTS_MS / 4)
  try {
    return await work(lost.signal)
  } finally {
    clearInterval(renewing)
    if (mine()) shared.removeItem(key)
  }
}

/** The same by the browser's own locks where it has them. */
export function alone<T>(key: string, work: (lost: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
  const never = new AbortController().signal
  if ('locks' in navigator) return navigator.locks.request(key, signal ? { signal } : {}, () => work(never))
  return underLease(key, work, signal ? { signal } : {})
}
