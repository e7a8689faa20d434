import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { sheetFile } from '#contract/sheet-file.ts'
import type { SheetOp } from '#contract/sheet-ops.ts'
import { call } from '#web/kernel/api.ts'
import { useSession } from '#web/kernel/session.ts'
import { indexedOpStore } from './op-store.ts'
import { openOpQueue, type OpQueue, type QueueState } from './op-queue.ts'

const store = indexedOpStore<SheetOp>()
type Heard = {
  /** Changes an earlier page left here and the server does not know. */
  onLeft: (ops: SheetOp[]) => void
  onState: (state: QueueState, fault: unknown) => void
}

/** The person's unsaved changes of a spreadsheet, on their way to the server. */
export function useSheetQueue({ fileId, rev }: { fileId: string; rev: number }, { onLeft, onState }: Heard) {
  const userId = useSession((session) => session.userId)
  const queue = useRef<OpQueue<SheetOp>>(null)
  /** Typed before the store had opened. */
  const early = useRef<SheetOp[]>([])
  const [state, setState] = useState<QueueState>('saved')
  const left = useEffectEvent(onLeft)
  const changed = useEffectEvent((next: QueueState, fault: unknown) => {
    setState(next)
    onState(next, fault)
  })
  // the revision at which this page was when it was last in front
  const known = useRef(rev)
  useEffect(() => {
    let gone = false
    let mine: OpQueue<SheetOp> | undefined
    known.current = Math.max(known.current, rev)
    const opening = openOpQueue<SheetOp>({
      key: `${userId}:${fileId}`,
      rev: known.current,
      store,
      send: (batch) => call(sheetFile.save, { fileId, ...batch }),
      onState: (next, fault) => {
        if (!gone) changed(next, fault)
      },
    })
    const begin = async () => {
      const opened = await opening
      mine = opened
      if (gone) return opened.close()
      queue.current = opened
      const pending = opened.pending()
      if (pending.length > 0) left(pending)
      opened.push(early.current.splice(0))
    }
    void begin()
    return () => {
      gone = true
      queue.current = null
      if (!mine) return
      known.current = mine.rev()
      void mine.flush()
      mine.close()
    }
  }, [fileId, rev, userId])
  const push = useCallback((ops: SheetOp[]) => {
    if (queue.current) queue.current.push(ops)
    else early.current.push(...ops)
  }, [])
  return { queue, push, state }
}
