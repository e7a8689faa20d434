import { useQuery } from '@tanstack/react-query'
import { message, notice, type ReadNotice } from '#contract/notice.ts'
import { pageQuery, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { Block } from './Block.tsx'
import { texts } from './texts.ts'

/** The newest notices; unfolding one reads it. */
export function NoticeBlock() {
  const t = useTexts(texts)
  const found = useQuery(pageQuery(notice.mine, { current: 1, size: 5 }))
  const read = useCommand(notice.read, { also: [message.unread] })
  const opened = (one: ReadNotice, open: boolean) => {
    if (open && !one.read) read.mutate({ ids: one.id })
  }
  return (
    <Block title={t('notices')}>
      <StateView of={found} empty={{ when: ({ total }) => total === 0, says: t('noNotices') }}>
        {({ records }) => (
          <ul className="home-notices">
            {records.map((one) => (
              <li key={one.id} data-unread={!one.read || undefined}>
                <details onToggle={(event) => opened(one, event.currentTarget.open)}>
                  <summary>
                    <span>{one.title}</span>
                    {!one.read && <StatusTag tone="active">{t('unread')}</StatusTag>}
                    <span className="third number">{one.releaseTime?.slice(0, 10)}</span>
                  </summary>
                  <p>{one.content}</p>
                </details>
              </li>
            ))}
          </ul>
        )}
      </StateView>
    </Block>
  )
}
