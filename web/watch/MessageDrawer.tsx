import { useQuery } from '@tanstack/react-query'
import { Badge, Button, Drawer, Tabs } from 'antd'
import { message, notice } from '#contract/notice.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { MessageKinds } from './MessageKinds.tsx'
import { MessageList } from './MessageList.tsx'
import { NoticeList } from './NoticeList.tsx'
import { texts } from './texts.ts'
import './watch.css'

const label = (text: string, count: number) => (
  <Badge count={count} size="small" color="var(--jade)" offset={[10, -2]}>
    {text}
  </Badge>
)

/** What the product and the firm tell this person, newest first, and which of it he wants. */
export function MessageDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(texts)
  const { data } = useQuery(query(message.unread, {}))
  const readAll = useCommand(message.readAll, { also: [notice.mine] })
  const unread = { messages: data?.messages ?? 0, notices: data?.notices ?? 0 }
  const all = (
    <Button
      type="link"
      size="small"
      disabled={unread.messages + unread.notices === 0}
      onClick={() => readAll.mutate({})}
    >
      {t('readAll')}
    </Button>
  )
  return (
    <Drawer title={t('messages')} size={440} open={open} onClose={onClose} mask={false} extra={all}>
      <Tabs
        items={[
          {
            key: 'messages',
            label: label(t('messages'), unread.messages),
            children: <MessageList onLeave={onClose} />,
          },
          { key: 'notices', label: label(t('notices'), unread.notices), children: <NoticeList /> },
          { key: 'kinds', label: t('settings'), children: <MessageKinds /> },
        ]}
      />
    </Drawer>
  )
}
