import { create } from 'zustand'

/** What can lie over the frame. */
export type BarDialog = 'settings' | 'logs' | 'themes'
type Shown = {
  shown: BarDialog | undefined
  /** `opener` has the focus again when it closes. */
  show: (dialog: BarDialog, opener: HTMLElement | null) => void
  hide: () => void
}

let back: HTMLElement | null = null

/** The dialog of the frame that is open; a page that failed opens one too. */
export const useBarDialog = create<Shown>()((set) => ({
  shown: undefined,
  show: (shown, opener) => {
    back = opener
    set({ shown })
  },
  hide: () => {
    set({ shown: undefined })
    // once the dialog, which holds the focus, is gone
    setTimeout(() => back?.focus())
  },
}))
