import { create } from 'zustand'
import type { DraftRow } from './draft-rows.ts'

/** What is typed and not saved yet. `version` is the register's when the first change was made. */
export type Draft = { version: number; rows: readonly DraftRow[]; past: readonly (readonly DraftRow[])[] }

type Drafts = {
  drafts: Readonly<Record<string, Draft>>
  put: (name: string, draft: Draft | undefined) => void
}

/** Drafts outlive the panel: looking at another tab of the dock or another paper loses nothing that was typed. */
export const useDrafts = create<Drafts>()((set) => ({
  drafts: {},
  put: (name, draft) =>
    set(({ drafts }) => {
      const { [name]: _, ...rest } = drafts
      return { drafts: draft === undefined ? rest : { ...rest, [name]: draft } }
    }),
}))

/** Steps that can be taken back. */
export const MOST_STEPS = 50
