import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { StaleSave, workbook, type WorkbookOp } from '#contract/workbook.ts'
import { call, query } from '#web/kernel/api.ts'
import { useSession } from '#web/kernel/session.ts'
import { CallError } from '#web/kernel/transport.ts'
import { indexedOpStore } from '#web/sheet/op-store.ts'
import { openOpQueue, type OpQueue, type QueueState } from '#web/sheet/op-queue.ts'
import { inverseOf, type Typing, typedAfter } from './paper-edits.ts'

type At = { projectId: string; paperId: string }
/** What the server knows of the paper's typing. */
export type Known = Typing & { rev: number }
export type PaperQueue = {
  state: QueueState
  fault: unknown
  /** What the paper holds with all changes, those on their way too. */
  typing: Typing
  pending: readonly WorkbookOp[]
  /** What others saved where mine could not be joined. */
  stale: StaleSave | undefined
  change: (ops: readonly WorkbookOp[]) => void
  undo: (again: boolean) => void
  flush: () => void
  rebase: (rev: number, keep: (op: WorkbookOp) => WorkbookOp | null) => void
  discard: () => void
  rev: () => number
}

const store = indexedOpStore<WorkbookOp>('digao-papers')
const MOST_UNDOS = 100
const nothing: Known = { rev: 0, free: [], rows: [] }

/** Changes of a paper on their way to the server, kept in this browser until it has them; with undo. */
export function usePaperQueue({ projectId, paperId }: At, known: Known | undefined): PaperQueue {
  const cache = useQueryClient()
  const userId = useSession((session) => session.userId)
  const [queue, setQueue] = useState<OpQueue<WorkbookOp>>()
  const [state, setState] = useState<{ state: QueueState; fault?: unknown }>({ state: 'saved' })
  const [pending, setPending] = useState<readonly WorkbookOp[]>([])
  const rev = useRef(0)
  const undos = useRef<{ back: WorkbookOp[][]; again: WorkbookOp[][] }>({ back: [], again: [] })
  const ready = known !== undefined

  const knownRev = known?.rev ?? 0
  useEffect(() => {
    rev.current = knownRev
    if (queue?.state() === 'saved') queue.moved(knownRev)
  }, [queue, knownRev])

  useEffect(() => {
    if (!ready) return undefined
    let opened: OpQueue<WorkbookOp> | undefined
    let gone = false
    const { queryKey } = query(workbook.open, { projectId, paperId })
    const send = async (batch: { id: string; baseRev: number; ops: WorkbookOp[] }) => {
      const answer = await call(workbook.save, {
        projectId,
        paperId,
        batchId: batch.id,
        baseRev: batch.baseRev,
        ops: batch.ops,
      })
      // what the server has stands in the cache at once: on the screen nothing moves
      cache.setQueryData(queryKey, (open) =>
        open === undefined || open.rev >= answer.rev
          ? open
          : { ...open, ...typedAfter(open, batch.ops), rev: answer.rev },
      )
      void cache.invalidateQueries({ queryKey: ['workbook', workbook.marks.path] })
      void cache.invalidateQueries({ queryKey: ['workbook', workbook.history.path] })
      return answer
    }
    void openOpQueue<WorkbookOp>({
      key: `${userId}:${projectId}/${paperId}`,
      rev: rev.current,
      store,
      send,
      onState: (next, fault) => {
        setState({ state: next, fault })
        setPending(opened?.pending() ?? [])
      },
    }).then((made) => {
      if (gone) made.close()
      else {
        opened = made
        setPending(made.pending())
        setQueue(made)
      }
      return undefined
    })
    undos.current = { back: [], again: [] }
    return () => {
      gone = true
      opened?.close()
      setQueue(undefined)
      setPending([])
      setState({ state: 'saved' })
    }
  }, [ready, cache, userId, projectId, paperId])

  const typing = typedAfter(known ?? nothing, pending)
  const now = useRef(typing)
  useEffect(() => {
    now.current = typing
  })

  const put = useCallback(
    (ops: readonly WorkbookOp[]) => {
      if (!queue || ops.length === 0) return
      queue.push(ops)
      setPending(queue.pending())
    },
    [queue],
  )
  const change = useCallback(
    (ops: readonly WorkbookOp[]) => {
      if (ops.length === 0) return
      undos.current.back = [...undos.current.back, inverseOf(now.current, ops)].slice(-MOST_UNDOS)
      undos.current.again = []
      put(ops)
    },
    [put],
  )
  const undo = useCallback(
    (again: boolean) => {
      const { back, again: forth } = undos.current
      const ops = again ? forth.pop() : back.pop()
      if (!ops) return
      const opposite = inverseOf(now.current, ops)
      if (again) back.push(opposite)
      else forth.push(opposite)
      put(ops)
    },
    [put],
  )
  const { fault } = state
  const stale = state.state === 'stale' && fault instanceof CallError ? StaleSave.safeParse(fault.data) : undefined
  return {
    state: state.state,
    fault,
    typing,
    pending,
    stale: stale?.success ? stale.data : undefined,
    change,
    undo,
    flush: useCallback(() => void queue?.flush(), [queue]),
    rebase: useCallback(
      (next, keep) => void queue?.rebase(next, keep).then(() => setPending(queue.pending())),
      [queue],
    ),
    discard: useCallback(() => void queue?.discard().then(() => setPending([])), [queue]),
    rev: useCallback(() => rev.current, []),
  }
}
