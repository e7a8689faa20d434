import { BellOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Badge, Button, Tooltip } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { z } from 'zod'
import { message } from '#contract/notice.ts'
import { queries, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { onPush } from '#web/kernel/push.ts'
import { texts } from './texts.ts'

const MessageDrawer = lazy(async () => ({ default: (await import('./MessageDrawer.tsx')).MessageDrawer }))

/** What a push says of a message or a notice. */
const Pushed = z.object({ kind: z.enum(['message', 'notice']), title: z.string() })

/** What came is counted anew, and its title said once. */
const followMessages = () =>
  onPush('NOTIFY', (data) => {
    void queries.invalidateQueries({ queryKey: ['message'] })
    void queries.invalidateQueries({ queryKey: ['notice'] })
    const pushed = Pushed.safeParse(data)
    if (pushed.success) say(pushed.data.title)
  })

/** The bell: how much is unread, and the drawer with it. */
export function MessageBell() {
  const t = useTexts(texts)
  const [open, setOpen] = useState(false)
  const [opened, setOpened] = useState(false)
  const { data } = useQuery({ ...query(message.unread, {}), refetchInterval: 60_000 })
  useEffect(followMessages, [])
  const unread = (data?.messages ?? 0) + (data?.notices ?? 0)
  const label = unread > 0 ? `${t('messages')} · ${t('unread', { count: unread })}` : t('messages')
  const show = () => {
    setOpened(true)
    setOpen(true)
  }
  return (
    <>
      <Tooltip title={label}>
        <Badge count={unread} size="small" color="var(--jade)" offset={[-6, 6]}>
          <Button type="text" icon={<BellOutlined />} aria-label={label} onClick={show} />
        </Badge>
      </Tooltip>
      {opened && (
        <Suspense fallback={null}>
          <MessageDrawer open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
