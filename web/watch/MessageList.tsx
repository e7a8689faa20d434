import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Message, message } from '#contract/notice.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useShortDate } from '#web/kit/short-date.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { kindTexts } from './message-kind-texts.ts'
import { texts } from './texts.ts'

const STEP = 20

/** One's messages; opening one's link reads it. */
export function MessageList({ onLeave }: { onLeave: () => void }) {
  const t = useTexts(texts)
  const short = useShortDate()
  const navigate = useNavigate()
  const [size, setSize] = useState(STEP)
  const [unread, setUnread] = useState(false)
  const input = { size: String(size), ...(unread && { unread: 'true' as const }) }
  const found = useQuery(pageQuery(message.list, input))
  const read = useCommand(message.read)
  const remove = useCommand(message.remove)
  const mark = ({ id, read: done }: Message) => {
    if (!done) read.mutate({ ids: id })
  }
  const follow = (one: Message) => {
    mark(one)
    onLeave()
    void navigate(one.link)
  }
  return (
    <>
      <div className="message-tools">
        <Checkbox checked={unread} onChange={(event) => setUnread(event.target.checked)}>
          {t('onlyUnread')}
        </Checkbox>
      </div>
      <StateView of={found} empty={{ when: ({ total }) => total === 0, says: t(unread ? 'noUnread' : 'noMessages') }}>
        {({ records, total }) => (
          <>
            <ul className="message-list">
              {records.map((one) => (
                <li key={one.id} data-unread={!one.read || undefined} data-level={one.level}>
                  <div className="message-head">
                    <button type="button" className="plain-button message-title" onClick={() => mark(one)}>
                      {one.title}
                    </button>
                    <span className="third">{t(kindTexts[one.type])}</span>
                  </div>
                  <p className="message-body">{one.body}</p>
                  <div className="message-foot">
                    <span className="third number">{short(one.createTime)}</span>
                    {one.link && (
                      <Button type="link" size="small" style={{ padding: 0 }} onClick={() => follow(one)}>
                        {t('open')}
                      </Button>
                    )}
                    <Button
                      type="link"
                      size="small"
                      style={{ padding: 0, marginInlineStart: 'auto' }}
                      onClick={() => remove.mutate({ ids: one.id })}
                    >
                      {t('delete')}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
            {total > records.length && (
              <Button type="text" block onClick={() => setSize(Math.min(500, size + STEP))}>
                {t('more')}
              </Button>
            )}
          </>
        )}
      </StateView>
    </>
  )
}
