import { create } from 'zustand'

/** What was cut or copied in the explorer, to be put down in another folder; in this window alone. */
export const useClipboard = create<{ ids: readonly string[]; copy: boolean }>(() => ({ ids: [], copy: false }))
export const clip = (ids: readonly string[], copy: boolean) => useClipboard.setState({ ids, copy })
