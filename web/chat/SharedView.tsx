import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useMemo, useState } from 'react'
import type { ChatMessage } from '#contract/chat-message.ts'
import { chat } from '#contract/chat.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { AnswerPart } from './AnswerPart.tsx'
import { branchOf, leafBeside } from './chat-tree.ts'
import { BranchTurn, QuestionPart } from './QuestionPart.tsx'
import { texts } from './texts.ts'
import './chat.css'

/** A conversation somebody has shared, to read. */
export function SharedView({ id }: { id: string }) {
  const t = useTexts(texts)
  const found = useQuery(query(chat.shared, { id }))
  return (
    <section className="chat-view" aria-label={found.data?.title ?? t('sharedWithMe')}>
      <div className="chat-scroll">
        <div className="chat-content">
          <StateView of={found}>
            {({ title, ownerName, leafId, messages }) => (
              <>
                <h2>{title}</h2>
                <Alert type="info" title={t('readOnly', { name: ownerName })} />
                <Messages key={id} messages={messages} leafId={leafId} />
              </>
            )}
          </StateView>
        </div>
      </div>
    </section>
  )
}

function Messages({ messages, leafId }: { messages: readonly ChatMessage[]; leafId: string }) {
  const t = useTexts(texts)
  const [leaf, setLeaf] = useState(leafId)
  const branch = useMemo(() => branchOf(messages, leaf), [messages, leaf])
  return (
    <ol className="chat-messages" aria-label={t('messages')}>
      {branch.map((shown) => {
        const { message, beside, at } = shown
        const user = message.role === 'user'
        return (
          <li key={message.id} data-role={message.role} aria-label={t(user ? 'question' : 'answer')}>
            {user ? (
              <QuestionPart of={message} />
            ) : (
              <>
                <span className="chat-mark">{t(message.mode === 'model' ? 'generated' : 'extracted')}</span>
                <AnswerPart of={message} shared />
              </>
            )}
            {beside.length > 1 && (
              <BranchTurn
                at={at}
                of={beside.length}
                onTurn={(by) => setLeaf(leafBeside(messages, shown, by) ?? leaf)}
              />
            )}
          </li>
        )
      })}
    </ol>
  )
}
