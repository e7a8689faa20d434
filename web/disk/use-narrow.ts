import { useSyncExternalStore } from 'react'

const follow = (query: string) => (changed: () => void) => {
  const media = matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Whether the window has room for less than this many pixels. */
export function useNarrow(width: number): boolean {
  const query = `(max-width: ${width}px)`
  return useSyncExternalStore(follow(query), () => matchMedia(query).matches)
}
