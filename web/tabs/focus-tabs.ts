const names = () => [...document.querySelectorAll<HTMLElement>('.tab-list .tab-name')]

/** Puts the keyboard into the tab bar: on the tab that the Tab key would reach. */
export function focusTabs() {
  const all = names()
  const reached = all.find((one) => one.tabIndex === 0) ?? all[0]
  reached?.focus()
}

/** Puts the keyboard on one tab, once it is drawn where it belongs. */
export function focusTab(key: string) {
  requestAnimationFrame(() =>
    names()
      .find((one) => one.parentElement?.dataset['key'] === key)
      ?.focus(),
  )
}

/** Moves the keyboard along the bar; answers whether the key was one for that. */
export function moveFocus(key: string) {
  const all = names()
  const at = all.findIndex((one) => one === document.activeElement)
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[key]
  if (at < 0 || to === undefined) return false
  all[Math.max(0, Math.min(all.length - 1, to))]?.focus()
  return true
}

/** A closed menu leaves the keyboard nowhere: back to its tab, or to the bar where that tab is gone. */
export function focusAfterMenu(key: string) {
  requestAnimationFrame(() => {
    const at = document.activeElement
    if (at && at !== document.body && !at.closest('.ant-dropdown')) return
    const own = names().find((one) => one.parentElement?.dataset['key'] === key)
    if (own) own.focus()
    else focusTabs()
  })
}
