const BASE_MS = 1000
const FACTOR = 1.5
const MOST_MS = 30_000
/** After this many failures in a row the connection is given up. */
export const MAX_ATTEMPTS = 10

/** How long to wait before the nth attempt (from 1), ms: min(1000 × 1.5^(n-1), 30000). */
export const reconnectDelay = (attempt: number) => Math.min(BASE_MS * FACTOR ** (attempt - 1), MOST_MS)
