import { useEffect, useState } from 'react'

/** Whether a menu is open. A click into an embedded page, which the document does not hear, closes it too. */
export function useMenuOpen() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!open) return undefined
    const close = () => setOpen(false)
    addEventListener('blur', close)
    return () => removeEventListener('blur', close)
  }, [open])
  return [open, setOpen] as const
}
