import { useSyncExternalStore } from 'react'

const follow = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** Whether the window fills the screen. */
export const useFullScreen = () => useSyncExternalStore(follow, () => document.fullscreenElement !== null)

/** Fills the screen or leaves it; false where the browser does not allow it. */
export async function toggleFullScreen(): Promise<boolean> {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
    return true
  } catch {
    return false
  }
}
