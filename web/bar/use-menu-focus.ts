import { useState } from 'react'

/** The library's word for a menu that takes the focus when it opens, so that it is walked with the arrow keys. */
export const takesFocus = { autoFocus: true }

/** For a button that opens a menu: `giveBack` focuses it when the menu closes, unless the focus has gone elsewhere. */
export function useMenuFocus() {
  const [button, putButton] = useState<HTMLElement | null>(null)
  const giveBack = () => {
    const at = document.activeElement
    if (at === document.body || at?.closest('.ant-dropdown')) button?.focus()
  }
  return { button, putButton, giveBack }
}
