import { MOST_PAPERS } from '#contract/paper-template.ts'
import { Refusal } from '#server/kernel/errors.ts'

/** The next index that is free: X01 … X99, then Y01 …. */
export function freePaperId(taken: ReadonlySet<string>): string {
  for (const letter of ['X', 'Y'])
    for (let at = 1; at < 100; at += 1) {
      const id = `${letter}${String(at).padStart(2, '0')}`
      if (!taken.has(id)) return id
    }
  throw new Refusal('templateTooManyPapers', { limit: MOST_PAPERS })
}
