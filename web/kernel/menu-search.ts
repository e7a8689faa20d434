import { create } from 'zustand'

type MenuSearch = { open: boolean; show: () => void; hide: () => void }

/** Whether the search over the menu is open; opened from the top bar, the tabs and a key. */
export const useMenuSearch = create<MenuSearch>()((set) => ({
  open: false,
  show: () => set({ open: true }),
  hide: () => set({ open: false }),
}))
