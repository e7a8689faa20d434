/** Lets at most so many pieces of work run at once in this process; a flood waits here, not on the connections that everybody needs. */
export function turnstile(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const now = { running: 0 }
  const waiting: (() => void)[] = []
  return async (work) => {
    while (now.running >= most) await new Promise<void>((resolve) => void waiting.push(resolve))
    now.running++
    try {
      return await work()
    } finally {
      now.running--
      waiting.shift()?.()
    }
  }
}
