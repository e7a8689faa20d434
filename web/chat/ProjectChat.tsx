import { ExpandOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Select, Tooltip } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { chat } from '#contract/chat.ts'
import { pageQuery } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { ConversationView } from './ConversationView.tsx'
import { texts } from './texts.ts'
import './chat.css'

type ProjectChatProps = { projectId: string; open: boolean; onClose: () => void }

/** The conversations about a project, beside its pages, which stay in use. */
export function ProjectChat({ projectId, open, onClose }: ProjectChatProps) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const [conversationId, choose] = useState('')
  const [round, setRound] = useState(0)
  const list = useQuery({ ...pageQuery(chat.list, { projectId, size: 50 }), enabled: open })
  const begin = () => {
    setRound((before) => before + 1)
    choose('')
  }
  const whole = () => {
    onClose()
    void navigate(`/chat?${new URLSearchParams({ 'v.conversation': conversationId }).toString()}`)
  }
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('ask')}
      size={520}
      mask={false}
      styles={{ body: { paddingBlock: 8, display: 'flex', flexDirection: 'column', minHeight: 0 } }}
      extra={
        <>
          <Tooltip title={t('newChat')}>
            <Button type="text" icon={<PlusOutlined />} aria-label={t('newChat')} onClick={begin} />
          </Tooltip>
          {conversationId !== '' && (
            <Tooltip title={t('openWhole')}>
              <Button type="text" icon={<ExpandOutlined />} aria-label={t('openWhole')} onClick={whole} />
            </Tooltip>
          )}
        </>
      }
    >
      {(list.data?.records.length ?? 0) > 0 && (
        <Select
          className="chat-of-project"
          aria-label={t('history')}
          value={conversationId}
          onChange={choose}
          options={[
            { value: '', label: t('newChat') },
            ...(list.data?.records ?? []).map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
      )}
      <ConversationView key={round} conversationId={conversationId} projectId={projectId} onConversation={choose} />
    </Drawer>
  )
}
