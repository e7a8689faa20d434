/** Runs `work` over items, so many of them at a time; answers in their order. The first failure begins no more of them, and is thrown. */
export async function inTurns<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, at: number) => Promise<R>,
): Promise<R[]> {
  const done: R[] = []
  const left = items.entries()
  let failed = false
  const turn = async () => {
    for (const [at, item] of left) {
      if (failed) return
      try {
        done[at] = await work(item, at)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const turns = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, turn))
  for (const one of turns) if (one.status === 'rejected') throw one.reason
  return done
}
