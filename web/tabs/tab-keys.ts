/** What a key does to the tabs. */
type TabKey = 'next' | 'previous' | 'close' | 'left' | 'right'

type Pressed = Pick<KeyboardEvent, 'code' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

/** Ctrl+Tab and Ctrl+W belong to the browser: the tabs have Alt with PageDown, PageUp, W, and Shift with the arrows. */
export function tabKeyOf({ code, altKey, shiftKey, ctrlKey, metaKey }: Pressed): TabKey | undefined {
  if (!altKey || ctrlKey || metaKey) return undefined
  // by place on the keyboard, for Alt changes the letter on some
  if (shiftKey) return code === 'ArrowLeft' ? 'left' : code === 'ArrowRight' ? 'right' : undefined
  return code === 'PageDown' ? 'next' : code === 'PageUp' ? 'previous' : code === 'KeyW' ? 'close' : undefined
}

/** The keys of the tabs, for the sheet of keys. */
export const tabKeys = [
  ['Alt PageDown', 'keyNext'],
  ['Alt W', 'keyClose'],
  ['Alt Shift ←', 'keyMove'],
  ['g t', 'keyBar'],
  ['Shift F10', 'keyMenu'],
] as const
