import { create } from 'zustand'

/** How many requests are under way; the bar at the top of the window shows while any is. */
export const useProgress = create<{ running: number }>(() => ({ running: 0 }))

/** `begin` counts a request in and answers the function that counts it out, once. */
export const progress = {
  begin() {
    useProgress.setState(({ running }) => ({ running: running + 1 }))
    let over = false
    return () => {
      if (over) return
      over = true
      useProgress.setState(({ running }) => ({ running: running - 1 }))
    }
  },
}
