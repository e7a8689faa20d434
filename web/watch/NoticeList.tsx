import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { message, notice, type ReadNotice } from '#contract/notice.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { useShortDate } from '#web/kit/short-date.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { texts as noticeTexts } from './notice-texts.ts'
import { texts } from './texts.ts'

const STEP = 20

/** Notices that are out for this person; opening one reads it. */
export function NoticeList() {
  const t = useTexts(texts)
  const short = useShortDate()
  const word = useTexts(noticeTexts)
  const [size, setSize] = useState(STEP)
  const [open, setOpen] = useState('')
  const found = useQuery(pageQuery(notice.mine, { size: String(size) }))
  const read = useCommand(notice.read, { also: [message.unread] })
  const show = (one: ReadNotice) => {
    setOpen(open === one.id ? '' : one.id)
    if (!one.read) read.mutate({ ids: one.id })
  }
  return (
    <StateView of={found} empty={{ when: ({ total }) => total === 0, says: t('noNotices') }}>
      {({ records, total }) => (
        <>
          <ul className="message-list">
            {records.map((one) => (
              <li key={one.id} data-unread={!one.read || undefined}>
                <div className="message-head">
                  <button
                    type="button"
                    className="plain-button message-title"
                    aria-expanded={open === one.id}
                    onClick={() => show(one)}
                  >
                    {one.title}
                  </button>
                  <span className="third">{word(one.category)}</span>
                </div>
                {open === one.id && <p className="message-body">{one.content}</p>}
                <span className="third number">
                  {short(one.releaseTime ?? '')} {one.createUserName}
                </span>
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
  )
}
