import { z } from 'zod'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { WritingBody } from '#contract/writing-doc.ts'
import { writing } from '#contract/writing.ts'
import { call } from '#web/kernel/api.ts'
import { useSession } from '#web/kernel/session.ts'
import { CallError } from '#web/kernel/transport.ts'
import { type Autosave, openAutosave, type SaveState } from './autosave.ts'
import { indexedDrafts } from './draft-store.ts'

/** What was written, and what it was written over: what is needed to join it to somebody else's. */
export type Kept = { body: WritingBody; base: WritingBody }
export type Save = { state: SaveState; at: string; fault?: unknown }
/** What a refusal says when there is a newer revision; that somebody else edits is a refusal of the same code without it. */
const Newer = z.object({ rev: z.number().int() })
const isStale = (fault: unknown) => fault instanceof CallError && Newer.safeParse(fault.data).success
const store = indexedDrafts<Kept>()

type Heard = {
  /** What an earlier page left here and the server does not have; `rev`: the revision it was written over. */
  onLeft: (left: Kept, rev: number) => void
  onState: (state: SaveState, fault: unknown) => void
  /** The server has this now. */
  onSaved: (rev: number, body: WritingBody) => void
}

/** What a person writes into a document, on its way to the server. */
export function useAutosave({ id, rev }: { id: string; rev: () => number }, { onLeft, onState, onSaved }: Heard) {
  const userId = useSession((session) => session.userId)
  const saving = useRef<Autosave<Kept>>(null)
  const [save, setSave] = useState<Save>({ state: 'saved', at: '' })
  const left = useEffectEvent(onLeft)
  const saved = useEffectEvent(onSaved)
  const changed = useEffectEvent((state: SaveState, fault: unknown) => {
    setSave(({ at }) => ({ state, at, fault }))
    onState(state, fault)
  })
  const stored = useEffectEvent((time: string) => setSave((before) => ({ ...before, at: time.slice(11, 16) })))
  // what is in the editor when this page comes in front; later revisions are told by `moved`
  const firstRev = useEffectEvent(rev)
  useEffect(() => {
    let gone = false
    const key = `${userId}:${id}`
    const mine = openAutosave<Kept>({
      key,
      rev: firstRev(),
      store,
      isStale,
      send: async ({ id: sending, baseRev, content }) => {
        const input = { id, baseRev, body: content.body }
        const answer = await call(writing.save, input, { headers: { 'Idempotency-Key': sending } })
        if (!gone) {
          stored(answer.updateTime)
          saved(answer.rev, content.body)
        }
        return answer
      },
      onState: (state, fault) => {
        if (!gone) changed(state, fault)
      },
    })
    saving.current = mine
    const look = async () => {
      const draft = await store.get(key)
      if (draft && !gone && !mine.waiting()) left(draft.content, draft.baseRev)
    }
    void look()
    const last = () => mine.stash()
    addEventListener('pagehide', last)
    return () => {
      removeEventListener('pagehide', last)
      gone = true
      saving.current = null
      void mine.flush().then(() => mine.close())
    }
  }, [id, userId])
  return { saving, save }
}
