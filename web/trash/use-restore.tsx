import { useState } from 'react'
import { MOST_RESTORED, trash, type TrashEntry, type TrashOutcome } from '#contract/trash.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { texts } from './texts.ts'

export type RestoreWish = { taken?: 'rename' | 'version'; folderId?: string }

/**
 * Brings rows back, a few at a time so that no call is long; says what became of them, and keeps what could not come back.
 * `left`: how far it is while it runs.
 */
export function useRestore() {
  const t = useTexts(texts)
  const restore = useCommand(trash.restore)
  const [left, setLeft] = useState<{ done: number; of: number }>()
  const [refused, setRefused] = useState<TrashOutcome[]>([])

  const start = async (rows: readonly TrashEntry[], wish: RestoreWish = {}): Promise<void> => {
    const outcomes: TrashOutcome[] = []
    try {
      for (let at = 0; at < rows.length; at += MOST_RESTORED) {
        if (rows.length > MOST_RESTORED) setLeft({ done: at, of: rows.length })
        const ids = rows.slice(at, at + MOST_RESTORED).map(({ id }) => id)
        outcomes.push(...(await restore.mutateAsync({ ids, ...wish })).outcomes)
      }
    } catch {
      // the call has said why; what came back before it did come back
    } finally {
      setLeft(undefined)
    }
    const done = outcomes.filter((one) => one.done)
    const [first] = done
    if (first && done.length === 1) {
      const { name, place } = first
      const key = first.renamed ? 'renamedOne' : place ? 'restoredTo' : 'restoredOne'
      say(t(key, { name, place }))
    } else if (done.length > 1) say(t('restoredMany', { count: done.length }))
    setRefused(outcomes.filter((one) => !one.done))
  }
  return { start, busy: restore.isPending, left, refused, forget: () => setRefused([]) }
}
