const BASE_MS = 1000
const FACTOR = 1.5
const MOST_MS = 30_000
/** After this many failures in a row the connection is given up. */
export const MAX_ATTEMPTS = 10

/** How long to wait before the nth attempt (from 1), ms: min(1000 × 1.5^(n-1), 30000). */
export const reconnectDelay = (attempt: number) => Math.min(BASE_MS * FACTOR ** (attempt - 1), MOST_MS)

export const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

/** A connection that has opened; `listen` ends when it does. */
export type Connection = { listen(): Promise<void> }

/**
 * Connects again and again with growing pauses; one that opens begins the count anew. Ends after ten attempts in a row that
 * failed, or when told to. Answers whether it gave up.
 */
export async function keepTrying(connect: () => Promise<Connection>, signal: AbortSignal): Promise<boolean> {
  let attempt = 0
  while (!signal.aborted) {
    try {
      const connection = await connect()
      attempt = 0
      await connection.listen()
    } catch (fault) {
      if (!signal.aborted) console.warn('push connection', fault)
    }
    if (signal.aborted) return false
    if (++attempt > MAX_ATTEMPTS) return true
    await pause(reconnectDelay(attempt), signal)
  }
  return false
}
