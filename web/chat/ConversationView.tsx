import { ArrowDownOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { chat } from '#contract/chat.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { Bones, Failing } from '#web/kit/StateView.tsx'
import { ChainInputs, useAskedByChain } from './ChainInputs.tsx'
import { Composer, type ComposerHandle } from './Composer.tsx'
import { MessageList } from './MessageList.tsx'
import { ScopeBar } from './ScopeBar.tsx'
import { TemplateButton } from './TemplateButton.tsx'
import { texts } from './texts.ts'
import { type ChatSettings, type ConversationState, useConversation } from './use-conversation.ts'
import { useStuckScroll } from './use-stuck-scroll.ts'
import './chat.css'

type ConversationViewProps = {
  /** Empty: a new one. */
  conversationId: string
  /** The project it is bound to; empty where the person chooses. */
  projectId: string
  /** A new conversation has begun. */
  onConversation: (id: string) => void
}

/** One conversation: its messages, and where the next question is written. */
export function ConversationView({ conversationId, projectId, onConversation }: ConversationViewProps) {
  const t = useTexts(texts)
  const [fresh, setFresh] = useState<ChatSettings>({ projectId, baseIds: [], chainId: '', useTools: true })
  const kept = useQuery({ ...query(chat.detail, { id: conversationId }), enabled: conversationId !== '' })
  const save = useCommand(chat.save)
  const stands = conversationId === '' ? undefined : kept.data?.conversation
  const settings = stands ?? fresh
  const [values, setValues] = useState<Record<string, string>>({})
  const askedByChain = useAskedByChain(settings.chainId)
  const state = useConversation({ conversationId, settings, values, onConversation })
  const composer = useRef<ComposerHandle>(null)
  const place = conversationId || `new.${projectId}`
  const set = (patch: Partial<ChatSettings>) => {
    if (stands) save.mutate({ id: stands.id, version: stands.version, ...patch })
    else setFresh((before) => ({ ...before, ...patch }))
  }
  const { detail, branch, running, lost, heard } = state
  if (detail.isError && branch.length === 0)
    return (
      <section className="chat-view">
        <Failing fault={detail.error} retry={detail.refetch} />
      </section>
    )
  const waits = conversationId !== '' && detail.data === undefined && branch.length === 0
  return (
    <section className="chat-view" aria-label={stands?.title ?? t('newChat')}>
      <Scrolled
        of={state}
        waits={waits}
        conversationId={conversationId}
        projectId={settings.projectId}
        composer={composer}
      />
      <output className="chat-said" aria-live="polite">
        {running ? t('answering') : heard && lost.length === 0 ? t('answered') : ''}
      </output>
      {running && running.attempt > 0 && (
        <Alert type="warning" banner title={t('lineLost', { attempt: running.attempt })} />
      )}
      <Composer
        key={place}
        place={place}
        busy={running !== undefined}
        onSend={(written) => {
          const missing = askedByChain.find(({ variable, required }) => required && !values[variable]?.trim())
          if (missing) say(t('notice_chainInput', { label: missing.label }))
          else state.ask(written)
          return !missing
        }}
        above={<ChainInputs of={askedByChain} values={values} onChange={setValues} />}
        onStop={() => {
          const words = state.stop()
          if (words) composer.current?.write(words)
        }}
        handle={composer}
      >
        <TemplateButton
          projectId={settings.projectId}
          onUse={(used) => {
            composer.current?.write(used.text)
            if (used.projectId !== null && settings.projectId === '') set({ projectId: used.projectId })
          }}
        />
        <ScopeBar of={settings} projectName={stands?.projectName ?? ''} bound={projectId !== ''} onChange={set} />
      </Composer>
    </section>
  )
}

type ScrolledProps = {
  of: ConversationState
  waits: boolean
  conversationId: string
  projectId: string
  composer: RefObject<ComposerHandle | null>
}

function Scrolled({ of: state, waits, conversationId, projectId, composer }: ScrolledProps) {
  const t = useTexts(texts)
  const { branch, running } = state
  const { list, content, onScroll, away, toEnd } = useStuckScroll()
  const answering = running?.key
  useEffect(() => {
    if (answering !== undefined) toEnd()
  }, [answering, toEnd])
  const last = branch.at(-1)?.message
  const ended = !running && last?.role === 'assistant' && last.status === 'done' && last.mode === 'model'
  return (
    <div className="chat-scroll" ref={list} onScroll={onScroll}>
      <div className="chat-content" ref={content}>
        {waits && <Bones lines={8} />}
        {!waits && branch.length === 0 && (
          <div className="chat-hello">
            <h2>{t('hello')}</h2>
            <p className="second">{t('helloHint')}</p>
            <NoModel projectId={projectId} />
            <Suggestions projectId={projectId} messageId="" onChoose={(text) => composer.current?.write(text)} />
          </div>
        )}
        <MessageList of={state} conversationId={conversationId} />
        {ended && (
          <Suggestions projectId={projectId} messageId={last.id} onChoose={(text) => composer.current?.write(text)} />
        )}
      </div>
      {away && (
        <Button className="chat-latest" size="small" shape="round" icon={<ArrowDownOutlined />} onClick={toEnd}>
          {t('toLatest')}
        </Button>
      )}
    </div>
  )
}

/** Where no model is set, what comes is said before anybody asks. */
function NoModel({ projectId }: { projectId: string }) {
  const t = useTexts(texts)
  const { data } = useQuery(query(chat.options, { ...(projectId && { projectId }) }))
  return data?.model === null ? <Alert type="info" showIcon title={t('noModelHint')} /> : null
}

type SuggestionsProps = { projectId: string; messageId: string; onChoose: (text: string) => void }

function Suggestions({ projectId, messageId, onChoose }: SuggestionsProps) {
  const t = useTexts(texts)
  const { data } = useQuery({
    ...query(chat.suggestions, { ...(projectId && { projectId }), ...(messageId && { messageId }) }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data?.length) return null
  const label = t(messageId ? 'followUps' : 'suggestions')
  return (
    <section className="chat-suggestions" aria-label={label}>
      <h3>{label}</h3>
      <ul>
        {data.map(({ text }) => (
          <li key={text}>
            <button type="button" className="plain-button" onClick={() => onChoose(text)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
