/**
 * Orders that are carried out one after the other while whoever gives them goes on: `push` waits only while more than
 * `ahead` of them are under way. A failure ends all that follow; the next that waits throws it.
 */
export function writeQueue(ahead: number) {
  const waiting: Promise<void>[] = []
  let last: Promise<void> = Promise.resolve()
  return {
    async push(order: () => Promise<void>): Promise<void> {
      last = last.then(order)
      last.catch(() => {})
      waiting.push(last)
      if (waiting.length > ahead) await waiting.shift()
    },
    /** Until all are carried out. */
    done: () => last,
  }
}
