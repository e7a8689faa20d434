import { Refusal } from '#server/kernel/errors.ts'

/** Who waits at most; more is refused at once, so that nobody waits for what a crowd has asked for. */
const MOST_WAITING = 30

/** A gate for heavy work: `atOnce` of it runs, the rest waits in line. Refuses with viewerBusy where the line is long. */
export function inTurn(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (waiting.length >= MOST_WAITING) throw new Refusal('viewerBusy')
    if (running >= atOnce) await new Promise<void>((go) => void waiting.push(go))
    else running += 1
    try {
      return await work()
    } finally {
      // the place goes over to the next one
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
