import { preference } from '#contract/preference.ts'
import { call } from '#web/kernel/api.ts'
import {
  followOtherWindow,
  hearSettings,
  markSaved,
  onFrameChange,
  unsavedSettings,
} from '#web/kernel/frame-settings.ts'

/** Changes made one after the other go to the server together. */
const PAUSE_MS = 600

/**
 * Keeps a person's frame the same on every device: hears the server's once, tells it what changes here. What it could not be
 * told is told with the next change, when the connection is back, or at the next sign-in. Answers the stop.
 */
export function keepFrameSettings(userId: string) {
  const stop = new AbortController()
  const { signal } = stop
  let heard = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const sync = async () => {
    if (!heard) {
      const { settings } = await call(preference.detail, {}, { signal })
      heard = true
      hearSettings(userId, settings)
    }
    const settings = unsavedSettings(userId)
    if (Object.keys(settings).length === 0) return
    await call(preference.submit, { settings }, { signal })
    markSaved(userId, settings)
  }
  const quietly = () => void sync().catch(() => undefined)
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(quietly, PAUSE_MS)
  }

  quietly()
  const unfollow = onFrameChange(soon)
  addEventListener('online', soon, { signal })
  addEventListener('storage', followOtherWindow, { signal })
  return () => {
    stop.abort()
    clearTimeout(timer)
    unfollow()
  }
}
