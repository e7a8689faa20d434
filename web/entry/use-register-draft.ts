import { type Draft, MOST_STEPS, useDrafts } from './draft-store.ts'
import { type DraftRow, sameRows } from './draft-rows.ts'

type Stored = { version: number; rows: readonly DraftRow[] }

/** The rows of a register as they are being typed over those that are stored, with undo. */
export function useRegisterDraft(name: string, stored: Stored) {
  const draft = useDrafts(({ drafts }) => drafts[name])
  const put = useDrafts((state) => state.put)
  const rows = draft?.rows ?? stored.rows
  const now = (): Draft => useDrafts.getState().drafts[name] ?? { ...stored, past: [] }
  return {
    rows,
    version: draft?.version ?? stored.version,
    dirty: draft !== undefined && !sameRows(draft.rows, stored.rows),
    canUndo: (draft?.past.length ?? 0) > 0,
    /** `step` false: typing on in the same cell is one step with what came before. */
    change: (next: readonly DraftRow[], step = true) => {
      const { version, rows: before, past } = now()
      put(name, { version, rows: next, past: step ? [...past.slice(1 - MOST_STEPS), before] : past })
    },
    undo: () => {
      const { version, past } = now()
      const last = past.at(-1)
      if (last) put(name, { version, rows: last, past: past.slice(0, -1) })
    },
    drop: () => put(name, undefined),
  }
}
