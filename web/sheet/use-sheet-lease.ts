import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { type DocumentLease, LEASE_BEAT_SECONDS, LEASE_PUSH, LeasePush } from '#contract/document-lease.ts'
import { type leaseActs, SHEET_LEASE, sheetFile, type SheetOpened } from '#contract/sheet-file.ts'
import { call } from '#web/kernel/api.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { onPush } from '#web/kernel/push.ts'
import { sayIn, nowLanguage } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

type Act = (typeof leaseActs)[number]

/**
 * Who edits the spreadsheet: takes it at opening if it is free (and `takes`), gives a sign of life every 20 s, gives it up when the page goes.
 * `onMoved` hears that somebody else wrote.
 */
export function useSheetLease(
  { fileId, takes, lease: first }: Pick<SheetOpened, 'fileId' | 'lease'> & { takes: boolean },
  onMoved: (rev: number) => void,
): { lease: DocumentLease; act: (act: Act) => Promise<void> } {
  const [lease, setLease] = useState(first)
  const act = useCallback(
    async (wanted: Act) => {
      try {
        setLease(await call(sheetFile.lease, { fileId, act: wanted }))
      } catch (fault) {
        // a lost line is told by the state of the changes; the next beat tries again
        complain(fault, wanted === 'beat' || wanted === 'leave')
      }
    },
    [fileId],
  )
  useEffect(() => {
    call(sheetFile.lease, { fileId, act: takes ? 'take' : 'beat' }).then(setLease, (fault: unknown) =>
      complain(fault, true),
    )
    const beat = setInterval(() => void act('beat'), LEASE_BEAT_SECONDS * 1000)
    return () => {
      clearInterval(beat)
      void call(sheetFile.lease, { fileId, act: 'leave' }).catch(() => undefined)
    }
  }, [act, fileId, takes])
  const heard = useEffectEvent((data: unknown) => {
    const pushed = LeasePush.safeParse(data)
    if (!pushed.success || pushed.data.kind !== SHEET_LEASE || pushed.data.documentId !== fileId) return
    const { rev, asks } = pushed.data
    if (asks !== undefined) say(sayIn(texts, 'asks', nowLanguage(), { names: asks }))
    if (rev === undefined) void act('beat')
    else onMoved(rev)
  })
  useEffect(() => onPush(LEASE_PUSH, heard), [])
  return { lease, act }
}
