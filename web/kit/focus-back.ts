import { useEffect, useState } from 'react'

/** Where the focus was last, menus apart: their entries are gone as soon as they are pressed. */
let last: HTMLElement | undefined
if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && !target.closest('[role="menu"]')) last = target
  })

/** A dialog is out of the way when its motion, of at most 180 ms, has ended. */
const AFTER_MOTION_MS = 250

/** The focus returns to where it was before `open` when a dialog closes, also one opened from a menu or taken away at once. */
export function useFocusBack(open: boolean): void {
  const [was, setWas] = useState(open)
  const [opener, setOpener] = useState(open ? last : undefined)
  if (open !== was) {
    setWas(open)
    if (open) setOpener(last)
  }
  useEffect(() => {
    if (!open || !opener) return undefined
    return () => {
      setTimeout(() => {
        if (document.activeElement === document.body && opener.isConnected) opener.focus({ preventScroll: true })
      }, AFTER_MOTION_MS)
    }
  }, [open, opener])
}
