import { setTimeout as pause } from 'node:timers/promises'
import type { Breaker } from './breaker.ts'
import { ModelFailure } from './model-fault.ts'
import type { Target } from './targets.ts'

/** A service that asks to wait longer is not waited for. */
const LONGEST_WAIT = 10_000
const FIRST_WAIT = 400

type Round = {
  breaker: Breaker
  targets: readonly Target[]
  /** When the whole must have ended, in milliseconds. */
  deadline: number
  stop: AbortSignal | undefined
}

/** Services in order, those that rest last: where all of them rest, the first is tried all the same. */
const ordered = ({ breaker, targets }: Round) => {
  const rests = ({ restKey }: Target) => breaker.until(restKey) !== undefined
  return [...targets.filter((one) => !rests(one)), ...targets.filter(rests)]
}

/**
 * Asks the services in turn until one answers. Before anything was said the same one is asked again where that may help (429, 5xx,
 * no connection), after what it asked to wait, then the next; once something was said a failure is the caller's.
 */
export async function* tryTargets<T>(
  round: Round,
  ask: (target: Target, left: number) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const { breaker, deadline, stop } = round
  const line = ordered(round)
  let last: unknown
  for (const [at, target] of line.entries()) {
    const most = at + 1 < line.length ? 1 : 2
    for (let tries = 0; ; tries += 1) {
      let said = false
      try {
        for await (const part of ask(target, deadline - Date.now())) {
          said = true
          yield part
        }
        if (!stop?.aborted) breaker.worked(target.restKey)
        return
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error
        last = error
        const wait = error.after ?? FIRST_WAIT * 2 ** tries + Math.random() * 200
        const left = deadline - Date.now()
        const goOn = !said && error.again && tries < most && wait <= LONGEST_WAIT && wait < left
        if (!goOn) {
          if (error.rests) breaker.failed(target.restKey, error.after)
          if (said || left <= 0) throw error
          break
        }
        await pause(wait, undefined, stop ? { signal: stop } : {}).catch(() => {})
      }
    }
  }
  throw last
}
