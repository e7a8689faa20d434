import { useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { BlockNode, WritingBody } from '#contract/writing-doc.ts'
import { writing, type WritingOpened } from '#contract/writing.ts'
import { call } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { asEdited, type BodyFrame, bodyOf, loadDoc } from './body-of.ts'
import type { OwnEditor } from './editor.ts'
import { isClash, mergeBlocks, type Merged } from './merge-bodies.ts'
import { texts } from './texts.ts'
import { type Kept, useAutosave } from './use-autosave.ts'
import { type LeaseAct, useWritingLease } from './use-writing-lease.ts'

/** Two forms of a document that could not be joined without a person. */
export type Conflict = { merged: Merged; theirs: { rev: number; body: WritingBody }; frame: BodyFrame }
/** What an earlier page wrote over a revision and could not send. */
type Left = { kept: Kept; rev: number }
const frameOf = ({ header, footer, page }: WritingBody): BodyFrame => ({ header, footer, page })
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** An opened document in its editor: loaded, followed, saved, joined with what others saved meanwhile. */
export function useOpenDoc(opened: WritingOpened, owned: OwnEditor, reload: () => Promise<unknown>) {
  const t = useTexts(texts)
  const { editor } = owned
  const frame = useSyncExternalStore(owned.onFrame, owned.frame)
  const [conflict, setConflict] = useState<Conflict>()
  /** What an earlier page left here; it waits until this page may write. */
  const [left, setLeft] = useState<Left>()
  const { saving, save } = useAutosave(
    { id: opened.id, rev: () => owned.held()?.rev ?? opened.rev },
    {
      onLeft: (kept, rev) => {
        if (lease.mine) takeUp({ kept, rev })
        else setLeft({ kept, rev })
      },
      onState: (state) => {
        if (state === 'stale') void meet().catch((fault: unknown) => complain(fault))
      },
      onSaved: (rev, body) => owned.hold({ rev, base: body }),
    },
  )
  const show = (rev: number, body: WritingBody) => {
    loadDoc(editor, body.doc)
    owned.hold({ rev, base: asEdited(editor, body) })
    owned.setFrame(frameOf(body))
    saving.current?.moved(rev)
  }
  const read = (): Kept => {
    const body = bodyOf(editor, owned.frame())
    return { body, base: owned.held()?.base ?? body }
  }
  const load = useEffectEvent((rev: number, body: WritingBody) => {
    const held = owned.held()
    // what is written here is never drawn over: it meets the newer revision when it is saved
    if (held && (rev <= held.rev || saving.current?.waiting())) return
    show(rev, body)
  })
  useLayoutEffect(() => load(opened.rev, opened.body), [opened.rev, opened.body])
  const written = useEffectEvent(() => saving.current?.changed(read))
  useEffect(() => {
    const heard = () => written()
    editor.on('update', heard)
    return () => void editor.off('update', heard)
  }, [editor])

  const moved = (rev: number) => {
    if (rev > (saving.current?.rev() ?? 0) && !saving.current?.waiting()) void reload()
  }
  const { lease, act } = useWritingLease(opened, {
    onMoved: moved,
    onMine: () => (left ? takeUp(left) : void saving.current?.resume()),
  })

  /** Joins what is here with what the server has now. */
  const join = async (mine: WritingBody, base: WritingBody) => {
    const answer = await call(writing.detail, { id: opened.id })
    const theirs = { rev: answer.rev, body: asEdited(editor, answer.body) }
    const merged = mergeBlocks(base.doc.content, mine.doc.content, theirs.body.doc.content)
    const pick = <K extends keyof BodyFrame>(part: K) => (same(mine[part], base[part]) ? theirs.body[part] : mine[part])
    const around: BodyFrame = { header: pick('header'), footer: pick('footer'), page: pick('page') }
    const found = { merged, theirs, frame: around }
    if (merged.some(isClash)) return setConflict(found)
    const clear = merged.filter((part): part is BlockNode => !isClash(part))
    await settle(found, clear)
  }
  const settle = async ({ theirs, frame: around }: Conflict, content: BlockNode[]) => {
    show(theirs.rev, { ...around, doc: { type: 'doc', content } })
    owned.hold({ rev: theirs.rev, base: theirs.body })
    setConflict(undefined)
    await saving.current?.rebase(theirs.rev, { body: bodyOf(editor, around), base: theirs.body })
    say(t('merged'))
  }
  const meet = async () => {
    const { body, base } = read()
    await join(body, base)
  }
  /** Takes up what an earlier page left, once this page may write. */
  const takeUp = ({ kept, rev }: Left) => {
    if (saving.current?.waiting()) return
    setLeft(undefined)
    const now = saving.current?.rev() ?? rev
    if (rev < now) return void join(kept.body, kept.base).catch((fault: unknown) => complain(fault))
    show(now, kept.body)
    owned.hold({ rev: now, base: kept.base })
    saving.current?.changed(read)
    say(t('found'))
  }
  return {
    frame,
    setFrame: (next: BodyFrame) => {
      owned.setFrame(next)
      saving.current?.changed(read)
    },
    save,
    conflict,
    /** Something written here earlier waits until this page may write. */
    waits: left !== undefined,
    settle,
    lease,
    act: async (wanted: LeaseAct) => {
      if (wanted === 'release') await saving.current?.flush()
      const mine = await act(wanted)
      if (!mine || (wanted !== 'take' && wanted !== 'force')) return
      if (left) return takeUp(left)
      // what others wrote until now comes first
      if (save.state === 'refused') await saving.current?.resume()
      else await reload()
    },
    /** Everything written here reaches the server, if it can be reached. */
    flush: async () => {
      await saving.current?.flush()
    },
    discard: async () => {
      const answer = await call(writing.detail, { id: opened.id })
      await saving.current?.discard(answer.rev)
      show(answer.rev, answer.body)
    },
    readOnly: !opened.editable || !lease.mine || conflict !== undefined,
  }
}
