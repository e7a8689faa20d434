import type { User } from '#server/kernel/service.ts'

/** Answers of one person that this process gives at once beside those of conversations, which are counted by their messages. */
export const MOST_AT_ONCE = 4
const running = new Map<string, number>()

/** Takes one of the person's places; answers how to give it back, undefined where all are taken. */
export function takePlace({ tenantId, id }: Pick<User, 'tenantId' | 'id'>): (() => void) | undefined {
  const key = `${tenantId} ${id}`
  const taken = running.get(key) ?? 0
  if (taken >= MOST_AT_ONCE) return undefined
  running.set(key, taken + 1)
  let given = false
  return () => {
    if (given) return
    given = true
    const left = (running.get(key) ?? 1) - 1
    if (left > 0) running.set(key, left)
    else running.delete(key)
  }
}
