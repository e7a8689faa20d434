import { create } from 'zustand'
import { persist } from 'zustand/middleware'

type MacWindow = { filled: boolean; fill: (filled: boolean) => void }
/** Whether the window covers the desktop and its dock; kept in the browser. */
export const useMacWindow = create<MacWindow>()(
  persist((set) => ({ filled: false, fill: (filled) => set({ filled }) }), { name: 'digao.macWindow' }),
)
