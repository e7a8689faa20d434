const TRIES = 6

const isDeadlock = (error: unknown) => error instanceof Error && 'code' in error && error.code === '40P01'

/**
 * Work in one transaction, begun anew where PostgreSQL ended it because it and another waited for each other: nothing of it
 * stands then, and the other goes on. Only for work that does nothing beside its transaction.
 */
export async function untangled<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isDeadlock(error) || tried === TRIES) throw error
    }
  }
}
