import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { type DocumentLease, LEASE_BEAT_SECONDS, LEASE_PUSH, LeasePush } from '#contract/document-lease.ts'
import type { leaseActs } from '#contract/sheet-file.ts'
import { writing, WRITING_LEASE } from '#contract/writing.ts'
import { call } from '#web/kernel/api.ts'
import { nowLanguage, sayIn } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { onPush } from '#web/kernel/push.ts'
import { texts } from './texts.ts'

export type LeaseAct = (typeof leaseActs)[number]
type Heard = {
  onMoved: (rev: number) => void
  /** The page came in front and may write. */
  onMine: () => void
}
type Opened = { id: string; lease: DocumentLease; editable: boolean }

/**
 * Who edits the document: takes it at opening if it is free, gives a sign of life every 20 s, gives it up when the page goes.
 * `onMoved` hears that somebody else wrote. `act` answers whether one may write now.
 */
export function useWritingLease({ id, lease: first, editable }: Opened, { onMoved, onMine }: Heard) {
  const [lease, setLease] = useState(first)
  const mineNow = useEffectEvent(onMine)
  const act = useCallback(
    async (wanted: LeaseAct): Promise<boolean> => {
      try {
        const next = await call(writing.lease, { id, act: wanted })
        setLease(next)
        return next.mine
      } catch (fault) {
        // a lost line is told by the state of the changes; the next beat tries again
        complain(fault, wanted === 'beat' || wanted === 'leave')
        return false
      }
    },
    [id],
  )
  useEffect(() => {
    const begin = async () => {
      const next = await call(writing.lease, { id, act: editable ? 'take' : 'beat' })
      setLease(next)
      if (next.mine) mineNow()
    }
    begin().catch((fault: unknown) => complain(fault, true))
    const beat = setInterval(() => void act('beat'), LEASE_BEAT_SECONDS * 1000)
    return () => {
      clearInterval(beat)
      void call(writing.lease, { id, act: 'leave' }).catch(() => undefined)
    }
  }, [act, id, editable])
  const heard = useEffectEvent((data: unknown) => {
    const pushed = LeasePush.safeParse(data)
    if (!pushed.success || pushed.data.kind !== WRITING_LEASE || pushed.data.documentId !== id) return
    const { rev, asks } = pushed.data
    if (asks !== undefined) say(sayIn(texts, 'asks', nowLanguage(), { names: asks }))
    if (rev === undefined) void act('beat')
    else onMoved(rev)
  })
  useEffect(() => onPush(LEASE_PUSH, heard), [])
  return { lease, act }
}
