/**
 * Things loaded once by name. A failure stays what it is until `retry`: React asks again while it draws, and must get the same
 * promise to see that it failed; a new one each time would wait for ever.
 */
export function loadOnce<Name, T>(load: (name: Name) => Promise<T>) {
  const loading = new Map<Name, Promise<T>>()
  const failed = new Set<Name>()
  return {
    get(name: Name): Promise<T> {
      const known = loading.get(name)
      if (known) return known
      const made = load(name)
      loading.set(name, made)
      made.catch(() => failed.add(name))
      return made
    },
    /** Forgets what could not be loaded: whoever asks next tries again. */
    retry() {
      for (const name of failed) loading.delete(name)
      failed.clear()
    },
  }
}
