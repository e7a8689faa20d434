/** Milliseconds an answer may take: to the first word, between two, altogether. */
export type Patience = { first: number; between: number; whole: number }

type AskClock = {
  signal: AbortSignal
  late: () => boolean
  /** Something came: a word, or once words come any sign of life. */
  alive: (word: boolean) => void
  done: () => void
}

/**
 * Watches one try: its signal aborts when the person stops, when the first word or the next one is late, or when the whole takes
 * too long. `late` tells a time-out from a stop.
 */
export function askClock({ first, between, whole }: Patience, stop: AbortSignal | undefined): AskClock {
  const ending = new AbortController()
  let late = false
  const expire = () => {
    late = true
    ending.abort(new Error('too late'))
  }
  const stopped = () => ending.abort(stop?.reason)
  if (stop?.aborted) stopped()
  stop?.addEventListener('abort', stopped, { once: true })
  const overall = setTimeout(expire, Math.max(0, whole))
  let next = setTimeout(expire, first)
  let begun = false
  return {
    signal: ending.signal,
    late: () => late,
    alive(word) {
      if (!word && !begun) return
      begun = true
      clearTimeout(next)
      next = setTimeout(expire, between)
    },
    done() {
      clearTimeout(overall)
      clearTimeout(next)
      stop?.removeEventListener('abort', stopped)
    },
  }
}
