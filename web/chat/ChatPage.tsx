import { AuditOutlined, FileWordOutlined, MenuOutlined, PlusOutlined, ShareAltOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { chat } from '#contract/chat.ts'
import { download, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain } from '#web/kernel/notices.ts'
import { useMay } from '#web/kernel/session.ts'
import { useSetView, useTab, useView } from '#web/kernel/tab.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { Forbidden } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { AuditList } from './AuditList.tsx'
import { auditTexts } from './audit-texts.ts'
import { ConversationView } from './ConversationView.tsx'
import { HistorySide } from './HistorySide.tsx'
import { SharedView } from './SharedView.tsx'
import { ShareDialog } from './ShareDialog.tsx'
import { texts } from './texts.ts'
import './chat.css'

/**
 * /chat: conversations at the left, the open one beside them. `v.conversation` opens one's own, `v.shared` somebody else's,
 * `v.audit` everybody's answers for who oversees them.
 */
export function ChatPage() {
  const may = useMay()
  const [audit, setAudit] = useView('audit')
  if (audit && may('chat.audit')) return <Audit onClose={() => setAudit('')} />
  return may('chat.use') ? <Desk /> : <Forbidden />
}

function Audit({ onClose }: { onClose: () => void }) {
  const t = useTexts(auditTexts)
  return (
    <Page title={t('audit')} action={<Button onClick={onClose}>{t('back')}</Button>}>
      <AuditList onClose={onClose} />
    </Page>
  )
}

function Desk() {
  const t = useTexts(texts)
  const a = useTexts(auditTexts)
  const may = useMay()
  const { query: place } = useTab()
  const setView = useSetView()
  const conversationId = place.get('v.conversation') ?? ''
  const shared = place.get('v.shared') ?? ''
  // a new conversation after another new one begins anew, too
  const [round, setRound] = useState(0)
  const [history, showHistory] = useState(false)
  const open = (patch: { conversation?: string; shared?: string }) => {
    showHistory(false)
    setView({ 'v.conversation': patch.conversation, 'v.shared': patch.shared })
  }
  const begin = () => {
    setRound((before) => before + 1)
    open({})
  }
  const side = (
    <HistorySide
      chosen={conversationId || shared}
      onChoose={(conversation) => open({ conversation })}
      onShared={(id) => open({ shared: id })}
      onNew={begin}
    />
  )
  return (
    <Page
      fill
      title={t('title')}
      state={<ModelState />}
      action={
        <>
          <Button className="chat-narrow" icon={<MenuOutlined />} onClick={() => showHistory(true)}>
            {t('history')}
          </Button>
          <Button className="chat-narrow" icon={<PlusOutlined />} aria-label={t('newChat')} onClick={begin} />
          {may('chat.audit') && (
            <Button
              type="text"
              icon={<AuditOutlined />}
              aria-label={a('audit')}
              onClick={() => setView({ 'v.audit': '1' })}
            >
              <span className="chat-wide">{a('audit')}</span>
            </Button>
          )}
          {conversationId !== '' && <ConversationActions key={conversationId} id={conversationId} />}
        </>
      }
    >
      <div className="chat">
        <nav className="chat-side" aria-label={t('history')}>
          {side}
        </nav>
        {shared ? (
          <SharedView key={shared} id={shared} />
        ) : (
          <ConversationView
            key={round}
            conversationId={conversationId}
            projectId=""
            onConversation={(conversation) => open({ conversation })}
          />
        )}
        <Drawer
          placement="left"
          size={300}
          title={t('history')}
          open={history}
          onClose={() => showHistory(false)}
          destroyOnHidden
        >
          <div className="chat-side-drawer">{side}</div>
        </Drawer>
      </div>
    </Page>
  )
}

/** Which model answers and where it stands: said always, because it decides what may be asked. */
function ModelState() {
  const t = useTexts(texts)
  const { data } = useQuery(query(chat.options, {}))
  if (!data) return null
  if (!data.model) return <StatusTag tone="waiting">{t('noModel')}</StatusTag>
  const { name, inside } = data.model
  return <span className="second">{`${t('modelIs', { name })} · ${t(inside ? 'modelInside' : 'modelOutside')}`}</span>
}

function ConversationActions({ id }: { id: string }) {
  const t = useTexts(texts)
  const [sharing, share] = useState(false)
  const { data } = useQuery(query(chat.detail, { id }))
  if (!data || data.messages.length === 0) return null
  const exported = () => void download(chat.export, { id }, t('exportName')).catch((fault: unknown) => complain(fault))
  return (
    <>
      <Button icon={<FileWordOutlined />} aria-label={t('exportWord')} onClick={exported}>
        <span className="chat-wide">{t('exportWord')}</span>
      </Button>
      <Button icon={<ShareAltOutlined />} aria-label={t('share')} onClick={() => share(true)}>
        <span className="chat-wide">{t(data.conversation.shared ? 'shared' : 'share')}</span>
      </Button>
      {sharing && <ShareDialog conversationId={id} onClose={() => share(false)} />}
    </>
  )
}
