import { useQuery } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import { Button, type GetRef, Input, Space } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { type Comment, writing } from '#contract/writing.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { Empty, StateView } from '#web/kit/StateView.tsx'
import { commentPlaces, newUuid, unmarkComment } from './comment-marks.ts'
import { texts } from './pane-texts.ts'
import { showPlace } from './SuggestionPane.tsx'
import { useReading } from './use-editor.ts'

/** Words that are about to be commented on. */
export type Quoted = { from: number; to: number; quote: string }
type CommentPaneProps = {
  editor: Editor
  docId: string
  /** Marks can be set in the text. */
  editable: boolean
  quoted: Quoted | undefined
  onQuoted: (quoted: Quoted | undefined) => void
}
const places = (editor: Editor) => commentPlaces(editor.state.doc)

/** The comments of a document as threads, in the order of their words; those whose words are gone come last. */
export function CommentPane({ editor, docId, editable, quoted, onQuoted }: CommentPaneProps) {
  const t = useTexts(texts)
  const comments = useQuery(query(writing.comments, { id: docId }))
  const send = useCommand(writing.comment)
  const [resolvedToo, showResolved] = useState(false)
  const at = useReading(editor, places)
  const add = async (text: string) => {
    if (!quoted) return
    const commentId = newUuid()
    await send.mutateAsync({ id: docId, commentId, text, quote: quoted.quote.slice(0, 500) })
    const { comment } = editor.schema.marks
    if (editable && comment)
      editor.view.dispatch(editor.state.tr.addMark(quoted.from, quoted.to, comment.create({ id: commentId })))
    onQuoted(undefined)
  }
  return (
    <StateView of={comments}>
      {(all) => {
        const threads = all
          .filter(({ parentId }) => parentId === '')
          .toSorted((a, b) => (at.get(a.id) ?? Infinity) - (at.get(b.id) ?? Infinity))
        const resolved = threads.filter((thread) => thread.resolved)
        const shown = resolvedToo ? threads : threads.filter((thread) => !thread.resolved)
        return (
          <>
            {quoted && (
              <Words
                label={t('commentOn', { quote: quoted.quote.slice(0, 40) })}
                ok={t('commentSend')}
                onSend={add}
                onCancel={() => onQuoted(undefined)}
              />
            )}
            {shown.length === 0 && !quoted && <Empty says={t('noComments')} />}
            <ul className="wr-list">
              {shown.map((thread) => (
                <Thread
                  key={thread.id}
                  {...{ editor, docId, editable, thread }}
                  answers={all.filter(({ parentId }) => parentId === thread.id)}
                  pos={at.get(thread.id)}
                />
              ))}
            </ul>
            {resolved.length > 0 && !resolvedToo && (
              <Button type="link" size="small" onClick={() => showResolved(true)}>
                {t('showResolved', { count: resolved.length })}
              </Button>
            )}
          </>
        )
      }}
    </StateView>
  )
}

type ThreadProps = Pick<CommentPaneProps, 'editor' | 'docId' | 'editable'> & {
  thread: Comment
  answers: readonly Comment[]
  pos: number | undefined
}
function Thread({ editor, docId, editable, thread, answers, pos }: ThreadProps) {
  const t = useTexts(texts)
  const confirm = useConfirmDanger()
  const [answering, answer] = useState(false)
  const send = useCommand(writing.comment)
  const resolve = useCommand(writing.resolveComment)
  const remove = useCommand(writing.removeComment)
  const take = async (comment: Comment) => {
    if (!(await confirm({ says: t('removeAsk'), ok: t('remove') }))) return
    await remove.mutateAsync({ id: docId, commentId: comment.id })
    if (editable && comment.parentId === '') unmarkComment(editor, comment.id)
  }
  const said = (comment: Comment) => (
    <div key={comment.id} className="wr-said">
      <div className="wr-list-head">
        <strong>{comment.createUserName}</strong>
        <span className="third">{comment.createTime}</span>
      </div>
      <p className="wr-words">{comment.text}</p>
      {comment.mine && (
        <Button type="link" size="small" danger onClick={() => void take(comment)}>
          {t('remove')}
        </Button>
      )}
    </div>
  )
  return (
    <li data-resolved={thread.resolved || undefined}>
      {pos === undefined ? (
        <p className="third wr-quote">{thread.quote}</p>
      ) : (
        <button
          type="button"
          className="plain-button wr-quote"
          title={t('goTo')}
          onClick={() => showPlace(editor, pos)}
        >
          {thread.quote}
        </button>
      )}
      {[thread, ...answers].map(said)}
      {answering ? (
        <Words
          label={t('answerTo', { name: thread.createUserName })}
          ok={t('answer')}
          onCancel={() => answer(false)}
          onSend={async (text) => {
            await send.mutateAsync({ id: docId, commentId: newUuid(), parentId: thread.id, text })
            answer(false)
          }}
        />
      ) : (
        <Space size={4}>
          <Button type="link" size="small" onClick={() => answer(true)}>
            {t('answer')}
          </Button>
          <Button
            type="link"
            size="small"
            loading={resolve.isPending}
            onClick={() => resolve.mutate({ id: docId, commentId: thread.id, resolved: !thread.resolved })}
          >
            {t(thread.resolved ? 'reopen' : 'resolve')}
          </Button>
        </Space>
      )}
    </li>
  )
}

type TextAreaRef = GetRef<typeof Input.TextArea>
type WordsProps = { label: string; ok: string; onSend: (text: string) => Promise<void>; onCancel: () => void }
/** A few words to say; Ctrl+Enter sends them. A refusal is told by the call, and the words stay. */
function Words({ label, ok, onSend, onCancel }: WordsProps) {
  const t = useTexts(texts)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const area = useRef<TextAreaRef>(null)
  useEffect(() => area.current?.focus({ preventScroll: true }), [])
  const send = async () => {
    setBusy(true)
    await onSend(text).catch(() => undefined)
    setBusy(false)
  }
  return (
    <div className="wr-words-form">
      <span className="second">{label}</span>
      <Input.TextArea
        autoSize={{ minRows: 2, maxRows: 8 }}
        aria-label={t('commentText')}
        maxLength={2000}
        value={text}
        ref={area}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={(event) => {
          if ((event.ctrlKey || event.metaKey) && text.trim() !== '') void send()
        }}
      />
      <Space>
        <Button size="small" type="primary" loading={busy} disabled={text.trim() === ''} onClick={() => void send()}>
          {ok}
        </Button>
        <Button size="small" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Space>
    </div>
  )
}
