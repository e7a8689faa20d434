import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { type DocumentLease, LEASE_BEAT_SECONDS, LEASE_PUSH, LeasePush } from '#contract/document-lease.ts'
import { workbook } from '#contract/workbook.ts'
import { call, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { onPush } from '#web/kernel/push.ts'
import { useTab } from '#web/kernel/tab.ts'
import { texts } from './texts.ts'

type At = { projectId: string; paperId: string }
type Lease = z.output<typeof DocumentLease>
export type PaperLease = {
  /** What is known of who edits; undefined until the first answer. */
  lease: Lease | undefined
  take: () => Promise<boolean>
  release: () => void
  ask: () => void
  force: () => void
}

/**
 * Who edits the paper: a sign of life every 20 s while it is open, news by push, and the taking, giving back, asking and forcing.
 * What others save is read anew at once.
 */
export function usePaperLease({ projectId, paperId }: At, rev: () => number): PaperLease {
  const t = useTexts(texts)
  const { active } = useTab()
  const cache = useQueryClient()
  const [lease, setLease] = useState<Lease>()
  const held = useRef(false)

  const know = useCallback((next: Lease) => {
    held.current = next.mine
    setLease(next)
  }, [])
  const refresh = useCallback(
    () => void cache.invalidateQueries({ queryKey: query(workbook.open, { projectId, paperId }).queryKey }),
    [cache, projectId, paperId],
  )
  const beat = useEffectEvent(async () => {
    const next = await call(workbook.beat, { projectId, paperId }).catch(() => undefined) // the next beat comes
    if (!next) return
    know(next)
    if (next.rev > rev()) refresh()
  })
  const hear = useEffectEvent((data: unknown) => {
    const pushed = LeasePush.safeParse(data)
    if (!pushed.success || pushed.data.documentId !== `${projectId}/${paperId}`) return
    if (pushed.data.asks) say(t('asksToEdit', { name: pushed.data.asks }))
    if (pushed.data.rev !== undefined && pushed.data.rev > rev()) refresh()
    void beat()
  })
  useEffect(() => {
    if (!active || paperId === '') return undefined
    const first = setTimeout(() => void beat())
    const timer = setInterval(() => void beat(), LEASE_BEAT_SECONDS * 1000)
    const stop = onPush(LEASE_PUSH, (data) => hear(data))
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      stop()
    }
  }, [active, paperId])
  // Leaving the paper, not only hiding it, gives it back; a window that dies lets the time run out.
  useEffect(() => {
    if (paperId === '') return undefined
    return () => {
      held.current = false
      setLease(undefined)
      void call(workbook.beat, { projectId, paperId, leave: true }).catch(() => undefined)
    }
  }, [projectId, paperId])

  const run = useCallback(
    async (endpoint: (typeof workbook)['lease' | 'release' | 'askLease' | 'forceLease']) => {
      const next = await call(endpoint, { projectId, paperId }).catch((fault: unknown) => complain(fault))
      if (next) know(next)
      return next ?? undefined
    },
    [projectId, paperId, know],
  )
  return {
    lease,
    take: useCallback(async () => (await run(workbook.lease))?.mine === true, [run]),
    release: useCallback(() => void run(workbook.release), [run]),
    ask: useCallback(() => {
      void run(workbook.askLease).then((next) => next && say(t('asked')))
    }, [run, t]),
    force: useCallback(() => void run(workbook.forceLease), [run]),
  }
}
