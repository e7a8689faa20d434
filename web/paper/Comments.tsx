import { useQuery } from '@tanstack/react-query'
import { Button, Mentions, Space } from 'antd'
import { useState } from 'react'
import { type Thread, workbook } from '#contract/workbook.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { Bones, StateView } from '#web/kit/StateView.tsx'
import { texts } from './texts.ts'

type CommentsProps = {
  projectId: string
  paperId: string
  place: string
  nameOf: (place: string) => string
  onGo: (place: string) => void
}

/** The threads of a paper, those on the cell in hand first, and a new one. */
export function Comments({ projectId, paperId, place, nameOf, onGo }: CommentsProps) {
  const t = useTexts(texts)
  const may = useMay()
  const threads = useQuery(query(workbook.threads, { projectId, paperId }))
  const write = may('paper.generate')
  return (
    <div className="comments">
      {write &&
        (place === '' ? (
          <p className="second">{t('pickForComment')}</p>
        ) : (
          <Writer at={{ projectId, paperId, place }} label={t('commentOn', { cell: nameOf(place) })} />
        ))}
      <StateView
        of={threads}
        shape={<Bones lines={5} />}
        empty={{ when: (all) => all.length === 0, says: t('noComments') }}
      >
        {(all) =>
          all
            .toSorted((a, b) => Number(b.place === place) - Number(a.place === place))
            .map((thread) => (
              <ThreadOf
                key={thread.id}
                of={thread}
                at={{ projectId, paperId }}
                name={nameOf(thread.place)}
                write={write}
                onGo={() => onGo(thread.place)}
              />
            ))
        }
      </StateView>
    </div>
  )
}

type ThreadProps = {
  of: Thread
  at: { projectId: string; paperId: string }
  name: string
  write: boolean
  onGo: () => void
}

function ThreadOf({ of: thread, at, name, write, onGo }: ThreadProps) {
  const t = useTexts(texts)
  const [answering, answer] = useState(false)
  const resolve = useCommand(workbook.resolve)
  const settled = thread.resolvedTime !== ''
  return (
    <article className="thread" data-settled={settled || undefined}>
      <button type="button" className="plain-button link" onClick={onGo}>
        {name}
      </button>
      {thread.comments.map(({ id, body, userName, createTime }) => (
        <div key={id} className="comment">
          <p className="third">{`${userName} · ${createTime}`}</p>
          <p className="comment-body">{body}</p>
        </div>
      ))}
      {settled && (
        <p className="third">{t('resolvedBy', { name: thread.resolvedUserName, time: thread.resolvedTime })}</p>
      )}
      {write && (
        <Space size={4}>
          <Button size="small" type="text" onClick={() => answer(!answering)}>
            {t('answer')}
          </Button>
          <Button
            size="small"
            type="text"
            loading={resolve.isPending}
            onClick={() => resolve.mutate({ ...at, threadId: thread.id, resolved: !settled })}
          >
            {t(settled ? 'reopen' : 'resolve')}
          </Button>
        </Space>
      )}
      {answering && (
        <Writer
          at={{ ...at, place: thread.place, threadId: thread.id }}
          label={t('answer')}
          onSent={() => answer(false)}
        />
      )}
    </article>
  )
}

type WriterProps = {
  at: { projectId: string; paperId: string; place: string; threadId?: string }
  label: string
  onSent?: () => void
}

function Writer({ at, label, onSent }: WriterProps) {
  const t = useTexts(texts)
  const [body, setBody] = useState('')
  const members = useQuery(query(workbook.members, { projectId: at.projectId }))
  const send = useCommand(workbook.comment)
  const people = members.data ?? []
  const submit = () => {
    if (body.trim() === '' || send.isPending) return
    const mentions = people.filter(({ name }) => body.includes(`@${name}`)).map(({ userId }) => userId)
    send.mutate(
      { ...at, body, mentions },
      {
        onSuccess: () => {
          setBody('')
          onSent?.()
        },
      },
    )
  }
  return (
    <div className="comment-writer">
      <Mentions
        aria-label={label}
        placeholder={t('commentHint')}
        autoSize={{ minRows: 2, maxRows: 6 }}
        value={body}
        options={people.map(({ name, userId }) => ({ key: userId, value: name, label: name }))}
        onChange={setBody}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
        }}
      />
      <Button size="small" type="primary" disabled={body.trim() === ''} loading={send.isPending} onClick={submit}>
        {t('send')}
      </Button>
    </div>
  )
}
